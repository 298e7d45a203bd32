//! A model that was asked about a gap may leave its report as it was.

use firsthand_validator::StopReason;

use super::Effect;
use crate::event::HostMessageKind;
use crate::{Message, State};

/// Applies when the model called nothing after the host named a gap, and a report of it can stand.
pub(super) fn step(state: &State) -> Option<Effect> {
    let talked =
        matches!(state.messages.last(), Some(Message::Model(turn)) if turn.calls.is_empty());
    if state.stopped.is_some() || !talked || state.last_said != Some(HostMessageKind::Gap) {
        return None;
    }
    let reason = StopReason::BestOfContinuations;
    state.best().map(|_| Effect::Stop { reason })
}
