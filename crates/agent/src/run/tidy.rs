//! A model's turn, made fit for the record.

use std::collections::HashSet;

use serde_json::Value;

use super::written;
use crate::arguments::is_deeper_than;
use crate::{Message, ModelTurn, ToolSpec};

/// Arguments nested deeper than this are kept as text: a transcript that holds them could not be
/// read again.
const DEEPEST: usize = 100;

/// The most that an adapter may keep with a turn, in bytes of JSON.
const KEPT_BYTES: usize = 256 * 1024;

/// Reads calls that were written as text, gives calls whose id is empty, or was taken by an earlier call of the conversation, an id of
/// their own, and drops what is too large to keep. `step` is the number of the turn.
pub(super) fn tidy(
    mut turn: ModelTurn,
    step: u32,
    messages: &[Message],
    tools: &[ToolSpec],
) -> ModelTurn {
    if turn.calls.is_empty() {
        turn.calls = written::calls(&turn.text, tools);
    }
    for call in &mut turn.calls {
        if let Some(known) = written::known(&call.tool, tools) {
            known.clone_into(&mut call.tool);
        }
    }
    let mut taken: HashSet<String> = messages
        .iter()
        .filter_map(|message| match message {
            Message::Model(turn) => Some(turn.calls.iter().map(|call| call.id.clone())),
            _ => None,
        })
        .flatten()
        .collect();
    for (at, call) in turn.calls.iter_mut().enumerate() {
        if call.id.is_empty() || taken.contains(&call.id) {
            call.id = format!("call_{step}_{at}");
        }
        while !taken.insert(call.id.clone()) {
            call.id.push('_');
        }
        if is_deeper_than(&call.arguments, DEEPEST) {
            call.arguments = Value::String(call.arguments.to_string());
        }
    }
    turn.provider_state = turn
        .provider_state
        .filter(|kept| !is_deeper_than(kept, DEEPEST) && kept.to_string().len() <= KEPT_BYTES);
    turn
}
