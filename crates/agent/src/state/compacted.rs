//! Compacts the conversation.

use std::collections::HashSet;

use super::State;
use crate::{Message, ShownAs};

impl State {
    /// Removes the lines of these answers from the conversation, and clears the model's
    /// failure. The registry and the answers' observations are unchanged.
    pub(super) fn compacted(&mut self, calls: &[String]) {
        let mut removed = HashSet::new();
        for call in calls {
            removed.extend(self.shown.remove_answer(call));
        }
        for message in &mut self.messages {
            let Message::Answer(answer) = message else {
                continue;
            };
            answer.left_out |= calls.contains(&answer.call);
            // Other answers no longer refer to the removed lines.
            for observation in &mut answer.observations {
                for (id, shown) in observation.ids.iter().zip(&mut observation.shown) {
                    let refers_to_removed = match shown {
                        ShownAs::AlreadyShown => removed.contains(id),
                        ShownAs::ShownWithin(place) => removed.contains(place),
                        ShownAs::Whole | ShownAs::LeftOut => false,
                    };
                    if refers_to_removed {
                        *shown = ShownAs::LeftOut;
                    }
                }
            }
        }
        self.failure = None;
        self.too_long = false;
    }
}
