//! Where the names that a report cites stand: whether it shows all that there is.

mod cited;
mod names;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use firsthand_registry::{NameFound, PathClass, RepoPath, distinct};
use firsthand_source::identifiers;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ReportBody;
use crate::{Confidence, Context};
use cited::Cited;
pub(in crate::report) use names::declared_names;
use names::stated_names;
pub use names::{cited_names, used_names};

/// The most names in a report.
pub(crate) const MAX_NAMES: usize = 12;
/// The most lines of a name that is reported: a name in more of them says little of what a change touches.
pub const MAX_NAME_LINES: usize = 96;
/// The most further lines, in no place and no test, of a name that is reported.
const MAX_FURTHER_LINES: usize = 40;

/// The most lines of a name that a report has room to name one by one: of more, it says little but their number.
pub const FEW_NAME_LINES: usize = 16;

/// Every line of the searched files that holds a name, as a whole word, which a report cites.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct NameOccurrences {
    /// The name.
    pub name: String,
    /// The lines, by file.
    pub files: Vec<FileLines>,
    /// Whether the model asks for its lines.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_asked: bool,
    /// How often the report comes back to it: in how many of its links, read targets and questions it stands or is declared.
    /// A search for it counts as one, a required read target and a fact that states it as two.
    #[serde(default)]
    pub mentions: usize,
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

/// Whether a name with so many mentions decides what a report is about.
fn decides(mentions: usize) -> bool {
    mentions > 1
}

impl ReportBody {
    /// The lines with the names that the report cites: those of the declarations that it cites, those that its places use, and
    /// those that its prose states. Those for which the model asks come first, whatever they are. Names with several
    /// [mentions](Self::mentions) decide what the report is about: they come next, those with few further lines before others, then the ones with the most mentions; with each come the names of the same words, and
    /// after all of them the names of which they are a part. Of the other names, those of few lines come first, of these the ones
    /// with lines in code outside of the cited files, then those in several files: the others lead nowhere else. Among equals,
    /// names for which the exploration searched come first, then those that mean one thing, since all their lines belong
    /// together, and those with the fewest lines; those that nothing in the tree declares are left out if it declares others.
    /// None for leads: their names say little.
    pub(super) fn name_lines(&self, context: &Context<'_>) -> Vec<NameOccurrences> {
        if self.confidence == Confidence::Low {
            return Vec::new();
        }
        let mentions = self.mentions(context);
        let found = mentions.into_iter().filter_map(|(name, mentions)| {
            let found = context.present.names.get(name).filter(|found| !found.lines.is_empty())?;
            Some((self.cited(name, &found.lines, mentions), found))
        });
        let mut found: Vec<(Cited<'_>, &NameFound)> =
            found.filter(|(name, _)| name.is_short()).collect();
        if found.iter().any(|(_, found)| found.declaring_files > 0) {
            found.retain(|(name, found)| {
                found.declaring_files > 0 || found.is_searched_for || name.decides()
            });
        }
        found.sort_by_key(|(name, found)| {
            let decides = name.decides();
            let is_less = (
                name.asked.unwrap_or(usize::MAX),
                !decides,
                if decides { name.further } else { name.lines.len() } > FEW_NAME_LINES,
                Reverse(if decides { name.mentions } else { 0 }),
                !self.is_used_elsewhere(name.lines),
                name.is_local(),
                !found.is_searched_for,
                !found.means_one_thing(),
            );
            (is_less, name.lines.len(), name.name)
        });
        let with_spellings = |(name, found): &(Cited<'_>, &NameFound)| {
            let same = name.longer(self, found, true).map(|other| other.occurrences());
            std::iter::once(name.occurrences()).chain(same).collect::<Vec<_>>()
        };
        let (deciding, others): (Vec<_>, Vec<_>) =
            found.iter().partition(|(name, _)| name.decides());
        let longer = deciding.iter().flat_map(|(name, found)| name.longer(self, found, false));
        let longer = longer.map(|other| other.occurrences());
        let all = deciding.iter().flat_map(|name| with_spellings(name)).chain(longer);
        let mut names: Vec<NameOccurrences> = Vec::new();
        for found in all.chain(others.iter().flat_map(|name| with_spellings(name))) {
            if names.len() < MAX_NAMES && names.iter().all(|known| known.name != found.name) {
                names.push(found);
            }
        }
        names
    }

    fn cited<'f>(&self, name: &'f str, lines: &'f [(RepoPath, u32)], mentions: usize) -> Cited<'f> {
        let is_further =
            |(path, line): &&(RepoPath, u32)| !PathClass::of(path).test && !self.shows(path, *line);
        Cited {
            name,
            lines,
            mentions,
            further: lines.iter().filter(is_further).count(),
            asked: self.asked_names.iter().position(|asked| asked == name),
        }
    }

    /// Whether a line is in a place of the report.
    fn shows(&self, path: &RepoPath, line: u32) -> bool {
        let mut places = self.places().filter(|place| place.path() == path);
        places.any(|place| place.range().is_none_or(|range| range.contains(line)))
    }

    /// The names for which the model asks, and those that the report cites, each with its mentions: the links whose place declares or uses it, and those whose
    /// prose states it, which count twice; the read targets that declare or state it, required ones twice; the question;
    /// and a search for it. Where a link only uses names of which one is a part, they count for it.
    fn mentions<'s>(&'s self, context: &'s Context<'_>) -> BTreeMap<&'s str, usize> {
        let name_at = |place| self.observed.symbol(place).map(|symbol| &*symbol.name);
        let known = &context.present.names;
        let of_links = self.flow.iter().flat_map(|link| {
            let used = self.observed.lines(&link.place).flat_map(|(_, text)| used_names(text));
            let stated = [&link.role, &link.fact].into_iter().flat_map(|text| stated_names(text));
            let stated: BTreeSet<&str> = stated.collect();
            let names = name_at(&link.place).into_iter().chain(used);
            let names: BTreeSet<&str> = names.chain(stated.iter().copied()).collect();
            let parts = known.iter().filter(|(_, found)| {
                found.others.keys().any(|longer| names.contains(longer.as_str()))
            });
            let parts: Vec<&str> = parts.map(|(name, _)| &**name).collect();
            let names: BTreeSet<&str> = names.into_iter().chain(parts).collect();
            names.into_iter().chain(stated)
        });
        let of_reads = self.read_targets.iter().flat_map(|read| {
            let declared = name_at(&read.place).into_iter();
            let names = distinct(declared.chain(stated_names(&read.purpose)));
            let times = 1 + usize::from(read.required);
            names.into_iter().flat_map(move |name| std::iter::repeat_n(name, times))
        });
        let searched = known.iter().filter(|(_, found)| found.is_searched_for);
        let searched = searched.map(|(name, _)| &**name).filter(|name| self.shows_name(name));
        let asked = self.asked_names.iter().map(|name| (name.as_str(), 0));
        let mut mentions: BTreeMap<&str, usize> = asked.collect();
        for name in of_links.chain(of_reads).chain(searched) {
            *mentions.entry(name).or_default() += 1;
        }
        for name in distinct(stated_names(context.query)) {
            mentions.entry(name).and_modify(|count| *count += 1);
        }
        mentions
    }

    /// Whether a name stands in a file that no place is in, and that is no test, document or generated file.
    fn is_used_elsewhere(&self, lines: &[(RepoPath, u32)]) -> bool {
        let is_cited = |path: &RepoPath| self.places().any(|place| place.path() == path);
        let mut paths = lines.iter().map(|(path, _)| path);
        paths.any(|path| !PathClass::of(path).any() && !is_cited(path))
    }

    /// Whether a line of a place of the flow holds a name as a whole.
    fn shows_name(&self, name: &str) -> bool {
        let mut lines = self.flow.iter().flat_map(|link| self.observed.lines(&link.place));
        lines.any(|(_, text)| identifiers(text).any(|(_, whole)| whole == name))
    }

    /// The lines in no place of the report with names that it cites, of names that have such lines: if some of these decide
    /// what it is about, only those.
    #[must_use]
    pub fn names_elsewhere(&self) -> Vec<NameOccurrences> {
        let names = self.name_lines.iter().map(|found| {
            let files = found.files.iter().map(|file| {
                let lines = file.lines.iter().copied();
                let lines = lines.filter(|line| !self.shows(&file.path, *line));
                FileLines { path: file.path.clone(), lines: lines.collect() }
            });
            let files = files.filter(|file| !file.lines.is_empty()).collect();
            NameOccurrences { files, ..found.clone() }
        });
        let mut names: Vec<_> = names.filter(|found| !found.files.is_empty()).collect();
        if names.iter().any(NameOccurrences::is_deciding) {
            names.retain(NameOccurrences::is_deciding);
        }
        names
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
        Self { name, files: files.collect(), is_asked: false, mentions: 0 }
    }

    /// Whether the model asks for it or the report comes back to it, so that it is one of those that decide what it is about.
    #[must_use]
    pub fn is_deciding(&self) -> bool {
        self.is_asked || decides(self.mentions)
    }

    /// How many lines hold the name.
    #[must_use]
    pub fn count(&self) -> usize {
        self.files.iter().map(|file| file.lines.len()).sum()
    }
}
