//! Words and names as they are written, without facts.

use firsthand_source::{Cancel, RepoPath};

use super::Graph;
use crate::answer::WordCounts;
use crate::text;
use crate::text::lines_with::{lines_with, lines_with_name};
use crate::text::scan::count_words;

impl Graph {
    /// Counts the words of a text in the tree, as [`Graph::search`] does for its result.
    pub fn count_words(&self, text: &str, cancel: &Cancel) -> WordCounts {
        count_words(&self.listed(cancel).listing, text, cancel)
    }

    /// Those of these texts that occur in a file of the tree or in its path, in any case, also inside longer words; all
    /// of them if the search is cancelled.
    pub fn occurring(&self, texts: &[String], cancel: &Cancel) -> Vec<String> {
        text::occurring::occurring(&self.listed(cancel).listing, cancel, texts)
    }

    /// For each of these texts, the lines of the tree that hold it, by path and line: whole, in the same case, and not
    /// inside a longer word, at most `cap` lines of one text in one file. A cancelled search returns what it found until
    /// then.
    pub fn lines_with(
        &self,
        texts: &[String],
        cap: usize,
        most: usize,
        cancel: &Cancel,
    ) -> Vec<Vec<(RepoPath, u32)>> {
        lines_with(&self.listed(cancel).listing, texts, cap, most, cancel)
    }

    /// The lines of the tree that hold a name as a word of its own, in the same case, by path and line. A cancelled search
    /// returns what it found until then.
    pub fn lines_with_name(&self, name: &str, cancel: &Cancel) -> Vec<(RepoPath, u32)> {
        lines_with_name(&self.listed(cancel).listing, name, cancel)
    }
}
