//! Reads the cited files of a submitted report, before it is validated.

use firsthand_validator::cited;

use super::Effect;
use crate::State;
use crate::event::CheckFor;

/// Applies to the last submission while it has no verdict.
pub(super) fn step(state: &State) -> Option<Effect> {
    let last = state.submissions.len().checked_sub(1)?;
    let submission = state.submissions.get(last)?;
    if submission.validated.is_some() {
        return None;
    }
    let ranges = cited(&state.registry, &submission.selection);
    Some(Effect::Check {
        report: CheckFor::Submission(last),
        ranges,
    })
}
