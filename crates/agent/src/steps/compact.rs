//! Compacts a conversation that is too long for the model.

use super::Effect;
use crate::submit::SUBMIT;
use crate::{Answer, Message, State};

/// Applies when the model failed because the conversation is too long, and some answer can be shortened. Shortens the
/// oldest answers, as many as make up at least two fifths of the bytes of all answers that can be shortened. Answers to
/// the last turn, which the model has not read yet, are shortened only if no other answer can be.
pub(super) fn step(state: &State) -> Option<Effect> {
    if !state.turn.too_long {
        return None;
    }
    let last_turn = state.conversation.messages.iter().rposition(is_turn).unwrap_or(0);
    let (read, unread) = state.conversation.messages.split_at(last_turn);
    let mut candidates = shortenable(read);
    if candidates.is_empty() {
        candidates = shortenable(unread);
    }
    let total_bytes: usize = candidates.iter().map(|(_, bytes)| bytes).sum();
    let mut bytes_taken = 0;
    let oldest = candidates.into_iter().take_while(|(_, bytes)| {
        let needs_more = bytes_taken * 5 < total_bytes * 2;
        bytes_taken += bytes;
        needs_more
    });
    let answers: Vec<String> = oldest.map(|(answer, _)| answer.call.clone()).collect();
    (!answers.is_empty()).then_some(Effect::Compact(answers))
}

fn is_turn(message: &Message) -> bool {
    matches!(message, Message::Model(_))
}

/// The answers that are shorter without their lines, with their present length in bytes.
fn shortenable(messages: &[Message]) -> Vec<(&Answer, usize)> {
    let answers = messages.iter().filter_map(|message| match message {
        Message::Answer(answer) if answer.tool != SUBMIT => Some((answer, answer.text().len())),
        _ => None,
    });
    answers.filter(|(answer, bytes)| answer.without_lines().len() < *bytes).collect()
}
