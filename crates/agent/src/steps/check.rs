//! Checks what a submitted report cites, before it is validated.

use super::{Cited, Effect};
use crate::State;
use crate::event::CheckFor;

/// Applies to the last submission while it has no verdict.
pub(super) fn step(state: &State) -> Option<Effect> {
    let last = state.submissions.len().checked_sub(1)?;
    let submission = state.submissions.get(last)?;
    if submission.validated.is_some() {
        return None;
    }
    let cited = Cited::by(&submission.selection, state);
    Some(Effect::Check(CheckFor::Submission(last), cited))
}
