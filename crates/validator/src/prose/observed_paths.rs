//! The observed paths, with their file names, folders and extensions.

use std::collections::{BTreeMap, BTreeSet};

use super::{extension, has_path_suffix, is_folder_of};

/// The observed paths, by their parts.
pub(super) struct ObservedPaths<'a> {
    paths: BTreeSet<&'a str>,
    file_names: BTreeSet<&'a str>,
    /// The top-level folders.
    roots: BTreeSet<&'a str>,
    folders: BTreeSet<&'a str>,
    /// For each extension, whether some file name with it does not, or does, begin with a capital letter.
    extensions: BTreeMap<&'a str, [bool; 2]>,
}

impl<'a> ObservedPaths<'a> {
    pub(super) fn new(paths: impl Iterator<Item = &'a str>) -> Self {
        let paths: BTreeSet<&str> = paths.collect();
        let mut observed = Self {
            file_names: BTreeSet::new(),
            roots: BTreeSet::new(),
            folders: BTreeSet::new(),
            extensions: BTreeMap::new(),
            paths: BTreeSet::new(),
        };
        for path in &paths {
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            observed.file_names.insert(name);
            if let Some(extension) = extension(name).filter(|_| !name.starts_with('.')) {
                let style = observed.extensions.entry(extension).or_default();
                style[usize::from(name.starts_with(char::is_uppercase))] = true;
            }
            if !folder.is_empty() {
                observed.folders.extend(folder.split('/'));
                observed.roots.extend(folder.split('/').next());
            }
        }
        observed.paths = paths;
        observed
    }

    /// Whether an observed file has this name.
    pub(super) fn is_observed_name(&self, name: &str) -> bool {
        self.file_names.contains(name)
    }

    /// Whether a bare word is an observed file name, or has the shape of one: an observed extension, and a stem
    /// with the same capitalization. So `obj.field` has not, and `Node.js` has not beside `app.js` and
    /// `server.js`. A bare name without a dot (`Makefile`) does not count.
    pub(super) fn has_observed_shape(&self, word: &str) -> bool {
        let stem = word.rsplit_once('.').map_or("", |(stem, _)| stem);
        let style = extension(word).and_then(|extension| self.extensions.get(extension));
        let capital = usize::from(word.starts_with(char::is_uppercase));
        (word.contains('.') && self.is_observed_name(word))
            || (stem.chars().count() >= 2 && style.is_some_and(|style| style[capital]))
    }

    /// Whether `first/last` counts as a path: `last` is the name of an observed file, or `first` is an observed
    /// top-level folder and `last` is no observed folder, or both together are a part of an observed path. So two
    /// folders (`client/server`) are alternatives, unless one lies in the other.
    pub(super) fn is_in_a_folder(&self, first: &str, last: &str) -> bool {
        self.is_observed_name(last)
            || (self.roots.contains(first) && !self.folders.contains(last))
            || (self.folders.contains(first) && self.names_path(&format!("{first}/{last}")))
    }

    /// Whether the word is an observed path, the last components of one, or a folder of one.
    pub(super) fn names_path(&self, word: &str) -> bool {
        let word = word.trim_start_matches("./").trim_matches('/');
        self.paths
            .iter()
            .any(|path| has_path_suffix(path, word) || is_folder_of(path, word))
    }
}
