//! Where the names that a report cites stand: whether it shows all that there is.

mod names;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use firsthand_registry::{PathClass, RepoPath, count, distinct};
use firsthand_source::{identifiers, qualified_parts, split_words};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Place, ReportBody};
use crate::{Confidence, Context, Rule};
pub use names::cited_names;
pub(in crate::report) use names::{declared_names, found_names};
use names::{stated_names, used_names};

/// The most names in a report.
pub(crate) const MAX_NAMES: usize = 12;
/// The most lines of a name that is reported: a name in more of them says little of what a change touches.
pub const MAX_NAME_LINES: usize = 200;
/// The most further lines, in no place and no test, of a name for which the model does not ask; more where a name of several
/// words has them in at most [`MAX_FURTHER_FILES`].
const MAX_FURTHER_LINES: usize = 16;
const MAX_FURTHER_FILES: usize = 6;

/// Every line of the searched files that holds a name, as a whole word, which a report cites.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct NameOccurrences {
    /// The name.
    pub name: String,
    /// The lines, by file: those that use it in code first.
    pub files: Vec<FileLines>,
    /// Whether the model asks for its lines.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_asked: bool,
}

/// Lines of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct FileLines {
    /// The file.
    pub path: RepoPath,
    /// The lines, 1-based, ascending.
    pub lines: Vec<u32>,
    /// Whether a tool showed that one of the lines declares the name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub declares: bool,
}

impl ReportBody {
    /// The lines with the names that the report cites: those for which the model asks, in its order and however many lines
    /// they have, then those for which it asked before, then those of few further lines or files to which it comes back, which
    /// have several [mentions](Self::mentions) and a meaning in the tree, the most frequent first. None for leads: their names
    /// say little.
    pub(super) fn name_lines(&self, context: &Context<'_>) -> Vec<NameOccurrences> {
        if self.confidence == Confidence::Low {
            return Vec::new();
        }
        let is_further =
            |(path, line): &&(RepoPath, u32)| !PathClass::of(path).test && !self.shows(path, *line);
        let found = self.mentions(context).into_iter().filter_map(|(name, mentions)| {
            let lines = context.present.names.get(name).filter(|lines| !lines.is_empty())?;
            let position = |names: &[String]| names.iter().position(|asked| asked == name);
            let (asked, before) = (position(&self.asked_names), position(context.asked_names));
            let further: Vec<&(RepoPath, u32)> = lines.iter().filter(is_further).collect();
            let files = further.chunk_by(|one, other| one.0 == other.0).count();
            let further = further.len();
            let is_listable = further <= MAX_FURTHER_LINES
                || files <= MAX_FURTHER_FILES && split_words(name).nth(1).is_some();
            // Where nothing is to be changed, tests alone are nothing to open.
            let is_of_use = further > 0 || self.intent.needs_reading();
            let is_clear = !context.present.unexplained_names.contains(name) || self.declares(name);
            let says_much =
                before.is_some() || mentions > 1 && is_listable && is_of_use && is_clear;
            let rank = (asked.unwrap_or(usize::MAX), before.unwrap_or(usize::MAX));
            let rank = (rank, Reverse(mentions), further);
            let found = NameOccurrences::of(name.to_owned(), lines);
            (asked.is_some() || says_much)
                .then(|| (rank, NameOccurrences { is_asked: asked.is_some(), ..found }))
        });
        let mut names: Vec<_> = found.collect();
        names.sort_by_key(|(rank, _)| *rank);
        names.truncate(MAX_NAMES);
        for (_, NameOccurrences { name, files, .. }) in &mut names {
            for file in files.iter_mut() {
                file.declares = declares(file, name, context);
            }
            self.sort_files(files);
        }
        names.into_iter().map(|(_, name)| name).collect()
    }

    /// Sorts the files of a name, which are in the order of their use. First come those that declare it where no place shows
    /// that, in the cited folders of the root if any of them does. Tests come last; before them documents, generated files
    /// and code of others; and before those files of other kinds, or of other folders of the root, than the report cites.
    fn sort_files(&self, files: &mut [FileLines]) {
        let extension =
            |path: &RepoPath| path.file_name().rsplit_once('.').map(|(_, end)| end.to_owned());
        let top = |path: &RepoPath| path.as_str().split_once('/').map(|(top, _)| top.to_owned());
        let places = || self.places().map(Place::path);
        let extensions: BTreeSet<_> = places().map(extension).collect();
        let tops: BTreeSet<_> = places().map(top).collect();
        let is_near = |path: &RepoPath| tops.contains(&top(path));
        let is_own = files.iter().any(|file| file.declares && is_near(&file.path));
        files.sort_by_key(|file| {
            let FileLines { path, lines, declares } = file;
            let class = PathClass::of(path);
            let is_declaration = *declares
                && (!is_own || is_near(path))
                && !lines.iter().any(|line| self.shows(path, *line));
            (
                !is_declaration,
                class.test,
                class.any(),
                !extensions.contains(&extension(path)),
                !is_near(path),
            )
        });
    }

    /// The names for which the model asks and of which the host found no line in any searched file. A qualified name is none:
    /// its parts may stand apart.
    pub(super) fn absent_names(&self, context: &Context<'_>) -> Vec<String> {
        let found = &context.present.names;
        let names = self.asked_names.iter().filter(|name| qualified_parts(name).is_none());
        names.filter(|name| found.get(*name).is_some_and(Vec::is_empty)).cloned().collect()
    }

    /// The names for which the model asks that are not listed, with the reason. Of leads none is.
    pub(super) fn unlisted_names(&self, context: &Context<'_>) -> Vec<(String, String)> {
        if self.confidence == Confidence::Low {
            return Vec::new();
        }
        let is_listed = |name: &&String| {
            self.name_lines.iter().any(|found| found.name == **name)
                || self.absent_names.contains(name)
        };
        let unlisted = self.asked_names.iter().filter(|name| !is_listed(name));
        let reasons = unlisted.map(|name| {
            let why = match context.present.names.get(name) {
                Some(_) => "stands nowhere as it is written".to_owned(),
                None if context.present.frequent_names.contains(name) => {
                    format!("in more than {MAX_NAME_LINES} lines")
                }
                None => "its lines were not counted".to_owned(),
            };
            (name.clone(), why)
        });
        reasons.collect()
    }

    /// Adds a finding if names for which the model asks are not listed.
    pub(super) fn note_unlisted_names(&mut self) {
        if !self.unlisted_names.is_empty() {
            let names = count(self.unlisted_names.len(), "name", "names");
            self.add_finding(
                Rule::OverLimit,
                format!(
                    "{names} not listed: not counted, nowhere as written, or in more than {MAX_NAME_LINES} lines"
                ),
            );
        }
    }

    /// Whether a place of the report declares a name.
    fn declares(&self, name: &str) -> bool {
        let mut symbols = self.places().filter_map(|place| self.observed.symbol(place));
        symbols.any(|symbol| symbol.name == name)
    }

    /// Whether a line is in a place of the report.
    fn shows(&self, path: &RepoPath, line: u32) -> bool {
        let mut places = self.places().filter(|place| place.path() == path);
        places.any(|place| place.range().is_none_or(|range| range.contains(line)))
    }

    /// The names for which the model asks, and those that the report cites, each with its mentions: the links whose place
    /// uses it, and those that quote its declaration or whose prose states it, which count twice; the read targets that declare or
    /// state it, required ones twice; and the question.
    fn mentions<'s>(&'s self, context: &'s Context<'_>) -> BTreeMap<&'s str, usize> {
        let name_at = |place| self.observed.symbol(place).map(|symbol| &*symbol.name);
        let of_links = self.flow.iter().flat_map(|link| {
            let used = self.observed.lines(&link.place).flat_map(|(_, text)| used_names(text));
            let stated = [&link.role, &link.fact].into_iter().flat_map(|text| stated_names(text));
            let stated: BTreeSet<&str> = stated.collect();
            // What is only around the quoted line is not what a link is about.
            let is_quoted = |name: &&str| identifiers(&link.quote.text).any(|(_, it)| it == *name);
            let declared = name_at(&link.place).filter(is_quoted);
            let meant: BTreeSet<&str> = declared.into_iter().chain(stated).collect();
            let names: BTreeSet<&str> = used.chain(meant.iter().copied()).collect();
            names.into_iter().chain(meant)
        });
        let of_reads = self.read_targets.iter().flat_map(|read| {
            let declared = name_at(&read.place).into_iter();
            let names = distinct(declared.chain(stated_names(&read.purpose)));
            let times = 1 + usize::from(read.required);
            names.into_iter().flat_map(move |name| std::iter::repeat_n(name, times))
        });
        let asked = self.asked_names.iter().chain(context.asked_names);
        let asked = asked.map(|name| (name.as_str(), 0));
        let mut mentions: BTreeMap<&str, usize> = asked.collect();
        for name in of_links.chain(of_reads) {
            *mentions.entry(name).or_default() += 1;
        }
        for name in distinct(stated_names(context.query)) {
            mentions.entry(name).and_modify(|count| *count += 1);
        }
        mentions
    }

    /// The lines in no place of the report with names that it cites, of names that have such lines.
    #[must_use]
    pub fn names_elsewhere(&self) -> Vec<NameOccurrences> {
        let names = self.name_lines.iter().map(|found| {
            let files = found.files.iter().map(|file| {
                let lines = file.lines.iter().copied();
                let lines = lines.filter(|line| !self.shows(&file.path, *line));
                FileLines { lines: lines.collect(), ..file.clone() }
            });
            let files = files.filter(|file| !file.lines.is_empty()).collect();
            NameOccurrences { files, ..found.clone() }
        });
        names.filter(|found| !found.files.is_empty()).collect()
    }
}

/// Whether a tool showed that one of the lines declares the name.
fn declares(file: &FileLines, name: &str, context: &Context<'_>) -> bool {
    let name = qualified_parts(name).and_then(|parts| parts.last().copied()).unwrap_or(name);
    let places = context.registry.iter().filter(|place| *place.path() == file.path);
    let declarations = places.flat_map(|place| place.declarations());
    let mut of_name = declarations.filter(|declared| declared.name == name);
    of_name.any(|declared| {
        let first = declared.head.unwrap_or(declared.range).start();
        file.lines.contains(&first)
    })
}

impl NameOccurrences {
    /// The lines with a name: those of a file stand together.
    #[must_use]
    pub fn of(name: String, lines: &[(RepoPath, u32)]) -> Self {
        let files = lines.chunk_by(|(one, _), (other, _)| one == other);
        let files = files.filter_map(|lines| {
            let path = lines.first()?.0.clone();
            let lines = lines.iter().map(|(_, line)| *line).collect();
            Some(FileLines { path, lines, declares: false })
        });
        Self { name, files: files.collect(), is_asked: false }
    }

    /// How many lines hold the name.
    #[must_use]
    pub fn count(&self) -> usize {
        self.files.iter().map(|file| file.lines.len()).sum()
    }
}
