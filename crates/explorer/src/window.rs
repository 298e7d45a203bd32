//! The source of what a search found, as it may be shown.

use std::collections::BTreeMap;

use firsthand_codegraph::Region;
use firsthand_registry::{RepoPath, lines_of};
use firsthand_tools::redact;

use crate::Searched;

/// The lines of one region, with secrets hidden.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchWindow {
    /// The region's lines in order.
    pub lines: Vec<SearchLine>,
}

/// One line, as it may be shown.
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

impl Searched {
    /// The source of each region that was found, in the same order, with secrets hidden: as it was read
    /// for the search.
    #[must_use]
    pub fn windows<'s>(&'s self) -> Vec<SearchWindow> {
        // A secret can span lines and begin above a region, so whole files are looked at.
        let mut hidden: BTreeMap<&RepoPath, BTreeMap<u32, String>> = BTreeMap::new();
        let window = |region: &'s Region| {
            let hidden = hidden.entry(&region.path).or_insert_with(|| {
                let lines = redact(&region.file).into_iter();
                lines.map(|line| (line.line, line.text)).collect()
            });
            window(region, hidden)
        };
        self.result.regions.iter().map(window).collect()
    }
}

fn window(region: &Region, hidden: &BTreeMap<u32, String>) -> SearchWindow {
    let line = |(number, bytes): (u32, &[u8])| {
        let redacted = hidden.get(&number);
        SearchLine {
            number,
            text: redacted
                .cloned()
                .unwrap_or_else(|| String::from_utf8_lossy(bytes).into_owned()),
            hit: region.hits.contains(&number),
            redacted: redacted.is_some(),
        }
    };
    let lines = (region.range.start()..).zip(lines_of(&region.bytes));
    SearchWindow {
        lines: lines.map(line).collect(),
    }
}
