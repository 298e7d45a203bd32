//! Selects files of a tree: all, a file, a folder, or a glob.

use std::path::Path;

use firsthand_source::fs::{FileEntry, GlobError, Globs, Inventory};
use firsthand_source::{PathError, RepoPath};

/// A part of an inventory.
#[derive(Clone, Debug)]
pub enum Scope {
    /// Every file.
    All,
    /// One file, or the files below a folder.
    Below(RepoPath),
    /// The files that a glob of `.gitignore`'s syntax matches.
    Glob(Globs),
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
    /// (`app/[slug]/page.tsx`); an empty text or the root selects every file.
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
        if !text.contains(['*', '?', '[', '{', '!']) {
            return Err(ScopeError::NoFile);
        }
        let glob = text.trim_start_matches("./");
        let glob = Self::Glob(Globs::keeping(Path::new(""), [glob])?);
        match glob.has_file(files) {
            true => Ok(glob),
            false => Err(ScopeError::NoMatch),
        }
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
        }
    }

    /// The path of the file or folder; empty for the root and for globs.
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
