//! The source lines of search results, with secrets redacted.

use std::collections::BTreeMap;

use firsthand_registry::{RepoPath, lines_of};
use firsthand_tools::redact;

use crate::SearchOutput;

/// The lines of one region, with secrets hidden.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct SearchWindow {
    /// The region's lines in order.
    pub lines: Vec<SearchLine>,
}

/// One source line, with secrets redacted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchLine {
    /// Its number, 1-based.
    pub number: u32,
    /// Its text without the line end. A secret in it reads `[redacted: kind]`; bytes that are not
    /// UTF-8 are replaced. Control characters are as they stand in the file.
    pub text: String,
    /// Whether it matched, or declares the symbol.
    pub hit: bool,
    /// Whether a secret was hidden in it.
    pub redacted: bool,
}

impl SearchOutput {
    /// The source of each region that was found, in the same order, with secrets hidden: as it was read
    /// for the search.
    #[must_use]
    pub fn windows(&self) -> Vec<SearchWindow> {
        let mut files: BTreeMap<&RepoPath, RedactedFile<'_>> = BTreeMap::new();
        let windows = self.result.regions.iter().map(|region| {
            let file = files.entry(&region.path);
            let file = file.or_insert_with(|| RedactedFile::of(&region.file));
            let range = region.range.start()..=region.range.end();
            let lines = range.map(|number| file.line(number, region.hits.contains(&number)));
            SearchWindow {
                lines: lines.collect(),
            }
        });
        windows.collect()
    }
}

/// A file's lines with secrets redacted. A secret can span lines and begin above the printed ones, so the whole file is
/// scanned.
pub(crate) struct RedactedFile<'b> {
    lines: Vec<&'b [u8]>,
    redacted_lines: BTreeMap<u32, String>,
}

impl<'b> RedactedFile<'b> {
    pub(crate) fn of(bytes: &'b [u8]) -> Self {
        let redacted = redact(bytes).into_iter();
        Self {
            lines: lines_of(bytes).collect(),
            redacted_lines: redacted.map(|line| (line.line, line.text)).collect(),
        }
    }

    /// A line of the file; an empty one past its end.
    pub(crate) fn line(&self, number: u32, hit: bool) -> SearchLine {
        let redacted = self.redacted_lines.get(&number);
        let index = (number as usize).saturating_sub(1);
        let file_text = || {
            let line = self.lines.get(index).copied();
            String::from_utf8_lossy(line.unwrap_or_default()).into_owned()
        };
        SearchLine {
            number,
            text: redacted.cloned().unwrap_or_else(file_text),
            hit,
            redacted: redacted.is_some(),
        }
    }
}
