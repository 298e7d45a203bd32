//! What a walk found, to be kept and read again.

use serde::{Deserialize, Serialize};

use crate::{ChangeStats, WalkResult};

/// What a walk found but for the texts of the commits, which are named by their ids.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FoundCommits {
    /// Each commit with what it did, newest first.
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
