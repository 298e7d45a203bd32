//! The budget arguments.

use clap::Args;
use firsthand::Budgets;

/// The budgets of a run.
#[derive(Args, Debug)]
#[command(next_help_heading = "Budgets")]
pub(crate) struct Budget {
    /// The maximum number of model turns
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_steps: Option<u32>,
    /// The maximum number of tool calls
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_tool_calls: Option<u32>,
    /// The time limit in seconds
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_seconds: Option<u32>,
}

impl Budget {
    /// The budgets from flags, the others from `default`.
    pub(crate) fn budgets(&self, default: Budgets) -> Budgets {
        Budgets {
            steps: self.max_steps.unwrap_or(default.steps),
            tool_calls: self.max_tool_calls.unwrap_or(default.tool_calls),
            wall_ms: self
                .max_seconds
                .map_or(default.wall_ms, |s| u64::from(s) * 1000),
            ..default
        }
    }
}
