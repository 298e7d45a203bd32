//! The source lines of search results, with secrets redacted.

use std::collections::BTreeMap;
use std::sync::Arc;

use firsthand_codegraph::SearchResult;
use firsthand_registry::{LineRange, MaskedFile, RepoPath};
use firsthand_tools::Toolbox;

use crate::SearchOutput;

/// The lines of one region, with secrets hidden.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct SearchWindow {
    /// The region's lines in order.
    pub lines: Vec<SearchLine>,
    /// The lines of the declaration that it shows.
    pub declaration: Option<LineRange>,
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
        let mut files = self.masked.clone();
        let windows = self.result.regions.iter().map(|region| {
            let file = files.of(&region.path, &region.file);
            let numbers = region.range.start()..=region.range.end();
            let line = |number| SearchLine::of(file, number, region.hits.contains(&number));
            SearchWindow {
                lines: numbers.map(line).collect(),
                declaration: region.symbol.as_ref().map(|symbol| symbol.range),
            }
        });
        windows.collect()
    }
}

impl SearchLine {
    /// A line of a file; an empty one past its end.
    pub(crate) fn of(file: &MaskedFile, number: u32, hit: bool) -> Self {
        let line = file.line(number);
        Self {
            number,
            text: line.map_or_else(String::new, |line| line.text().to_owned()),
            hit,
            redacted: file.redacted().contains_key(&number),
        }
    }
}

/// The files of a result, each masked once.
#[derive(Clone, PartialEq, Eq, Default)]
pub(crate) struct MaskedFiles(BTreeMap<RepoPath, MaskedFile>);

impl MaskedFiles {
    /// The files of a result in which the policy of a host may hide more than secrets; none without one.
    pub(crate) fn under_policy(toolbox: &Toolbox, result: &SearchResult) -> Self {
        let regions = result.regions.iter().map(|region| (&region.path, &region.file));
        let files = regions.chain(result.sites.iter().map(|site| (&site.path, &site.file)));
        let files: BTreeMap<_, _> = files.filter(|_| toolbox.has_host_policy()).collect();
        let masked = files
            .into_iter()
            .map(|(path, bytes)| (path.clone(), toolbox.sandbox().masked(path, Arc::clone(bytes))));
        Self(masked.collect())
    }

    pub(crate) fn of(&mut self, path: &RepoPath, bytes: &Arc<Vec<u8>>) -> &MaskedFile {
        let masked = || MaskedFile::new(path.clone(), Arc::clone(bytes));
        self.0.entry(path.clone()).or_insert_with(masked)
    }
}
