//! What a renderer has no room for.

use serde::{Deserialize, Serialize};

/// What a printed report loses to its budget of characters. Items are named by their positions, from 0, in the lists of
/// the report.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Fit {
    /// By how many characters the report is too long; 0 where nothing is lost.
    pub over: usize,
    /// The flow links that are left out.
    pub links: Vec<usize>,
    /// The flow links whose facts are shortened.
    pub facts: Vec<usize>,
    /// The flow links that are printed without their quotes.
    pub quotes: Vec<usize>,
    /// The read targets that are left out.
    pub reads: Vec<usize>,
    /// How many primary places are left out.
    pub primary: usize,
    /// How many named gaps are left out.
    pub missing: usize,
    /// The longest texts of the report, the longest first: what would free the most room.
    pub longest: Vec<LongText>,
}

/// A long text of a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LongText {
    /// Which text.
    pub text: TextOf,
    /// The position of its item, from 0.
    pub at: usize,
    /// Its length in characters.
    pub chars: usize,
}

/// The texts of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum TextOf {
    /// The fact of a flow link.
    Fact,
    /// The quote of a flow link.
    Quote,
    /// The path of a flow link, where it is the first of its file: it is printed twice.
    FilePath,
    /// The purpose of a read target.
    Purpose,
    /// A named gap.
    Missing,
}

impl Fit {
    /// Whether something that was submitted is not printed, or not in full.
    #[must_use]
    pub fn loses_something(&self) -> bool {
        let lists = [&self.links, &self.facts, &self.quotes, &self.reads];
        lists.iter().any(|list| !list.is_empty()) || self.primary > 0 || self.missing > 0
    }
}

impl LongText {
    /// A text of the item at this position.
    #[must_use]
    pub fn new(text: TextOf, at: usize, chars: usize) -> Self {
        Self { text, at, chars }
    }
}
