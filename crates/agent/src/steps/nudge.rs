//! Reminds a model that stops without submitting.

use firsthand_validator::{StopReason, Verdict};

use super::Effect;
use super::judge::open_gaps;
use crate::event::HostMessageKind;
use crate::prompt::{self, WrittenCall};
use crate::run::has_unclosed_json;
use crate::{Message, State};

/// Applies when the model's last turn called nothing. Ends the run once no reminder or no step is left.
pub(super) fn step(state: &State) -> Option<Effect> {
    let Some(Message::Model(turn)) = state.conversation.messages.last() else {
        return None;
    };
    let written = if has_unclosed_json(&turn.text) {
        Some(WrittenCall::BrokenOff)
    } else if turn.text.contains(['{', '<']) {
        Some(WrittenCall::NoCall)
    } else {
        None
    };
    if state.facts.stats.nudges < state.setup.budgets.nudges && state.steps_left() > 0 {
        let text = match kept_in_vain(state) {
            Some(verdict) => prompt::nothing_to_keep(state.situation(), &open_gaps(verdict)),
            None => prompt::nudge(state.situation(), written),
        };
        return Some(Effect::Message(HostMessageKind::Nudge, text));
    }
    let reason = state.stop_reason_or(StopReason::NoSubmit);
    Some(Effect::Stop(reason))
}

/// The verdict on the last report, if the model answers a message about it without a call, and there is no report to keep.
fn kept_in_vain(state: &State) -> Option<&Verdict> {
    state.conversation.last_host_message.filter(|_| state.best().is_none())?;
    state.verdict(state.submissions.len().checked_sub(1)?)
}
