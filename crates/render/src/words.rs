//! The report's own words for what it was told in numbers and names.

use std::fmt;

use firsthand_validator::{Coverage, StopReason};

/// What was searched, in words.
pub(crate) struct Searched(pub(crate) Coverage);

impl fmt::Display for Searched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Coverage {
            patterns,
            files_seen,
            files_skipped,
            truncated,
        } = self.0;
        if patterns == 0 && files_seen == 0 {
            f.write_str("no search was made")?;
        } else {
            write!(
                f,
                "searched {patterns} pattern{}",
                plural(u64::from(patterns))
            )?;
            write!(f, " in {files_seen} file{}", plural(files_seen))?;
        }
        if files_skipped > 0 {
            write!(
                f,
                "; {files_skipped} skipped: binary, large, secret or linked"
            )?;
        }
        f.write_str(if truncated { "; some results cut" } else { "" })
    }
}

/// The ending of a counted word.
pub(crate) fn plural(count: u64) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// The stop reason's name on the wire.
pub(crate) fn stop_name(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Accepted => "accepted",
        StopReason::BestOfContinuations => "best_of_continuations",
        StopReason::NoSubmit => "no_submit",
        StopReason::Gutted => "gutted",
        StopReason::StepBudget => "step_budget",
        StopReason::ObservationBudget => "observation_budget",
        StopReason::TimeBudget => "time_budget",
        StopReason::ModelError => "model_error",
        StopReason::Cancelled => "cancelled",
    }
}
