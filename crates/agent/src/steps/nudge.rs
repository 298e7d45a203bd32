//! Reminds a model that stops without submitting.

use firsthand_validator::StopReason;

use super::Effect;
use crate::event::HostMessageKind;
use crate::prompt::{self, WrittenCall};
use crate::run::has_unclosed_json;
use crate::{Message, State};

/// Applies when the model's last turn called nothing. Ends the run once no reminder or no step is left.
pub(super) fn step(state: &State) -> Option<Effect> {
    if state.stopped.is_some() || !matches!(state.messages.last(), Some(Message::Model(_))) {
        return None;
    }
    let written = match state.messages.last() {
        Some(Message::Model(turn)) if has_unclosed_json(&turn.text) => Some(WrittenCall::BrokenOff),
        Some(Message::Model(turn)) if turn.text.contains(['{', '<']) => Some(WrittenCall::NoCall),
        _ => None,
    };
    if state.stats.nudges < state.budgets.nudges && state.steps_left() > 0 {
        let text = prompt::nudge(state.situation(), written);
        return Some(Effect::Message(HostMessageKind::Nudge, text));
    }
    let reason = state.stop_reason_or(StopReason::NoSubmit);
    Some(Effect::Stop(reason))
}
