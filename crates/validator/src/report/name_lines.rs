//! Where the names that a report cites stand: whether it shows all that there is.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use firsthand_registry::{Candidate, NameFound, PathClass, Registry, RepoPath, distinct};
use firsthand_source::{identifiers, split_words};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Link, ReportBody};
use crate::{Confidence, Context, Selection};

/// The most names in a report.
pub(crate) const MAX_NAMES: usize = 12;
/// The most names that are searched for before a report is built, of which it states the best [`MAX_NAMES`].
const MAX_SEARCHED_NAMES: usize = 48;
/// The most lines of a name that is reported: a name in more of them says little of what a change touches.
pub const MAX_NAME_LINES: usize = 40;

/// The most lines of a name that a report has room to name one by one.
const FEW_LINES: usize = 16;

/// Every line of the searched files that holds a name, as a whole word, which a report cites.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct NameOccurrences {
    /// The name.
    pub name: String,
    /// The lines, by file.
    pub files: Vec<FileLines>,
}

/// Lines of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct FileLines {
    /// The file.
    pub path: RepoPath,
    /// The lines, 1-based, ascending.
    pub lines: Vec<u32>,
}

/// The names that a selection cites, to be searched for before a report is built: those in the cited places for which the
/// exploration searched, those that its quotes use, then those that are declared where the caller is to read, and in the
/// places of the flow. None of leads.
#[must_use]
pub fn cited_names(
    registry: &Registry,
    selection: &Selection,
    searched: &BTreeSet<String>,
) -> Vec<String> {
    if selection.confidence == Confidence::Low {
        return Vec::new();
    }
    let reads = selection.read_targets.iter().map(|read| &read.candidate_id);
    let ids = reads.chain(selection.flow.iter().map(|link| &link.candidate_id));
    let cited: Vec<&Candidate> = ids.filter_map(|id| registry.get(id.parse().ok()?)).collect();
    let shown = cited.iter().filter_map(|candidate| candidate.evidence());
    let shown = shown.flat_map(|evidence| identifiers(evidence.text()));
    let found = shown.map(|(_, name)| name).filter(|name| searched.contains(*name));
    let quoted = selection.flow.iter().flat_map(|link| used_names(&link.quote));
    let declared = cited.iter().flat_map(|candidate| {
        // The symbol of a place is the first one of its candidate, if there is any.
        let most = if candidate.symbols().is_empty() { usize::MAX } else { 1 };
        declared_names(candidate).take(most)
    });
    let mut names: Vec<String> = distinct(found.chain(quoted).chain(declared).map(str::to_owned));
    names.truncate(MAX_SEARCHED_NAMES);
    names
}

/// The names in a line of code that it uses as a function or as a member, and those of several words.
pub fn used_names(code: &str) -> impl Iterator<Item = &str> {
    let names = identifiers(code).filter(|(at, name)| {
        let (before, after) = (&code[..*at], &code[at + name.len()..]);
        let is_called = after.starts_with(['(', '!']);
        let mut marks = [".", "::", "->", "@", "#"].into_iter();
        let is_member = marks.any(|mark| before.ends_with(mark));
        is_called || is_member || split_words(name).nth(1).is_some()
    });
    names.map(|(_, name)| name).filter(|name| !name.starts_with(|c: char| c.is_ascii_digit()))
}

/// The names of what a candidate declares, as far as they are words.
pub(super) fn declared_names(candidate: &Candidate) -> impl Iterator<Item = &str> {
    let symbols = candidate.symbols().iter().map(|symbol| &*symbol.name);
    let declared = candidate.declarations().iter().map(|declared| &*declared.name);
    symbols.chain(declared).filter(|name| is_word(name))
}

fn is_word(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

impl ReportBody {
    /// The lines with the names that the report cites: those of the declarations that it cites, and those that quotes use.
    /// The names of few lines come first, of these the ones with lines in code outside of the cited files, then those in several
    /// files: the others lead nowhere else. Among equals, names for which the exploration searched come first, then those that
    /// mean one thing, since all their lines belong together; then the ones with the most mentions, and those with the
    /// fewest lines. Names that nothing in the tree declares are left out if it declares others, unless the exploration
    /// searched for them. None for leads: their names say little.
    pub(super) fn name_lines(&self, context: &Context<'_>) -> Vec<NameOccurrences> {
        if self.confidence == Confidence::Low {
            return Vec::new();
        }
        let name_at = |place| self.observed.symbol(place).map(|symbol| &*symbol.name);
        let places = self.read_targets.iter().map(|read| &read.place);
        let places = places.chain(self.flow.iter().map(|link| &link.place));
        let declared = distinct(places.filter_map(name_at)).into_iter();
        let quoted = self.flow.iter().flat_map(|link| {
            let names = used_names(&link.quote.text);
            names.filter(|name| self.has_whole_name(link, name))
        });
        let mentions: Vec<&str> = declared.chain(quoted).collect();
        let searched = context.present.names.iter().filter(|(_, found)| found.is_searched_for);
        let searched = searched.map(|(name, _)| &**name).filter(|name| self.shows_name(name));
        let names = distinct(mentions.iter().copied().chain(searched));
        let found = names.into_iter().filter_map(|name| {
            let found = context.present.names.get(name).filter(|found| !found.lines.is_empty())?;
            Some((name, found))
        });
        let mut found: Vec<(&str, &NameFound)> = found.collect();
        if found.iter().any(|(_, found)| found.declaring_files > 0) {
            found.retain(|(_, found)| found.declaring_files > 0 || found.is_searched_for);
        }
        let mention_count = |name: &str| mentions.iter().filter(|other| **other == name).count();
        found.sort_by_key(|(name, found)| {
            let lines = found.lines.len();
            let is_local = found.lines.iter().all(|(path, _)| *path == found.lines[0].0);
            let is_less = (
                lines > FEW_LINES,
                !self.is_used_elsewhere(found),
                is_local,
                !found.is_searched_for,
                !found.means_one_thing(),
            );
            (is_less, Reverse(mention_count(name)), lines)
        });
        let found = found.into_iter().take(MAX_NAMES);
        found.map(|(name, found)| NameOccurrences::of(name.to_owned(), &found.lines)).collect()
    }

    /// Whether a name stands in a file that no place is in, and that is no test, document or generated file.
    fn is_used_elsewhere(&self, found: &NameFound) -> bool {
        let is_cited = |path: &RepoPath| self.places().any(|place| place.path() == path);
        let mut paths = found.lines.iter().map(|(path, _)| path);
        paths.any(|path| !PathClass::of(path).any() && !is_cited(path))
    }

    /// Whether a line of a place of the flow holds a name as a whole.
    fn shows_name(&self, name: &str) -> bool {
        let mut lines = self.flow.iter().flat_map(|link| self.observed.lines(&link.place));
        lines.any(|(_, text)| identifiers(text).any(|(_, whole)| whole == name))
    }

    /// Whether the quoted lines have a name of the quote as a whole: a quote can be a part of a line, and end in a name.
    fn has_whole_name(&self, link: &Link, name: &str) -> bool {
        let quoted = link.quote.lines();
        let lines = self.observed.lines(&link.place);
        let mut lines = lines.filter(|(line, _)| quoted.is_some_and(|lines| lines.contains(*line)));
        lines.any(|(_, text)| identifiers(text).any(|(_, whole)| whole == name))
    }

    /// The lines with names that the report cites which are in no place of it; without names of which there are none.
    #[must_use]
    pub fn names_elsewhere(&self) -> Vec<NameOccurrences> {
        let is_cited = |path: &RepoPath, line: u32| {
            let mut places = self.places().filter(|place| place.path() == path);
            places.any(|place| place.range().is_none_or(|range| range.contains(line)))
        };
        let names = self.name_lines.iter().map(|found| {
            let files = found.files.iter().map(|file| {
                let lines = file.lines.iter().copied();
                let lines = lines.filter(|line| !is_cited(&file.path, *line));
                FileLines { path: file.path.clone(), lines: lines.collect() }
            });
            let files = files.filter(|file| !file.lines.is_empty()).collect();
            NameOccurrences { name: found.name.clone(), files }
        });
        names.filter(|found| !found.files.is_empty()).collect()
    }
}

impl NameOccurrences {
    /// The lines with a name.
    #[must_use]
    pub fn of(name: String, lines: &[(RepoPath, u32)]) -> Self {
        let mut files: BTreeMap<&RepoPath, Vec<u32>> = BTreeMap::new();
        for (path, line) in lines {
            files.entry(path).or_default().push(*line);
        }
        let files = files.into_iter();
        let files = files.map(|(path, lines)| FileLines { path: path.clone(), lines });
        Self { name, files: files.collect() }
    }

    /// How many lines hold the name.
    #[must_use]
    pub fn count(&self) -> usize {
        self.files.iter().map(|file| file.lines.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::used_names;

    #[test]
    fn a_line_uses_what_it_calls_members_and_names_of_several_words() {
        let check = |code: &str, expect: &[&str]| {
            assert_eq!(used_names(code).collect::<Vec<_>>(), expect, "{code}");
        };
        check("if (page.isLocked) { return render(page, 3) }", &["isLocked", "render"]);
        check("mark_changed();", &["mark_changed"]);
        check("return true;", &[]);
        check("Self::of(node)?.range->start", &["of", "range", "start"]);
        check("@user.lock! if params[:force]", &["user", "lock"]);
        check("const MAX_RETRIES = 30", &["MAX_RETRIES"]);
        check("値.保存()", &["保存"]);
        check("x.0 + 12px", &[]);
    }
}
