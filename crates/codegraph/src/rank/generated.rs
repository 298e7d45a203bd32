//! Detects generated files: those next to a source map, which lists the files that they were built from.

use std::collections::HashSet;

use crate::inventory::FileEntry;

/// The suffix of a source map, after the name of its file.
const MAP: &str = ".map";

/// The files of a tree that have a source map.
pub(super) struct GeneratedFiles<'p>(HashSet<&'p str>);

impl<'p> GeneratedFiles<'p> {
    pub(super) fn of(entries: &'p [FileEntry]) -> GeneratedFiles<'p> {
        let paths = entries.iter().map(|entry| entry.path.as_str());
        GeneratedFiles(paths.filter_map(|path| path.strip_suffix(MAP)).collect())
    }

    pub(super) fn holds(&self, path: &str) -> bool {
        self.0.contains(path)
    }
}

#[cfg(test)]
mod tests {
    use firsthand_source::RepoPath;

    use super::*;

    #[test]
    fn a_file_with_a_source_map_is_built() {
        let entry = |path: &str| FileEntry {
            path: RepoPath::new(path).unwrap(),
            size: 1,
            state: None,
        };
        let entries = ["lib/a.js", "lib/a.js.map", "src/a.js"].map(entry);
        let built = GeneratedFiles::of(&entries);
        let found = ["lib/a.js", "lib/a.js.map", "src/a.js"].map(|path| built.holds(path));
        assert_eq!(found, [true, false, false]);
    }
}
