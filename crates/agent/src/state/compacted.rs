//! A conversation made shorter.

use std::collections::HashSet;

use firsthand_registry::{CandidateId, show_window};

use super::State;
use crate::answer::without_lines;
use crate::shown::{ABOVE, LEFT_OUT, WITHIN, within};
use crate::{Answer, Message};

impl State {
    /// Leaves the lines of these answers out of the conversation, and takes back that the model
    /// failed. What was observed stays observed: ids, evidence, and the answers' typed part.
    pub(super) fn compacted(&mut self, calls: &[String]) {
        let mut gone = HashSet::new();
        for call in calls {
            gone.extend(self.shown.forget(call));
        }
        for message in &mut self.messages {
            let Message::Answer(answer) = message else {
                continue;
            };
            if calls.contains(&answer.call) {
                answer.text = without_lines(answer);
            } else {
                point_nowhere(answer, &gone);
            }
        }
        self.failure = None;
        self.too_long = false;
    }
}

/// Other answers no longer say that the lines of these places stand above.
fn point_nowhere(answer: &mut Answer, gone: &HashSet<CandidateId>) {
    if !answer.text.contains(ABOVE) && !answer.text.contains(WITHIN) {
        return;
    }
    for (observation, ids) in &answer.seen {
        let places = observation.windows().iter().zip(ids);
        for (window, id) in places {
            let says = |what: &str| show_window(window, *id, Some(what));
            let above = gone.contains(id).then(|| says(ABOVE));
            let within = gone.iter().map(|place| says(&within(*place)));
            for stood in above.into_iter().chain(within) {
                let left_out = says(LEFT_OUT);
                answer.text = answer.text.replace(stood.trim_end(), left_out.trim_end());
            }
        }
    }
}
