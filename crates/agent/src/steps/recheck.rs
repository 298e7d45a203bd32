//! Checks what the chosen report cites again after the end.

use firsthand_validator::{StopReason, fallback_ranges};

use super::{Cited, Effect};
use crate::State;
use crate::event::CheckFor;

/// Applies once the run has stopped for this reason, unless it was cancelled: checks the files of the best submission, or of the
/// fallback, unless the last check was that one. A check can make another submission the best one. Each is checked only
/// once after the end, so the checks end even where files keep changing.
pub(super) fn step(state: &State, reason: StopReason) -> Option<Effect> {
    if reason == StopReason::Cancelled {
        return None;
    }
    let report = state.best().map_or(CheckFor::Fallback, CheckFor::Submission);
    if state.checks.last == Some(report) || state.checks.after_stop.contains(&report) {
        return None;
    }
    let cited = match report {
        CheckFor::Submission(n) => Cited::by(&state.submissions.get(n)?.selection, state),
        CheckFor::Fallback => Cited {
            ranges: fallback_ranges(&state.registry, &state.run_facts(reason)?),
            ..Cited::default()
        },
    };
    Some(Effect::Check(report, cited))
}
