//! A conversation made shorter.

use std::collections::HashSet;

use super::State;
use crate::{Message, ShownAs};

impl State {
    /// Leaves the lines of these answers out of the conversation, and takes back that the model
    /// failed. What was observed stays observed: ids, evidence, and the answers' observations.
    pub(super) fn compacted(&mut self, calls: &[String]) {
        let mut gone = HashSet::new();
        for call in calls {
            gone.extend(self.shown.forget(call));
        }
        for message in &mut self.messages {
            let Message::Answer(answer) = message else {
                continue;
            };
            answer.left_out |= calls.contains(&answer.call);
            // Other answers no longer state that the lines of these places stand above.
            for observation in &mut answer.observations {
                for (id, shown) in observation.ids.iter().zip(&mut observation.shown) {
                    let stood = match shown {
                        ShownAs::AlreadyShown => gone.contains(id),
                        ShownAs::ShownWithin(place) => gone.contains(place),
                        ShownAs::Whole | ShownAs::LeftOut => false,
                    };
                    if stood {
                        *shown = ShownAs::LeftOut;
                    }
                }
            }
        }
        self.failure = None;
        self.too_long = false;
    }
}
