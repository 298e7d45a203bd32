//! What a walk over commits returns.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use crate::Commit;

/// The change of a commit to a target.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ChangeStats {
    /// The index of the target.
    pub wanted: usize,
    /// The number of added or changed lines; 0 for a file of more than 2 MiB.
    pub written: u32,
    /// The number of removed or changed lines.
    pub removed: u32,
    /// Whether the commit created the file or the lines.
    pub began: bool,
    /// Whether only white space differs.
    pub white_space: bool,
    /// The previous path of the file, relative to the repository's top, if the commit moved it.
    pub moved_from: Option<String>,
}

/// A commit that changed targets.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FileChange {
    /// The commit.
    pub commit: Commit,
    /// Its changes, in the order of the targets; never empty.
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
    /// Whether older commits were left out, by a limit, a cancellation or an object that cannot be read.
    pub truncated: bool,
    /// The object that cannot be read, and why: the walk ended there.
    pub unreadable: Option<String>,
}

impl WalkResult {
    /// Adds the walk of another repository. `targets` are the indices of its targets among those of both.
    #[must_use]
    pub fn joined(mut self, other: Self, targets: &[usize]) -> Self {
        let moved = other.touches.into_iter().map(|mut touch| {
            for change in &mut touch.changes {
                change.wanted = targets[change.wanted];
            }
            touch
        });
        self.touches.extend(moved);
        self.touches.sort_by_key(|touch| Reverse(touch.commit.seconds));
        Self {
            touches: self.touches,
            commits: self.commits + other.commits,
            truncated: self.truncated || other.truncated,
            unreadable: self.unreadable.or(other.unreadable),
        }
    }
}

/// The result of a walk, with the ids of the commits instead of their messages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FoundCommits {
    /// Each commit with its changes, newest first.
    pub(crate) touches: Vec<(String, Vec<ChangeStats>)>,
    pub(crate) commits: usize,
    pub(crate) truncated: bool,
}

impl From<&WalkResult> for FoundCommits {
    fn from(walked: &WalkResult) -> Self {
        let touches = walked.touches.iter();
        Self {
            touches: touches
                .map(|touch| (touch.commit.id.clone(), touch.changes.clone()))
                .collect(),
            commits: walked.commits,
            truncated: walked.truncated,
        }
    }
}
