//! Ends the run if a model keeps its report after a message about a gap, or about the usages of what the report cites.

use firsthand_validator::StopReason;

use super::Effect;
use crate::event::HostMessageKind;
use crate::{Message, State};

/// Applies when the model called nothing after such a message, and has a usable report.
pub(super) fn step(state: &State) -> Option<Effect> {
    let made_no_call =
        matches!(state.messages.last(), Some(Message::Model(turn)) if turn.calls.is_empty());
    if state.stopped.is_some() || !made_no_call {
        return None;
    }
    let reason = match state.last_host_message? {
        HostMessageKind::Gap => StopReason::BestOfContinuations,
        HostMessageKind::Usages => StopReason::Accepted,
        HostMessageKind::Nudge | HostMessageKind::Insistence => return None,
    };
    state.best().map(|_| Effect::Stop(reason))
}
