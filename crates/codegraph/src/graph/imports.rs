//! What a file takes from others.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use firsthand_source::Cancel;

use super::Graph;

impl Graph {
    /// The names that a file takes from others, each with the modules as they are written and the names there. The file is
    /// given as for [`declarations`](Graph::declarations).
    pub fn bindings(
        &self,
        path: &str,
        source: &[u8],
        cancel: &Cancel,
    ) -> BTreeMap<String, BTreeSet<(String, String)>> {
        let file = self.parsed(path, source, cancel);
        let mut bindings: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
        for import in file.facts.imports.iter().filter(|import| !import.local.is_empty()) {
            let origin = (import.source.clone(), import.name.clone());
            bindings.entry(import.local.clone()).or_default().insert(origin);
        }
        bindings
    }

    /// The byte ranges of a file's statements that import, and of the names of its namespaces, in order. The file is given as for
    /// [`declarations`](Graph::declarations).
    pub fn imports(&self, path: &str, source: &[u8], cancel: &Cancel) -> Vec<Range<usize>> {
        let file = self.parsed(path, source, cancel);
        let imports = file.facts.imports.iter();
        let ranges = imports.map(|import| import.at.start as usize..import.at.end as usize);
        let headers = file.facts.headers.iter();
        let headers = headers.map(|header| header.start as usize..header.end as usize);
        let mut ranges: Vec<Range<usize>> = ranges.chain(headers).collect();
        ranges.sort_by_key(|range| range.start);
        ranges.dedup();
        ranges
    }
}
