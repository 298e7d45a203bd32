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
        if let Some(stored) = as_stored(text, files) {
            return Ok(Self::Below(stored));
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

/// The path of a file or folder of the inventory whose accents are written in another way; `None` if there is none.
fn as_stored(text: &str, files: &Inventory) -> Option<RepoPath> {
    if text.is_ascii() {
        return None;
    }
    let path = RepoPath::new(text).ok()?;
    let wanted: Vec<Cow<'_, str>> = path.as_str().split('/').map(composed).collect();
    let stored = files.files.iter().find_map(|file| {
        let parts: Vec<&str> = file.path.as_str().split('/').collect();
        let begins = parts.get(..wanted.len())?;
        begins
            .iter()
            .map(|part| composed(part))
            .eq(wanted.iter().cloned())
            .then(|| begins.join("/"))
    });
    RepoPath::new(&stored?).ok()
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
        let wanted: HashSet<&str> = names.map(String::as_str).collect();
        let mut by_name: HashMap<Cow<'_, str>, Vec<u32>> = HashMap::new();
        for (file, entry) in (0..).zip(entries) {
            let name = composed(entry.path.file_name());
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
    /// very path, or else those with the most parts in common.
    pub(crate) fn named_by(&self, place: &WrittenPlace) -> (usize, Vec<u32>) {
        let name = place.parts.last().map(String::as_str).unwrap_or_default();
        let files = self.by_name.get(name).map_or(&[][..], Vec::as_slice);
        let path = |file: u32| self.entries[file as usize].path.as_str();
        let is_at = |file: u32, parts: &[String]| {
            let own = path(file).split('/').map(composed);
            own.eq(parts.iter().map(|part| Cow::Borrowed(part.as_str())))
        };
        let inside = self
            .roots
            .iter()
            .filter_map(|root| place.parts.strip_prefix(root.as_slice()));
        for parts in inside.chain([place.parts.as_slice()]) {
            if let Some(file) = files.iter().find(|file| is_at(**file, parts)) {
                return (parts.len(), vec![*file]);
            }
        }
        let common = files
            .iter()
            .filter_map(|&file| Some((place.common_parts(path(file))?, file)));
        let common: Vec<(usize, u32)> = common.collect();
        let most = common.iter().map(|(count, _)| *count).max().unwrap_or(0);
        let best = common.iter().filter(|(count, _)| *count == most);
        (most, best.map(|(_, file)| *file).collect())
    }

    /// The path of the only file that a place names.
    pub(crate) fn only(&self, place: &WrittenPlace) -> Option<&'e str> {
        match self.named_by(place).1[..] {
            [file] => Some(self.entries[file as usize].path.as_str()),
            _ => None,
        }
    }
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
        let (_, found) = files.named_by(&places[0]);
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
}
