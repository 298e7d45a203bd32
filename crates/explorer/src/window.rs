//! The source of what a search found, as it may be shown.

use std::collections::BTreeMap;

use firsthand_codegraph::Region;
use firsthand_registry::{RepoPath, lines_of};
use firsthand_tools::redact;

use crate::{Explorer, Searched};

/// The lines of one region, with secrets hidden.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchWindow {
    /// The region's lines in order; empty where the file is gone, or changed, since it was searched.
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

impl Explorer {
    /// The source of each region that a search found, in the same order, with secrets hidden.
    ///
    /// A secret can span lines and begin above a region, so whole files are looked at again; a file
    /// that no longer holds the bytes that were found shows nothing. Blocks.
    #[must_use]
    pub fn windows(&self, searched: &Searched) -> Vec<SearchWindow> {
        let mut files: BTreeMap<&str, Option<Vec<u8>>> = BTreeMap::new();
        let mut windows = Vec::new();
        for region in &searched.result.regions {
            let bytes = files.entry(&region.path).or_insert_with(|| {
                let path = RepoPath::new(&region.path).ok()?;
                self.toolbox.sandbox().read(&path).ok()
            });
            let window = bytes.as_deref().and_then(|bytes| window(region, bytes));
            windows.push(window.unwrap_or_default());
        }
        windows
    }
}

fn window(region: &Region, file: &[u8]) -> Option<SearchWindow> {
    let before = region.start.checked_sub(1)? as usize;
    let now: Vec<&[u8]> = lines_of(file)
        .skip(before)
        .take((region.end - before as u32) as usize)
        .collect();
    if !lines_of(&region.bytes).eq(now.iter().copied()) {
        return None;
    }
    let hidden: BTreeMap<u32, String> = redact(file)
        .into_iter()
        .map(|line| (line.line, line.text))
        .collect();
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
    let lines = (region.start..).zip(now).map(line).collect();
    Some(SearchWindow { lines })
}
