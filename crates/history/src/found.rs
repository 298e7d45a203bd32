//! The result of a walk in a form that can be stored.

use serde::{Deserialize, Serialize};

use crate::{ChangeStats, WalkResult};

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
