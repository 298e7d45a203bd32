//! Ends the run if a model keeps its report after a message about a gap, about the usages of what the report cites, or
//! about what it loses.

use firsthand_validator::StopReason;

use super::{Effect, fit};
use crate::event::HostMessageKind;
use crate::{Message, State};

/// Applies when the model called nothing after such a message, and has a usable report. If that loses something when it
/// is printed, the model is asked about it first.
pub(super) fn step(state: &State) -> Option<Effect> {
    let made_no_call = matches!(state.conversation.messages.last(), Some(Message::Model(turn)) if turn.calls.is_empty());
    if !made_no_call {
        return None;
    }
    let reason = match state.conversation.last_host_message? {
        HostMessageKind::Gap => StopReason::BestOfContinuations,
        HostMessageKind::Usages | HostMessageKind::Fit if state.why_earlier().is_some() => {
            StopReason::BestOfContinuations
        }
        HostMessageKind::Usages | HostMessageKind::Fit => StopReason::Accepted,
        HostMessageKind::Nudge | HostMessageKind::Insistence => return None,
    };
    state.best()?;
    fit::message(state).or(Some(Effect::Stop(reason)))
}
