//! The budget that is left, and the note about it that the model reads.

use super::State;
use crate::RemainingBudget;
use crate::prompt::{self, Situation};

/// The fewest characters in which a place can be shown: a header and a line or two.
const MIN_ROOM_CHARS: usize = 200;

impl State {
    /// The characters of observations that are left; 0 where they are too few to show a place.
    pub(crate) fn room_left(&self) -> usize {
        let spent = usize::try_from(self.facts.stats.observation_chars).unwrap_or(usize::MAX);
        let left = self.setup.budgets.observation_chars.saturating_sub(spent);
        if left < MIN_ROOM_CHARS { 0 } else { left }
    }

    /// How many model turns are left.
    pub(crate) fn steps_left(&self) -> u32 {
        self.setup.budgets.steps.saturating_sub(self.facts.stats.steps)
    }

    /// Why only a report can follow, in a sentence for the model; `None` while it may go on.
    pub(crate) fn why_only_report(&self) -> Option<&'static str> {
        if self.facts.stats.tool_calls >= self.setup.budgets.tool_calls {
            Some(prompt::NO_CALLS)
        } else if self.room_left() == 0 {
            Some(prompt::NO_ROOM)
        } else {
            (self.steps_left() <= 1).then_some(prompt::LAST_TURN)
        }
    }

    /// The situation for a message to the model.
    pub(crate) fn situation(&self) -> Situation {
        Situation {
            has_places: !self.registry.is_empty(),
            has_report: self.best().is_some(),
            steps_left: self.steps_left(),
            chars_left: self.room_left(),
            why_only_report: self.why_only_report(),
        }
    }

    /// The reason why only a report can follow, or else the budget that is left.
    pub(super) fn remaining(&self) -> RemainingBudget {
        let calls = self.setup.budgets.tool_calls;
        match self.why_only_report() {
            Some(reason) => RemainingBudget::OnlyReport(reason),
            None => RemainingBudget::Open {
                turns: self.steps_left(),
                calls: calls.saturating_sub(self.facts.stats.tool_calls),
                chars: self.room_left(),
            },
        }
    }
}
