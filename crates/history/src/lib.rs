//! Commits that touched a file, or lines of it: git history as something to look at.
//!
//! [`History::touching`] walks the newest commits that can be reached from HEAD and returns which of them
//! changed the wanted files, and where only some lines are wanted, those lines: a range is followed back
//! through each change above it, and what a commit did is counted in lines. Nothing is run and nothing is
//! written; objects are read from the repository's own database, whatever git is installed.
//!
//! ```no_run
//! use firsthand_history::{Cancel, History, Limits, RepoPath, Wanted};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let Some(history) = History::open(".".as_ref())? else { return Ok(()) };
//! let wanted = [Wanted::file(RepoPath::new("src/lib.rs")?)];
//! for touch in history.touching(&wanted, Limits::default(), &Cancel::default())?.touches {
//!     println!("{} {}", touch.commit.id, touch.commit.day());
//! }
//! # Ok(()) }
//! ```
//!
//! A file that was moved is followed to where it stood before, if a commit took away a file that was half the same.
//!
//! Not for: lines that were moved from one file to another, blame of each line, or commits of other branches.
#![cfg_attr(test, allow(clippy::disallowed_methods))] // Tests make their own trees.

mod blobs;
mod day;
mod follow;
mod found;
mod track;
mod walk;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

pub use day::second_of_day;
pub use firsthand_source::{Cancel, LineRange, RepoPath};
pub use found::FoundCommits;

/// The version of the walk: it changes when the same commits would give a different result.
const WALK_VERSION: u32 = 1;

/// The size of the object cache of a walk, in bytes.
const OBJECT_CACHE_BYTES: usize = 16 << 20;

/// The objects of a repository, as far as HEAD reaches.
pub struct History {
    /// The repository's top. It is opened anew for each look, which takes little beside the look.
    top: PathBuf,
    /// From the repository's top to the root, with a final `/`; empty where they are one.
    prefix: String,
    /// Which commits HEAD reached when a message was asked for.
    reached: Mutex<Option<walk::ReachedCommits>>,
}

/// Why history cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("git history cannot be read: {0}")]
#[non_exhaustive]
pub struct HistoryError(String);

impl HistoryError {
    pub(crate) fn of(error: impl std::fmt::Display) -> Self {
        Self(error.to_string())
    }
}

/// A file to follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Relative to the root.
    pub path: RepoPath,
    /// Only these lines of the content; all without them.
    pub lines: Option<(LineRange, Vec<u8>)>,
}

impl Wanted {
    /// A whole file.
    #[must_use]
    pub fn file(path: RepoPath) -> Self {
        Self { path, lines: None }
    }

    /// Lines of a file that has this content now.
    #[must_use]
    pub fn lines(path: RepoPath, lines: LineRange, content: Vec<u8>) -> Self {
        let lines = Some((lines, content));
        Self { path, lines }
    }
}

/// A commit, with its message as it stands in the object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Commit {
    /// Its id, 40 hexadecimal digits.
    pub id: String,
    /// When it was committed, in seconds since 1970 (UTC).
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

/// What a commit did to a wanted file, or to the wanted lines of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChangeStats {
    /// The position of the wanted file.
    pub wanted: usize,
    /// Lines of it that the commit wrote; 0 for a file of more than 2 MiB.
    pub written: u32,
    /// Lines that stood there before, and were taken away or written anew.
    pub removed: u32,
    /// Whether the commit created it.
    pub began: bool,
    /// Whether only white space differs.
    pub white_space: bool,
    /// The previous path of the file, relative to the repository's top, if the commit moved it.
    pub moved_from: Option<String>,
}

/// A commit that changed what was wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FileChange {
    /// The commit.
    pub commit: Commit,
    /// What it did, in the order of the wanted; never empty.
    pub changes: Vec<ChangeStats>,
}

/// The result of a walk.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct WalkResult {
    /// Newest first.
    pub touches: Vec<FileChange>,
    /// The number of commits that were walked.
    pub commits: usize,
    /// Whether older commits were left out, by a limit or a cancellation.
    pub truncated: bool,
}

/// The limits of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most commits that are walked, newest first.
    pub commits: usize,
    /// The most commits that are returned for each wanted file.
    pub touches: usize,
    /// Only commits of this second (since 1970, UTC) and later.
    pub since: Option<i64>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            commits: 1_000,
            touches: 10,
            since: None,
        }
    }
}

impl History {
    /// The history of the repository that holds `root`; `None` where there is none, or no commit yet.
    ///
    /// # Errors
    /// A repository that cannot be opened.
    pub fn open(root: &Path) -> Result<Option<Self>, HistoryError> {
        let root = root.canonicalize().map_err(HistoryError::of)?;
        let Some(top) = root.ancestors().find(|top| top.join(".git").exists()) else {
            return Ok(None);
        };
        let below = root.strip_prefix(top).map_err(HistoryError::of)?;
        let Some(below) = below.to_str() else {
            return Ok(None);
        };
        let prefix = match below.is_empty() {
            true => String::new(),
            false => below.replace('\\', "/") + "/",
        };
        let top = top.to_owned();
        let history = Self {
            top,
            prefix,
            reached: Mutex::default(),
        };
        let born = history.repo()?.head_id().is_ok();
        Ok(born.then_some(history))
    }

    fn repo(&self) -> Result<gix::Repository, HistoryError> {
        // The user's and the system's configuration is not read, and nothing of the environment.
        let options = gix::open::Options::isolated();
        let mut repo = options
            .open(&self.top)
            .map_err(HistoryError::of)?
            .to_thread_local();
        repo.object_cache_size_if_unset(OBJECT_CACHE_BYTES);
        Ok(repo)
    }

    /// The id of the commit that HEAD is now.
    ///
    /// # Errors
    /// A repository that cannot be read.
    pub fn head(&self) -> Result<String, HistoryError> {
        let head = self.repo()?.head_id().map(|id| id.to_string());
        head.map_err(HistoryError::of)
    }

    /// What every walk depends on beside what is wanted: where HEAD is, where history was cut off, which objects stand for
    /// others, and the root's place in the repository. As long as it is the same, so is what a walk finds.
    ///
    /// # Errors
    /// A repository that cannot be read.
    pub fn state(&self) -> Result<String, HistoryError> {
        walk::state(&self.repo()?).map(|state| format!("{WALK_VERSION} {state}{}", self.prefix))
    }

    /// What an earlier walk found in the same [`state`](History::state), with the commits as their objects are now.
    ///
    /// # Errors
    /// Objects that cannot be read.
    pub fn read_again(&self, found: FoundCommits) -> Result<WalkResult, HistoryError> {
        walk::read_again(&self.repo()?, found)
    }

    /// The message of a commit, read from its object now; `None` where none of the newest `commits` that
    /// HEAD reaches has the id.
    ///
    /// # Errors
    /// Objects that cannot be read.
    pub fn message(&self, id: &str, commits: usize) -> Result<Option<Vec<u8>>, HistoryError> {
        let mut reached = self.reached.lock().unwrap_or_else(PoisonError::into_inner);
        walk::message(&self.repo()?, id, commits, &mut reached)
    }

    /// The commits that changed what is wanted, newest first.
    ///
    /// # Errors
    /// Objects that cannot be read.
    pub fn touching(
        &self,
        wanted: &[Wanted],
        limits: Limits,
        cancel: &Cancel,
    ) -> Result<WalkResult, HistoryError> {
        walk::touching(&self.repo()?, &self.prefix, wanted, limits, cancel)
    }
}
