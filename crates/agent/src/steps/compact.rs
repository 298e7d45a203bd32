//! A conversation that is too long for the model is made shorter, and the model is asked again.

use super::Effect;
use crate::submit::SUBMIT;
use crate::{Answer, Message, State};

/// Applies when the model failed because the conversation is too long and some answer can be
/// shortened: about half of what can, by characters, the oldest first. What the model has not read
/// yet, the answers to its last turn, is left for the end.
pub(super) fn step(state: &State) -> Option<Effect> {
    if state.stopped.is_some() || !state.too_long {
        return None;
    }
    let newest = state.messages.iter().rposition(is_turn).unwrap_or(0);
    let (read, unread) = state.messages.split_at(newest);
    let mut long = shortenable(read);
    if long.is_empty() {
        long = shortenable(unread);
    }
    let all: usize = long.iter().map(|(_, bytes)| bytes).sum();
    let mut taken = 0;
    let oldest = long.into_iter().take_while(|(_, bytes)| {
        let more = taken * 5 < all * 2;
        taken += bytes;
        more
    });
    let answers: Vec<String> = oldest.map(|(answer, _)| answer.call.clone()).collect();
    (!answers.is_empty()).then_some(Effect::Compact { answers })
}

fn is_turn(message: &Message) -> bool {
    matches!(message, Message::Model(_))
}

/// The answers that would be shorter without their lines, with their length in bytes.
fn shortenable(messages: &[Message]) -> Vec<(&Answer, usize)> {
    let answers = messages.iter().filter_map(|message| match message {
        Message::Answer(answer) if answer.tool != SUBMIT => Some((answer, answer.text().len())),
        _ => None,
    });
    answers
        .filter(|(answer, bytes)| answer.without_lines().len() < *bytes)
        .collect()
}
