//! The lines with which many files of a tree begin, such as those of a licence: they are of no file in particular.

use std::collections::{HashMap, HashSet};

use super::listing::Listing;

/// The most files whose beginnings are compared, evenly from all of them.
const MAX_FILES: usize = 200;
/// The most lines of a beginning.
pub(crate) const MAX_LINES: usize = 60;
/// A common line begins at least so many of the compared files, and at least one in so many of them.
const MIN_FILES: usize = 3;
const MAX_FILES_A_LINE: usize = 50;
/// A line with fewer letters is nothing but marks.
const MIN_LETTERS: usize = 3;

/// How many of the compared files begin with each line.
pub(crate) struct HeadLines {
    files: HashMap<String, usize>,
    least: usize,
}

impl HeadLines {
    /// Compares the beginnings of some files of a tree.
    pub(crate) fn of(listing: &Listing, paths: &[&str]) -> Self {
        let step = paths.len().div_ceil(MAX_FILES).max(1);
        let sample: Vec<&str> = paths.iter().step_by(step).copied().collect();
        let heads = listing.tree.threads.filter_map(&sample, 8, |path| {
            let text = listing.reader.read(path).ok()?;
            let lines = text.split(|byte| *byte == b'\n').take(MAX_LINES);
            Some(lines.filter_map(letters).collect::<HashSet<String>>())
        });
        let mut files: HashMap<String, usize> = HashMap::new();
        for line in heads.into_iter().flatten() {
            *files.entry(line).or_default() += 1;
        }
        Self { files, least: MIN_FILES.max(sample.len() / MAX_FILES_A_LINE) }
    }

    /// Whether many files begin with a line; `None` if it has no letters.
    pub(crate) fn has(&self, line: &[u8]) -> Option<bool> {
        let letters = letters(line)?;
        Some(self.files.get(&letters).is_some_and(|files| *files >= self.least))
    }
}

/// The letters of a line: years and marks differ in lines that say the same.
fn letters(line: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(line);
    let letters: String = text.chars().filter(|c| c.is_alphabetic()).collect();
    (letters.chars().count() >= MIN_LETTERS).then_some(letters)
}
