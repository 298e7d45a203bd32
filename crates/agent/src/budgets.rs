//! The limits of a run.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The limits of one exploration. A run that has used one up ends with its best report so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Budgets {
    /// Model turns. The last one must call `submit_report`; where it brings no
    /// valid report, one more such turn beyond this number follows.
    pub steps: u32,
    /// Tool calls, all turns together.
    pub tool_calls: u32,
    /// Calls that run in parallel.
    pub parallel: u32,
    /// Characters of one tool result.
    pub result_chars: usize,
    /// Characters of one file, all results together.
    pub file_chars: usize,
    /// Characters of observations, all results together.
    pub observation_chars: usize,
    /// Milliseconds of wall time.
    pub wall_ms: u64,
    /// Reminders to a model that stops without submitting. The second request of a required report
    /// does not count as one: some servers ignore the required tool.
    pub nudges: u32,
    /// The most requests for a better report, after one with a critical gap.
    pub continuations: u32,
}

impl Default for Budgets {
    fn default() -> Self {
        Self {
            steps: 12,
            tool_calls: 50,
            parallel: 8,
            result_chars: 12_000,
            file_chars: 20_000,
            observation_chars: 60_000,
            wall_ms: 90_000,
            nudges: 1,
            continuations: 2,
        }
    }
}

impl Budgets {
    /// The wall time.
    #[must_use]
    pub fn wall(self) -> Duration {
        Duration::from_millis(self.wall_ms)
    }

    /// The smaller value of each limit: a repository's own settings may only narrow.
    #[must_use]
    pub fn narrowed(self, by: Self) -> Self {
        Self {
            steps: self.steps.min(by.steps),
            tool_calls: self.tool_calls.min(by.tool_calls),
            parallel: self.parallel.min(by.parallel),
            result_chars: self.result_chars.min(by.result_chars),
            file_chars: self.file_chars.min(by.file_chars),
            observation_chars: self.observation_chars.min(by.observation_chars),
            wall_ms: self.wall_ms.min(by.wall_ms),
            nudges: self.nudges.min(by.nudges),
            continuations: self.continuations.min(by.continuations),
        }
    }
}
