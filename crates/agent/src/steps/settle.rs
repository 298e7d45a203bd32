//! After the end: looks at the disk once more for the report that will be built.

use firsthand_validator::{StopReason, cited, fallback_ranges};

use super::Effect;
use crate::State;
use crate::event::CheckFor;

/// Applies once the run is stopped: a check of what is about to be reported, unless the last thing
/// that was done was just that. A check can make another submission the best one; each is looked at
/// once, so this ends even where files keep changing.
pub(super) fn step(state: &State) -> Option<Effect> {
    if state.stopped? == StopReason::Cancelled {
        return None;
    }
    let of = state
        .best()
        .map_or(CheckFor::Fallback, CheckFor::Submission);
    if state.last_check == Some(of) || state.checked_after_stop.contains(&of) {
        return None;
    }
    let wanted = match of {
        CheckFor::Submission(n) => cited(&state.registry, &state.submissions.get(n)?.selection),
        CheckFor::Fallback => fallback_ranges(&state.registry, &state.task.as_ref()?.query),
    };
    Some(Effect::Check { of, wanted })
}
