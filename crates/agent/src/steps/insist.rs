//! A report that was asked for by force and did not come is asked for once more.

use firsthand_validator::StopReason;

use super::Effect;
use crate::event::HostMessageKind;
use crate::{Message, State, prompt};

/// Applies when the last turn had to be a report and brought none that can be read. Some servers
/// ignore the force without a word, so only the answer shows it. The second time the run ends.
pub(super) fn step(state: &State) -> Option<Effect> {
    if state.stopped.is_some() || state.turns_without_report == 0 || state.host_spoke_last() {
        return None;
    }
    if state.turns_without_report == 1 {
        return Some(Effect::Message {
            why: HostMessageKind::Insistence,
            text: prompt::insistence(state.situation().seen),
        });
    }
    let best = state.best().map(|_| StopReason::BestOfContinuations);
    let talked = matches!(state.messages.last(), Some(Message::Model(_)));
    let reason = if talked {
        StopReason::NoSubmit
    } else if state.room_left() == 0 {
        StopReason::ObservationBudget
    } else if state.steps_left() == 0 {
        StopReason::StepBudget
    } else {
        StopReason::NoSubmit
    };
    Some(Effect::Stop {
        reason: best.unwrap_or(reason),
    })
}
