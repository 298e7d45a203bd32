//! What stands in any file of a tree, searched for on several threads.

use std::collections::{HashMap, HashSet};

use firsthand_anchors::{FileText, RawText, Wanted};
use firsthand_source::secrets::{is_secret_path, overwritten};
use firsthand_source::{Cancel, LineRange, RepoPath, identifiers, on_threads};

use super::Tree;

impl Tree {
    /// For each wanted place, where it stands in files that are no documents of markup. Documents only quote it.
    pub(crate) fn copies(&self, wanted: &[Wanted<'_>]) -> Vec<Vec<(RepoPath, LineRange)>> {
        let paths = self.sources();
        let in_file = |path: &RepoPath| {
            let raw = self.raw(path)?;
            let quick = RawText::new(&raw);
            let likely = (0..wanted.len()).filter(|&index| wanted[index].may_be_in(&quick));
            let likely: Vec<usize> = likely.collect();
            // Secrets are detected only in files that may have one: detection takes longer than the test.
            let text = (!likely.is_empty()).then(|| FileText::new(raw).at(path.as_str()))?;
            let copies = likely.into_iter().map(|index| (index, wanted[index].copies_in(&text)));
            Some(copies.collect::<Vec<_>>())
        };
        let (files, _) = on_threads(&paths, &Cancel::default(), in_file);
        let mut found = vec![Vec::new(); wanted.len()];
        for (path, copies) in files {
            for (index, copies) in copies.unwrap_or_default() {
                found[index].extend(copies.into_iter().map(|lines| (path.clone(), lines)));
            }
        }
        found
    }

    /// For each of these identifiers, the files in whose text or path it stands, in the order of their paths; those of
    /// `but` are not read.
    pub(crate) fn files_with(
        &self,
        wanted: &HashSet<String>,
        but: &[RepoPath],
    ) -> HashMap<String, Vec<RepoPath>> {
        let in_file = |path: &RepoPath| {
            let is_read = !but.contains(path);
            let raw = is_read.then(|| self.raw(path)).flatten().unwrap_or_default();
            let mut seen = wanted_in(path.as_str(), wanted);
            seen.extend(wanted_in(&String::from_utf8_lossy(&raw), wanted));
            match overwritten(&raw).filter(|_| !seen.is_empty()) {
                Some(shown) => {
                    let shown = wanted_in(&String::from_utf8_lossy(&shown), wanted);
                    &shown | &wanted_in(path.as_str(), wanted)
                }
                None => seen,
            }
        };
        let (files, _) = on_threads(&self.files, &Cancel::default(), in_file);
        let mut found: HashMap<String, Vec<RepoPath>> = HashMap::new();
        for (path, names) in files {
            for name in names {
                found.entry(name).or_default().push(path.clone());
            }
        }
        found
    }

    /// The bytes of a file; `None` if it is not read.
    fn raw(&self, path: &RepoPath) -> Option<Vec<u8>> {
        let is_read = !is_secret_path(path.as_str());
        is_read.then(|| self.bytes(path).ok())?
    }
}

fn wanted_in(text: &str, wanted: &HashSet<String>) -> HashSet<String> {
    identifiers(text).map(|(_, word)| word).filter_map(|word| wanted.get(word)).cloned().collect()
}
