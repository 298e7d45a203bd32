//! Prepares a model's turn for the transcript.

use std::collections::HashSet;

use serde_json::Value;

use super::text_calls;
use crate::arguments::is_deeper_than;
use crate::{Message, ModelTurn, ToolSpec};

/// Arguments nested deeper than this are stored as text, and provider state nested deeper is dropped: a transcript with
/// them could not be parsed.
const MAX_DEPTH: usize = 100;

/// The largest provider state of a turn, in bytes of JSON.
const MAX_PROVIDER_STATE_BYTES: usize = 256 * 1024;

/// Parses calls in the turn's text if it has no other calls, removes namespaces from the names of tools, assigns new
/// ids to calls whose id is empty or used by an earlier call, stores arguments that are nested too deeply as text, and
/// drops provider state that is too large or nested too deeply. `step` is the number of the turn, from 0.
pub(super) fn sanitize(
    mut turn: ModelTurn,
    step: u32,
    messages: &[Message],
    tools: &[ToolSpec],
) -> ModelTurn {
    if turn.calls.is_empty() {
        turn.calls = text_calls::parse_calls(&turn.text, tools);
    }
    for call in &mut turn.calls {
        if let Some(name) = text_calls::tool_named(&call.tool, tools) {
            name.clone_into(&mut call.tool);
        }
    }
    let mut used_ids: HashSet<String> = messages
        .iter()
        .filter_map(|message| match message {
            Message::Model(turn) => Some(turn.calls.iter().map(|call| call.id.clone())),
            _ => None,
        })
        .flatten()
        .collect();
    for (at, call) in turn.calls.iter_mut().enumerate() {
        if call.id.is_empty() || used_ids.contains(&call.id) {
            call.id = format!("call_{step}_{at}");
        }
        while !used_ids.insert(call.id.clone()) {
            call.id.push('_');
        }
        if is_deeper_than(&call.arguments, MAX_DEPTH) {
            call.arguments = Value::String(call.arguments.to_string());
        }
    }
    turn.provider_state = turn.provider_state.filter(|state| {
        !is_deeper_than(state, MAX_DEPTH) && state.to_string().len() <= MAX_PROVIDER_STATE_BYTES
    });
    turn
}
