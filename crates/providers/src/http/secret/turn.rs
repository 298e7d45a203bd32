//! What a model's turn says, without a key.

use std::collections::HashSet;

use firsthand_agent::{ModelTurn, ToolCall};
use serde_json::{Map, Value};

use super::PART;
use super::pieces::Pieces;

/// A piece of a key of so many characters is hidden in a turn. Fewer may be a word of the code that it
/// quotes.
const PIECE: usize = 12;

/// The turn, wherever in it the key stood. A key that may be a common word is not looked for.
pub(super) fn without(key: &str, mut turn: ModelTurn) -> ModelTurn {
    if key.len() < PART {
        return turn;
    }
    let pieces = Pieces::of(key, PIECE);
    turn.text = pieces.hide(&turn.text);
    for call in &mut turn.calls {
        call.tool = pieces.hide(&call.tool);
        call.arguments = hide_in(&pieces, std::mem::take(&mut call.arguments));
    }
    rename(&pieces, &mut turn.calls);
    // What is signed, or meant to be found again, is of no use with a hole.
    turn.provider_state = turn.provider_state.filter(|kept| !holds(&pieces, kept));
    turn
}

/// Gives calls whose ids hold a piece others, which no other call of the turn has.
fn rename(pieces: &Pieces<'_>, calls: &mut [ToolCall]) {
    let (bad, good): (Vec<_>, Vec<_>) = calls
        .iter_mut()
        .enumerate()
        .partition(|(_, call)| pieces.are_in(&call.id));
    let mut taken: HashSet<String> = good.into_iter().map(|(_, call)| call.id.clone()).collect();
    for (at, call) in bad {
        call.id = format!("hidden_{at}");
        while !taken.insert(call.id.clone()) {
            call.id.push('_');
        }
    }
}

fn hide_in(pieces: &Pieces<'_>, value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(pieces.hide(&text)),
        Value::Array(all) => all.into_iter().map(|one| hide_in(pieces, one)).collect(),
        Value::Object(fields) => {
            let hidden =
                |(name, value): (String, Value)| (pieces.hide(&name), hide_in(pieces, value));
            Value::Object(fields.into_iter().map(hidden).collect::<Map<_, _>>())
        }
        Value::Number(number) => {
            let text = number.to_string();
            match pieces.are_in(&text) {
                true => Value::String(pieces.hide(&text)),
                false => Value::Number(number),
            }
        }
        plain => plain,
    }
}

fn holds(pieces: &Pieces<'_>, value: &Value) -> bool {
    match value {
        Value::String(text) => pieces.are_in(text),
        Value::Array(all) => all.iter().any(|one| holds(pieces, one)),
        Value::Object(fields) => fields
            .iter()
            .any(|(name, value)| pieces.are_in(name) || holds(pieces, value)),
        Value::Number(number) => pieces.are_in(&number.to_string()),
        Value::Null | Value::Bool(_) => false,
    }
}
