//! Finds the commits that touched a file or lines of it, in the git history, and the files in which two states differ.
//!
//! [`History::touching`] walks the newest commits that can be reached from HEAD and returns which of them
//! changed the target files, or the target lines: the position of a range of lines is mapped back through every
//! change of its file, and each change is described by its numbers of lines. No program is run and nothing is
//! written; objects are read from the repository's own database, whatever git is installed.
//!
//! ```no_run
//! use firsthand_history::{Cancel, History, Limits, RepoPath, Target};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let Some(history) = History::open(".".as_ref())? else { return Ok(()) };
//! let targets = [Target::file(RepoPath::new("src/lib.rs")?)];
//! for touch in history.touching(&targets, Limits::default(), &Cancel::default())?.touches {
//!     println!("{} {}", touch.commit.id, touch.commit.day());
//! }
//! # Ok(()) }
//! ```
//!
//! [`History::changes`] compares a commit with another one, with what is staged, or with the files as they stand;
//! [`History::changed_together`] counts which files change in the same commits.
//!
//! A moved file is followed to its previous path, if the commit removed a file with at least half of the same lines.
//!
//! Not supported: lines that were moved from one file to another, blame, and touches by commits of other branches.
#![cfg_attr(test, allow(clippy::disallowed_methods))] // Tests make their own trees.

mod blobs;
mod changed;
mod day;
mod follow;
mod location;
mod open;
mod present;
mod result;
mod staged;
mod together;
mod track;
mod trees;
mod walk;

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use firsthand_source::fs::{GitFolder, WorkspaceRoot};
use location::Location;

pub use changed::{After, ChangedFile, Changes, Content, WorkTree};
pub use day::second_of_day;
pub use firsthand_source::{Cancel, LineRange, RepoPath};
pub use result::{ChangeStats, FileChange, FoundCommits, WalkResult};
pub use together::{ChangedTogether, TogetherLimits};

/// The git history of a repository: the commits that HEAD reaches.
pub struct History {
    /// The repository's folders. It is opened for each query, which is cheap compared with the query.
    folder: GitFolder,
    /// The folder whose files are compared.
    root: PathBuf,
    location: Location,
    /// The commits that HEAD reached at the last query for a message.
    reached: Mutex<Option<walk::ReachedCommits>>,
}

/// Why history cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{sentence}")]
#[non_exhaustive]
pub struct HistoryError {
    sentence: String,
    kind: Kind,
}

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// History can be read, and has nothing of the kind that was asked for.
    Lacking,
    /// An object is not there.
    Missing,
    /// Git's files cannot be read as such.
    Broken,
    Other,
}

impl HistoryError {
    /// History that cannot be read.
    pub(crate) fn of(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        let error = error.into();
        let kind = if gix::error::classify(&*error).is_not_found() {
            Kind::Missing
        } else if error.is::<gix::Error>() {
            Kind::Broken
        } else {
            Kind::Other
        };
        Self { sentence: format!("git history cannot be read: {error}"), kind }
    }

    /// History that can be read, and has nothing of the kind.
    pub(crate) fn lacking(sentence: String) -> Self {
        Self { sentence, kind: Kind::Lacking }
    }

    /// Whether history can be read, and has no such revision as was asked for.
    #[must_use]
    pub fn is_lacking(&self) -> bool {
        self.kind == Kind::Lacking
    }

    /// The error with what git's own commands can do about it.
    pub(crate) fn with_remedy(self, remedy: &str) -> Self {
        Self { sentence: format!("{}; {remedy}", self.sentence), ..self }
    }
}

/// A file to follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// Relative to the root.
    pub path: RepoPath,
    /// The lines to follow, with the content that they refer to; `None` for the whole file.
    pub lines: Option<(LineRange, Vec<u8>)>,
}

impl Target {
    /// Makes a target of a whole file.
    #[must_use]
    pub fn file(path: RepoPath) -> Self {
        Self { path, lines: None }
    }

    /// Makes a target of lines of a file with this present content.
    #[must_use]
    pub fn lines(path: RepoPath, lines: LineRange, content: Vec<u8>) -> Self {
        let lines = Some((lines, content));
        Self { path, lines }
    }
}

/// A commit, with the unchanged message of its object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Commit {
    /// Its id, 40 hexadecimal digits.
    pub id: String,
    /// The commit time, in seconds since 1970 (UTC).
    pub seconds: i64,
    /// Its message, byte for byte.
    pub message: Vec<u8>,
}

impl Commit {
    /// The day (UTC): `2026-05-31`.
    #[must_use]
    pub fn day(&self) -> String {
        day::day(self.seconds)
    }
}

/// The limits of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most commits that are walked, newest first.
    pub commits: usize,
    /// The most commits that are returned for each target.
    pub touches: usize,
    /// Only commits of this second (since 1970, UTC) and later.
    pub since: Option<i64>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { commits: 1_000, touches: 10, since: None }
    }
}

/// Whether a folder is a git repository without a checkout: it has no files that could be searched.
#[must_use]
pub fn is_bare(folder: &Path) -> bool {
    let kind = |name: &str| folder.join(name).symlink_metadata().map(|found| found.file_type());
    let is_folder = |name: &str| kind(name).is_ok_and(|kind| kind.is_dir());
    kind("HEAD").is_ok_and(|kind| kind.is_file()) && is_folder("objects") && is_folder("refs")
}

impl History {
    /// Opens the history of the repository that contains `root`; `None` without a repository or a commit, or if the
    /// path of `root` in the repository is not UTF-8.
    ///
    /// # Errors
    /// `root` does not exist, or the repository cannot be opened; nor may it be opened if `.git` leads to a repository
    /// that does not name the folder as its checkout, if it takes objects from elsewhere, or if it is not made of
    /// regular files alone.
    pub fn open(root: &Path) -> Result<Option<Self>, HistoryError> {
        Self::at(root, String::new())
    }

    /// As [`History::open`], for one of several roots: all paths are those of the workspace. An installed package has
    /// none.
    ///
    /// # Errors
    /// As [`History::open`].
    pub fn of_root(root: &WorkspaceRoot) -> Result<Option<Self>, HistoryError> {
        if root.installed { Ok(None) } else { Self::at(&root.folder, root.prefix().to_owned()) }
    }

    /// Whether a path is in this history's root.
    #[must_use]
    pub fn has_path(&self, path: &RepoPath) -> bool {
        path.as_str().starts_with(&self.location.prefix)
    }

    fn at(root: &Path, prefix: String) -> Result<Option<Self>, HistoryError> {
        let root = root.canonicalize().map_err(HistoryError::of)?;
        let Some(top) = root.ancestors().find(|top| top.join(".git").symlink_metadata().is_ok())
        else {
            return Ok(None);
        };
        let below = root.strip_prefix(top).map_err(HistoryError::of)?;
        let Some(below) = below.to_str() else {
            return Ok(None);
        };
        let below = if below.is_empty() { String::new() } else { below.replace('\\', "/") + "/" };
        let Some(folder) = GitFolder::of(top).map_err(HistoryError::of)? else {
            return Ok(None);
        };
        folder.verify().map_err(HistoryError::of)?;
        let location = Location { below, prefix };
        let history = Self { folder, root: root.clone(), location, reached: Mutex::default() };
        let head = |repo: &gix::Repository| Ok(!repo.head().map_err(HistoryError::of)?.is_unborn());
        let has_commit = history.read(head)?;
        Ok(has_commit.then_some(history))
    }

    fn read<T>(
        &self,
        query: impl FnOnce(&gix::Repository) -> Result<T, HistoryError>,
    ) -> Result<T, HistoryError> {
        open::read(&self.folder, query)
    }

    /// The id of the HEAD commit.
    ///
    /// # Errors
    /// The repository cannot be read.
    pub fn head(&self) -> Result<String, HistoryError> {
        self.read(|repo| repo.head_id().map(|id| id.to_string()).map_err(HistoryError::of))
    }
}
