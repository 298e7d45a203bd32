//! Answers every call of the model's last turn, exactly once.

use super::Effect;
use crate::State;

/// Applies while calls are pending. The report is always received; other calls run while the budget
/// of calls and of observations lasts, and there is a turn left to read the answers.
pub(super) fn step(state: &State) -> Option<Effect> {
    if state.turn.pending.is_empty() {
        return None;
    }
    let calls_left =
        state.setup.budgets.tool_calls.saturating_sub(state.facts.stats.tool_calls) as usize;
    let (allowed, refusal) = if state.steps_left() == 0 {
        (
            0,
            "Not run: this was the last turn, so nobody would read the answer. Only submit_report \
             counts.",
        )
    } else if state.room_left() == 0 {
        (0, "Not run: as much was shown as a run may show. Call submit_report.")
    } else {
        (calls_left, "Not run: the tool calls of this run are used up. Call submit_report.")
    };
    let other_calls = state.turn.pending.iter().filter(|call| call.report.is_none()).count();
    Some(Effect::Answer { allowed: allowed.min(other_calls), refusal })
}
