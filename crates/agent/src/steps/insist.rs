//! Requires a report once more after a required report did not come.

use firsthand_validator::StopReason;

use super::Effect;
use crate::event::HostMessageKind;
use crate::{Message, State, prompt};

/// Applies when the last turn had to be a report and brought no valid one. Some servers silently ignore the required
/// tool, so only the model's turn shows whether the call came. If the repeated request brings no report either, the run
/// ends.
pub(super) fn step(state: &State) -> Option<Effect> {
    if state.turn.turns_without_report == 0 || state.last_message_is_the_hosts() {
        return None;
    }
    if state.turn.turns_without_report == 1 {
        let text = prompt::insistence(state.situation().has_places);
        return Some(Effect::Message(HostMessageKind::Insistence, text));
    }
    let made_no_call = matches!(state.conversation.messages.last(), Some(Message::Model(_)));
    let reason = if made_no_call {
        StopReason::NoSubmit
    } else {
        state.used_up_budget().unwrap_or(StopReason::NoSubmit)
    };
    Some(Effect::Stop(state.stop_reason_or(reason)))
}
