//! The names of files that the observed paths show.

use std::collections::{BTreeMap, BTreeSet};

use super::{ending, ends_with_part, is_folder_of};

/// The observed paths, by their parts.
pub(super) struct Known<'a> {
    paths: BTreeSet<&'a str>,
    names: BTreeSet<&'a str>,
    roots: BTreeSet<&'a str>,
    folders: BTreeSet<&'a str>,
    /// For each ending, whether names with it begin with a capital letter, and without.
    endings: BTreeMap<&'a str, [bool; 2]>,
}

impl<'a> Known<'a> {
    pub(super) fn new(paths: impl Iterator<Item = &'a str>) -> Self {
        let paths: BTreeSet<&str> = paths.collect();
        let mut known = Self {
            names: BTreeSet::new(),
            roots: BTreeSet::new(),
            folders: BTreeSet::new(),
            endings: BTreeMap::new(),
            paths: BTreeSet::new(),
        };
        for path in &paths {
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            known.names.insert(name);
            if let Some(ending) = ending(name).filter(|_| !name.starts_with('.')) {
                let style = known.endings.entry(ending).or_default();
                style[usize::from(name.starts_with(char::is_uppercase))] = true;
            }
            if !folder.is_empty() {
                known.folders.extend(folder.split('/'));
                known.roots.extend(folder.split('/').next());
            }
        }
        known.paths = paths;
        known
    }

    /// Whether an observed file has this name.
    pub(super) fn is_name(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Whether a bare word is a file's name, or has the shape that files of its kind have here: an
    /// ending that was observed, behind a stem that begins as theirs do. So `obj.field` is none,
    /// and `Node.js` is none among `app.js` and `server.js`. A bare name without a dot
    /// (`Makefile`) is too weak a sign.
    pub(super) fn is_like_a_name(&self, word: &str) -> bool {
        let stem = word.rsplit_once('.').map_or("", |(stem, _)| stem);
        let style = ending(word).and_then(|ending| self.endings.get(ending));
        let capital = usize::from(word.starts_with(char::is_uppercase));
        (word.contains('.') && self.is_name(word))
            || (stem.chars().count() >= 2 && style.is_some_and(|style| style[capital]))
    }

    /// Whether `first/last` lies in a folder that exists. Two folders side by side
    /// (`client/server`) are alternatives, unless one really lies in the other.
    pub(super) fn is_in_a_folder(&self, first: &str, last: &str) -> bool {
        self.is_name(last)
            || (self.roots.contains(first) && !self.folders.contains(last))
            || (self.folders.contains(first) && self.names(&format!("{first}/{last}")))
    }

    /// Whether the word is an observed path, its last parts, or a folder of one.
    pub(super) fn names(&self, word: &str) -> bool {
        let word = word.trim_start_matches("./").trim_matches('/');
        self.paths
            .iter()
            .any(|path| ends_with_part(path, word) || is_folder_of(path, word))
    }
}
