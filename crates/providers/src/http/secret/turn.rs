//! Redacts a key from a model turn.

use std::collections::HashSet;

use firsthand_agent::{ModelTurn, ToolCall};
use serde_json::{Map, Value};

use super::pieces::KeyPieces;

/// The shortest piece of a key, in bytes, that is redacted from turns. A shorter one can be a word of the code that a
/// turn quotes.
const MIN_TURN_PIECE_BYTES: usize = 12;

/// The shortest key, in bytes, that is redacted from turns: a shorter one can be a common word.
const MIN_TURN_KEY_BYTES: usize = 8;

/// Redacts the key from all parts of a turn.
pub(super) fn redact_turn(key: &str, mut turn: ModelTurn) -> ModelTurn {
    if key.len() < MIN_TURN_KEY_BYTES {
        return turn;
    }
    let pieces = KeyPieces::of(key, MIN_TURN_PIECE_BYTES);
    turn.text = pieces.redact(&turn.text);
    for call in &mut turn.calls {
        call.tool = pieces.redact(&call.tool);
        call.arguments = redact_value(&pieces, std::mem::take(&mut call.arguments));
    }
    replace_ids(&pieces, &mut turn.calls);
    // Signed data is useless when a part of it is redacted.
    turn.provider_state = turn
        .provider_state
        .filter(|state| redact_value(&pieces, state.clone()) == *state);
    turn
}

/// Replaces ids that contain a piece of the key by new, unique ones.
fn replace_ids(pieces: &KeyPieces<'_>, calls: &mut [ToolCall]) {
    let (affected, unaffected): (Vec<_>, Vec<_>) = calls
        .iter_mut()
        .enumerate()
        .partition(|(_, call)| pieces.occur_in(&call.id));
    let mut used_ids: HashSet<String> = unaffected
        .into_iter()
        .map(|(_, call)| call.id.clone())
        .collect();
    for (index, call) in affected {
        call.id = format!("hidden_{index}");
        while !used_ids.insert(call.id.clone()) {
            call.id.push('_');
        }
    }
}

fn redact_value(pieces: &KeyPieces<'_>, value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(pieces.redact(&text)),
        Value::Array(items) => items
            .into_iter()
            .map(|item| redact_value(pieces, item))
            .collect(),
        Value::Object(fields) => {
            let redact_field = |(name, value): (String, Value)| {
                (pieces.redact(&name), redact_value(pieces, value))
            };
            Value::Object(fields.into_iter().map(redact_field).collect::<Map<_, _>>())
        }
        Value::Number(number) => {
            let text = number.to_string();
            if pieces.occur_in(&text) {
                Value::String(pieces.redact(&text))
            } else {
                Value::Number(number)
            }
        }
        other => other,
    }
}
