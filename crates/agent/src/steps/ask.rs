//! Requests the model's next turn, while there are steps.

use firsthand_validator::StopReason;

use super::Effect;
use crate::State;
use crate::submit::SUBMIT;

/// Applies to every running conversation. The report is required on the last step, once no tool call or no character of
/// observations is left, and after a required report did not come, in one turn beyond the budget. Ends the run instead
/// after a failure of the model, and when no step is left.
pub(super) fn step(state: &State) -> Option<Effect> {
    state.setup.task.as_ref()?;
    let stop = |reason| Some(Effect::Stop(state.stop_reason_or(reason)));
    if state.turn.failure.is_some() {
        let is_idle = state.turn.idle;
        return stop(if is_idle { StopReason::Idle } else { StopReason::ModelError });
    }
    let again = state.turn.turns_without_report > 0;
    if state.steps_left() == 0 && !again {
        return stop(match state.room_left() {
            0 => StopReason::ObservationBudget,
            _ => StopReason::StepBudget,
        });
    }
    let must_call = (again || state.why_only_report().is_some()).then_some(SUBMIT);
    Some(Effect::Ask(must_call))
}
