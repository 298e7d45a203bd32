//! The budget arguments.

use clap::Args;
use firsthand::BudgetLimits;

/// The budgets of a run.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Budgets")]
pub(crate) struct Budget {
    /// The maximum number of model turns
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = clap::value_parser!(u32).range(1..))]
    max_steps: Option<u32>,
    /// The maximum number of tool calls
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = clap::value_parser!(u32).range(1..))]
    max_tool_calls: Option<u32>,
    /// The time limit in seconds
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = clap::value_parser!(u32).range(1..))]
    max_seconds: Option<u32>,
}

impl Budget {
    /// The limits from flags, the others from the user's settings.
    pub(crate) fn limits(&self, settings: &BudgetLimits) -> BudgetLimits {
        let wall_ms = self.max_seconds.map(|seconds| u64::from(seconds) * 1000);
        BudgetLimits {
            steps: self.max_steps.or(settings.steps),
            tool_calls: self.max_tool_calls.or(settings.tool_calls),
            wall_ms: wall_ms.or(settings.wall_ms),
            ..settings.clone()
        }
    }
}
