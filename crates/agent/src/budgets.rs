//! The limits of a run: those that somebody states, and the resolved ones.

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
    /// The most requests for a better report, after one with a critical gap. With 0 the model is not asked either what to
    /// leave out of a report that is too long to print, which is no such request.
    pub continuations: u32,
}

impl Default for Budgets {
    fn default() -> Self {
        Self {
            steps: 12,
            tool_calls: 50,
            parallel: 8,
            result_chars: 12_000,
            file_chars: 40_000,
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
    pub fn narrowed(self, by: &BudgetLimits) -> Self {
        let stated = by.resolve(self);
        Self {
            steps: self.steps.min(stated.steps),
            tool_calls: self.tool_calls.min(stated.tool_calls),
            parallel: self.parallel.min(stated.parallel),
            result_chars: self.result_chars.min(stated.result_chars),
            file_chars: self.file_chars.min(stated.file_chars),
            observation_chars: self.observation_chars.min(stated.observation_chars),
            wall_ms: self.wall_ms.min(stated.wall_ms),
            nudges: self.nudges.min(stated.nudges),
            continuations: self.continuations.min(stated.continuations),
        }
    }
}

/// Limits as somebody states them: `None` where nothing is stated. [`ModelTraits::budgets`](crate::ModelTraits::budgets)
/// resolves them, since the defaults depend on the model; a stated limit holds for every model, also if it equals a default.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table of limits")]
pub struct BudgetLimits {
    /// See [`Budgets::steps`].
    pub steps: Option<u32>,
    /// See [`Budgets::tool_calls`].
    pub tool_calls: Option<u32>,
    /// See [`Budgets::parallel`].
    pub parallel: Option<u32>,
    /// See [`Budgets::result_chars`].
    pub result_chars: Option<usize>,
    /// See [`Budgets::file_chars`].
    pub file_chars: Option<usize>,
    /// See [`Budgets::observation_chars`].
    pub observation_chars: Option<usize>,
    /// See [`Budgets::wall_ms`].
    pub wall_ms: Option<u64>,
    /// See [`Budgets::nudges`].
    pub nudges: Option<u32>,
    /// See [`Budgets::continuations`].
    pub continuations: Option<u32>,
}

impl BudgetLimits {
    /// The stated limits, and the default for each other one.
    #[must_use]
    pub fn resolve(&self, default: Budgets) -> Budgets {
        Budgets {
            steps: self.steps.unwrap_or(default.steps),
            tool_calls: self.tool_calls.unwrap_or(default.tool_calls),
            parallel: self.parallel.unwrap_or(default.parallel),
            result_chars: self.result_chars.unwrap_or(default.result_chars),
            file_chars: self.file_chars.unwrap_or(default.file_chars),
            observation_chars: self.observation_chars.unwrap_or(default.observation_chars),
            wall_ms: self.wall_ms.unwrap_or(default.wall_ms),
            nudges: self.nudges.unwrap_or(default.nudges),
            continuations: self.continuations.unwrap_or(default.continuations),
        }
    }
}
