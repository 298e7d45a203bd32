//! The files of a tree that a text selects: by a scope (all, a file, a folder, or a glob), or by written places.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::Path;

use firsthand_source::fs::{FileEntry, GlobError, Globs, Inventory};
use firsthand_source::{PathError, RepoPath, WrittenPlace, composed};

/// A part of an inventory.
#[derive(Clone, Debug)]
pub enum Scope {
    /// Every file.
    All,
    /// One file, or the files below a folder.
    Below(RepoPath),
    /// The files that a glob of `.gitignore`'s syntax matches.
    Glob(Globs),
    /// The files that one of the scopes `of` contains (all files without one), and that each of `without` contains.
    Several {
        /// Those that select files.
        of: Vec<Scope>,
        /// Those that exclude files: globs with a leading `!`, which contain every other file.
        without: Vec<Scope>,
    },
}

/// The error of a scope that selects no file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScopeError {
    /// It is not a path inside the root.
    #[error(transparent)]
    Path(PathError),
    /// It is not a valid glob.
    #[error(transparent)]
    Glob(#[from] GlobError),
    /// It is neither a file nor a folder of the inventory.
    #[error("there is no such file or folder among those that are searched")]
    NoFile,
    /// No file of the inventory matches the glob.
    #[error("no file matches the glob")]
    NoMatch,
}

impl Scope {
    /// Parses `text` against an inventory. An existing path is that path even if it looks like a glob
    /// (`app/[slug]/page.tsx`); an empty text or the root selects every file. Of several lines, each is a scope; one with a
    /// leading `!` excludes.
    ///
    /// # Errors
    /// A [`ScopeError`] if no file is selected.
    pub fn of(text: &str, files: &Inventory) -> Result<Self, ScopeError> {
        let text = text.trim();
        let path = match RepoPath::new(text) {
            Ok(path) => path,
            Err(PathError::Empty) => return Ok(Self::All),
            Err(error) => return Err(ScopeError::Path(error)),
        };
        let below = Self::Below(path);
        if below.has_file(files) {
            return Ok(below);
        }
        if text.contains('\n') {
            return Self::several(text.lines(), files);
        }
        if !text.contains(['*', '?', '[', '{', '!']) {
            return Err(ScopeError::NoFile);
        }
        let glob = text.trim_start_matches("./").trim_end_matches('/');
        let anywhere = if glob.contains('/') { "" } else { "**/" };
        let (not, name) = glob
            .strip_prefix('!')
            .map_or(("", glob), |name| ("!", name));
        let below = format!("{not}{anywhere}{name}/**");
        // `*` stays in one folder, unless it matches folders alone; names are those of files or of folders.
        let last = glob.rsplit_once('/').map_or(glob, |(_, last)| last);
        let readings: [&[&str]; 2] = [&[glob], &[glob, &below]];
        for globs in &readings[usize::from(!last.contains('*'))..] {
            let globs = Self::Glob(Globs::keeping(Path::new(""), globs.iter().copied())?);
            if globs.has_file(files) {
                return Ok(globs);
            }
        }
        Err(ScopeError::NoMatch)
    }

    /// Parses several scopes as one; those with a leading `!` exclude. Without any, it is every file.
    ///
    /// # Errors
    /// A [`ScopeError`] if one of them selects no file.
    pub fn several<'a>(
        parts: impl IntoIterator<Item = &'a str>,
        files: &Inventory,
    ) -> Result<Self, ScopeError> {
        let (mut of, mut without) = (Vec::new(), Vec::new());
        for part in parts {
            match Self::of(part, files)? {
                globs @ Self::Glob(_) if part.trim_start().starts_with('!') => without.push(globs),
                scope => of.push(scope),
            }
        }
        Ok(Self::Several { of, without })
    }

    /// Whether the scope contains a path of the inventory.
    #[must_use]
    pub fn holds(&self, path: &str) -> bool {
        match self {
            Self::All => true,
            Self::Below(base) => path
                .strip_prefix(base.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/')),
            // A glob that only excludes has no verdict on other files; these are in the scope.
            Self::Glob(glob) => glob.verdict(Path::new(path), false).unwrap_or(true),
            Self::Several { of, without } => {
                let is_in = of.is_empty() || of.iter().any(|scope| scope.holds(path));
                is_in && without.iter().all(|scope| scope.holds(path))
            }
        }
    }

    /// The path of the file or folder; empty for the root, for globs and for several scopes.
    #[must_use]
    pub fn base(&self) -> &str {
        match self {
            Self::Below(base) => base.as_str(),
            _ => "",
        }
    }

    /// Whether the scope contains a file of the inventory.
    fn has_file(&self, files: &Inventory) -> bool {
        let mut paths = files.files.iter().map(|file: &FileEntry| &file.path);
        paths.any(|path| self.holds(path.as_str()))
    }
}

/// The files of a tree whose names some written places contain.
pub(crate) struct NamedFiles<'e> {
    entries: &'e [FileEntry],
    by_name: HashMap<Cow<'e, str>, Vec<u32>>,
    /// The parts of the root's path, as it was given and without links.
    roots: Vec<Vec<String>>,
}

impl<'e> NamedFiles<'e> {
    pub(crate) fn of(entries: &'e [FileEntry], root: &Path, places: &[WrittenPlace]) -> Self {
        let names = places.iter().filter_map(|place| place.parts.last());
        let wanted: HashSet<&str> = names.map(|name| last_word(name)).collect();
        let mut by_name: HashMap<Cow<'_, str>, Vec<u32>> = HashMap::new();
        for (file, entry) in (0..).zip(entries) {
            let name = match composed(entry.path.file_name()) {
                Cow::Borrowed(name) => Cow::Borrowed(last_word(name)),
                Cow::Owned(name) => Cow::Owned(last_word(&name).to_owned()),
            };
            if wanted.contains(&*name) {
                by_name.entry(name).or_default().push(file);
            }
        }
        let parts = |root: &Path| -> Vec<String> {
            let root = root.to_string_lossy();
            let parts = root.split(['/', '\\']).filter(|part| !part.is_empty());
            parts.map(|part| composed(part).into_owned()).collect()
        };
        let resolved = root.canonicalize().ok().filter(|_| !by_name.is_empty());
        let roots = [Some(root.to_path_buf()), resolved].into_iter().flatten();
        let roots = roots
            .map(|root| parts(&root))
            .filter(|root| !root.is_empty());
        NamedFiles {
            entries,
            by_name,
            roots: roots.collect(),
        }
    }

    /// The files that a place names, with the number of parts that it has in common with their paths: the file at this
    /// very path, or else those with the most parts in common, and of these the ones with the most folders in the
    /// package that the place names.
    pub(crate) fn named_by(&self, place: &WrittenPlace) -> (usize, Vec<u32>) {
        let name = place.parts.last().map(String::as_str).unwrap_or_default();
        let files = self.by_name.get(last_word(name));
        let files = files.map_or(&[][..], Vec::as_slice);
        let path = |file: u32| self.entries[file as usize].path.as_str();
        let is_at = |file: u32, parts: &[String]| {
            let own = path(file).split('/').map(composed);
            own.eq(parts.iter().map(|part| Cow::Borrowed(part.as_str())))
        };
        let inside = self
            .roots
            .iter()
            .filter_map(|root| place.parts.strip_prefix(root.as_slice()));
        let with_blanks = |&file: &u32| Some((place.common_parts_with_blanks(path(file))?, file));
        let mut common: Vec<(usize, u32)> = files.iter().filter_map(with_blanks).collect();
        if common.is_empty() {
            for parts in inside.chain([place.parts.as_slice()]) {
                if let Some(file) = files.iter().find(|file| is_at(**file, parts)) {
                    return (parts.len(), vec![*file]);
                }
            }
            let in_common = |&file: &u32| Some((place.common_parts(path(file))?, file));
            common = files.iter().filter_map(in_common).collect();
        }
        let (most, best) = with_most(common.into_iter());
        let qualified = |file: u32| (place.qualifying_folders(path(file)), file);
        match best.len() {
            0 | 1 => (most, best),
            _ => (most, with_most(best.into_iter().map(qualified)).1),
        }
    }

    /// The path of the only file that a place names.
    pub(crate) fn only(&self, place: &WrittenPlace) -> Option<&'e str> {
        match self.named_by(place).1[..] {
            [file] => Some(self.entries[file as usize].path.as_str()),
            _ => None,
        }
    }
}

/// The last word of a file's name: a written path has no blanks.
fn last_word(name: &str) -> &str {
    name.rsplit(' ').next().unwrap_or(name)
}

/// The highest count, and the files with it.
fn with_most(counted: impl Iterator<Item = (usize, u32)>) -> (usize, Vec<u32>) {
    let counted: Vec<(usize, u32)> = counted.collect();
    let most = counted.iter().map(|(count, _)| *count).max().unwrap_or(0);
    let best = counted.iter().filter(|(count, _)| *count == most);
    (most, best.map(|(_, file)| *file).collect())
}

#[cfg(test)]
mod tests {
    use firsthand_source::RepoPath;

    use super::*;

    fn check(written: &str, paths: &[&str], expect: &str) {
        let entry = |path: &&str| FileEntry {
            path: RepoPath::new(path).unwrap(),
            size: 1,
            state: None,
        };
        let entries: Vec<FileEntry> = paths.iter().map(entry).collect();
        let places = WrittenPlace::all(written);
        let files = NamedFiles::of(&entries, Path::new("/home/me/repo"), &places);
        let (_, found) = files.named_by(places.last().unwrap());
        let seen: Vec<&str> = found.iter().map(|file| paths[*file as usize]).collect();
        assert_eq!(seen.join(" "), expect, "{written}");
    }

    #[test]
    fn a_path_names_the_files_with_the_longest_common_end() {
        let paths = [
            "a.py",
            "lib/util.ts",
            "repo/src/a.py",
            "src/a.py",
            "src/util.ts",
            "src/cafe\u{301}.py",
        ];
        check("src/a.py", &paths, "src/a.py");
        check("/home/me/repo/src/a.py", &paths, "src/a.py");
        check("a.py", &paths, "a.py");
        check("/srv/www/src/util.ts", &paths, "src/util.ts");
        check("C:\\x\\lib\\util.ts", &paths, "lib/util.ts");
        check("util.ts", &paths, "lib/util.ts src/util.ts");
        check("/usr/lib/json/util.ts", &paths, "");
        check("src/café.py", &paths, "src/cafe\u{301}.py");
        check("b.py", &paths, "");
    }

    #[test]
    fn of_files_with_one_name_the_package_chooses() {
        let paths = ["a/Shop.java", "b/Shop.java", "x/acme/a/Shop.java"];
        check("at b.Shop.run(Shop.java:3)", &paths, "b/Shop.java");
        check(
            "at acme.a.Shop.run(Shop.java:3)",
            &paths,
            "x/acme/a/Shop.java",
        );
        check("at org.Shop.run(Shop.java:3)", &paths, &paths.join(" "));
    }

    #[test]
    fn paths_with_blanks_are_found_behind_other_words() {
        let paths = ["my shop/the shop.py", "shop.py", "shop/a.py"];
        check("see my shop/the shop.py:3", &paths, paths[0]);
        check("see the shop.py:3", &paths, paths[0]);
        check("see a shop.py:3", &paths, paths[1]);
        check("file:///my%20shop/the%20shop.py:3", &paths, paths[0]);
        check("my shop/a.py:3", &paths, paths[2]);
    }
}
