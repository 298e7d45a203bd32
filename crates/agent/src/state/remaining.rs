//! The budget that is left, and the note about it that the model reads.

use super::State;
use crate::RemainingBudget;
use crate::prompt::{self, Situation};

/// With less room than this, in characters, no place can be shown: a header and a line or two.
const LEAST_ROOM: usize = 200;

impl State {
    /// What the model may still take in; 0 where that is too little to show a place.
    pub(crate) fn room_left(&self) -> usize {
        let spent = usize::try_from(self.stats.observation_chars).unwrap_or(usize::MAX);
        let left = self.budgets.observation_chars.saturating_sub(spent);
        if left < LEAST_ROOM { 0 } else { left }
    }

    /// How many model turns are left.
    pub(crate) fn steps_left(&self) -> u32 {
        self.budgets.steps.saturating_sub(self.stats.steps)
    }

    /// Why only a report can follow, in a sentence for the model; `None` while it may go on.
    pub(crate) fn why_only_report(&self) -> Option<&'static str> {
        if self.stats.tool_calls >= self.budgets.tool_calls {
            Some(prompt::NO_CALLS)
        } else if self.room_left() == 0 {
            Some(prompt::NO_ROOM)
        } else {
            (self.steps_left() <= 1).then_some(prompt::LAST_TURN)
        }
    }

    /// What the model has so far, and may still do.
    pub(crate) fn situation(&self) -> Situation {
        Situation {
            seen: !self.registry.is_empty(),
            stands: self.best().is_some(),
            steps_left: self.steps_left(),
            why_only_report: self.why_only_report(),
        }
    }

    /// Why only a report can follow, or else what the model may still take.
    pub(super) fn remaining(&self) -> RemainingBudget {
        let calls = self.budgets.tool_calls;
        match self.why_only_report() {
            Some(reason) => RemainingBudget::OnlyReport(reason),
            None => RemainingBudget::Open {
                turns: self.steps_left(),
                calls: calls.saturating_sub(self.stats.tool_calls),
                chars: self.room_left(),
            },
        }
    }
}
