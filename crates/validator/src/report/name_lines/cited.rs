//! A name that a report cites.

use firsthand_registry::{NameFound, RepoPath};
use firsthand_source::split_words;

use super::{FEW_NAME_LINES, MAX_FURTHER_LINES, NameOccurrences, decides};
use crate::report::ReportBody;

/// The most other names that are reported of which a name is a part.
const MAX_LONGER_NAMES: usize = 3;

/// A name that a report cites, or another one of which it is a part.
pub(super) struct Cited<'f> {
    pub(super) name: &'f str,
    pub(super) lines: &'f [(RepoPath, u32)],
    /// How often the report comes back to it.
    pub(super) mentions: usize,
    /// How many of its lines are in no place of the report, and in no test.
    pub(super) further: usize,
    /// Its position among the names for which the model asks.
    pub(super) asked: Option<usize>,
}

impl<'f> Cited<'f> {
    pub(super) fn occurrences(&self) -> NameOccurrences {
        let found = NameOccurrences::of(self.name.to_owned(), self.lines);
        NameOccurrences { mentions: self.mentions, is_asked: self.asked.is_some(), ..found }
    }

    /// Whether it is one of those that decide what the report is about.
    pub(super) fn decides(&self) -> bool {
        self.asked.is_some() || decides(self.mentions)
    }

    pub(super) fn is_local(&self) -> bool {
        self.lines.iter().all(|(path, _)| *path == self.lines[0].0)
    }

    /// Whether it is one of the names that a report can say much of: those that decide what it is about have few further
    /// lines, the others few lines.
    pub(super) fn is_short(&self) -> bool {
        let lines = if self.decides() { self.further } else { self.lines.len() };
        self.asked.is_some() || lines <= MAX_FURTHER_LINES
    }

    /// The names of which this one is a part, with further lines, but few: of the same words, or of others, too.
    pub(super) fn longer(
        &self,
        body: &ReportBody,
        found: &'f NameFound,
        of_same_words: bool,
    ) -> impl Iterator<Item = Cited<'f>> {
        let words = |name: &str| split_words(name).count();
        let others = found.others.iter().filter(|_| self.decides());
        let others = others.filter(|(name, _)| (words(name) == words(self.name)) == of_same_words);
        let mut others: Vec<Cited<'f>> =
            others.map(|(name, lines)| body.cited(name, lines, self.mentions)).collect();
        others.retain(|other| (1..=FEW_NAME_LINES).contains(&other.further));
        others.sort_by_key(|other| other.further);
        others.into_iter().take(MAX_LONGER_NAMES)
    }
}
