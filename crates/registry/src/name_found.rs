//! Where a name stands in the searched files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::RepoPath;

/// Where a name stands, as a whole word and in the same case.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct NameFound {
    /// Its lines, 1-based, by path and line.
    pub lines: Vec<(RepoPath, u32)>,
    /// In how many files it is declared or bound, as far as they were understood.
    pub declaring_files: usize,
    /// Whether the exploration searched for it.
    #[serde(default)]
    pub is_searched_for: bool,
    /// The lines with other names of which its words are a part: `getSavedAt`, `saved_at` and `SAVED_AT` of `savedAt`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub others: BTreeMap<String, Vec<(RepoPath, u32)>>,
}

impl NameFound {
    /// The most files that declare a name which still means one thing.
    const MAX_DECLARING_FILES: usize = 3;

    /// A name in these lines, which none of them is known to declare.
    #[must_use]
    pub fn new(lines: Vec<(RepoPath, u32)>) -> Self {
        Self { lines, ..Self::default() }
    }

    /// The same name, declared in so many files.
    #[must_use]
    pub fn declared_in(self, declaring_files: usize) -> Self {
        Self { declaring_files, ..self }
    }

    /// The same name, which is a part of these others.
    #[must_use]
    pub fn part_of(self, others: BTreeMap<String, Vec<(RepoPath, u32)>>) -> Self {
        Self { others, ..self }
    }

    /// The same name, for which the exploration searched, or not.
    #[must_use]
    pub fn searched_for(self, is_searched_for: bool) -> Self {
        Self { is_searched_for, ..self }
    }

    /// Whether it is the name of something in the searched files, and not what many files call something of their own.
    #[must_use]
    pub fn means_one_thing(&self) -> bool {
        (1..=Self::MAX_DECLARING_FILES).contains(&self.declaring_files)
    }
}
