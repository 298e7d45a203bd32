//! Prepares a model's turn for the transcript, and parses the calls that it wrote as text.

use std::collections::HashSet;

use firsthand_validator::{Repair, loose_json};
use serde_json::Value;

use super::names::{choice_meant, tool_meant, tool_named};
use crate::arguments::{is_deeper_than, parse};
use crate::submit::{SUBMIT, parse_selection};
use crate::{Message, ModelTurn, ToolCall, ToolSpec};

/// Arguments nested deeper than this are stored as text, and provider state nested deeper is dropped: a transcript with
/// them could not be parsed.
const MAX_DEPTH: usize = 100;

/// The largest provider state of a turn, in bytes of JSON.
const MAX_PROVIDER_STATE_BYTES: usize = 256 * 1024;

/// The fields in which a call has the name of its tool, and its arguments.
const NAME_FIELDS: [&str; 3] = ["name", "tool", "function"];
const ARGUMENT_FIELDS: [&str; 4] = ["arguments", "parameters", "args", "input"];

/// Parses calls in the turn's text if it has no other calls, completes the names of tools, assigns new
/// ids to calls whose id is empty or used by an earlier call, stores arguments that are nested too deeply as text, and
/// drops provider state that is too large or nested too deeply. `step` is the number of the turn, from 0.
pub(super) fn sanitize(
    mut turn: ModelTurn,
    step: u32,
    messages: &[Message],
    tools: &[ToolSpec],
) -> ModelTurn {
    if turn.calls.is_empty() {
        turn.calls = parse_calls(&turn.text, tools);
    }
    for call in &mut turn.calls {
        if let Some(name) = tool_meant(&call.tool, tools) {
            name.clone_into(&mut call.tool);
        } else if let Some((name, argument, choice)) = choice_meant(&call.tool, tools)
            && let Some(mut arguments) = parse(None, &call.arguments).ok()
            && let Some(fields) = arguments.value.as_object_mut()
        {
            name.clone_into(&mut call.tool);
            fields.entry(argument).or_insert(choice.into());
            call.arguments = arguments.value;
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

/// The calls in the text, one or a list: between `<tool_call>` tags, in fenced blocks, or else in the text itself,
/// without the prose around them. A call has to name a known tool; an object without a tool's name counts as a call of
/// `submit_report` if it is a valid report. The arguments are returned as strings, which counts as a repair when they
/// are parsed. A report may be truncated.
fn parse_calls(text: &str, tools: &[ToolSpec]) -> Vec<ToolCall> {
    let calls = blocks(text).into_iter().flat_map(|block| {
        let (value, truncated) = match loose_json::read(block) {
            Ok(value) => (Some(value), false),
            Err(_) => (loose_json::read_truncated(block), true),
        };
        let values = match value {
            Some(Value::Array(values)) => values,
            single => single.into_iter().collect(),
        };
        let calls = values.iter().filter_map(|value| parse_call(value, tools, truncated));
        calls.collect::<Vec<_>>()
    });
    calls.collect()
}

/// Whether the text has an object or a list that is not closed, as a truncated call has.
pub(crate) fn has_unclosed_json(text: &str) -> bool {
    blocks(text).into_iter().any(loose_json::is_truncated)
}

/// The parts of a text that may be calls.
fn blocks(text: &str) -> Vec<&str> {
    let mut blocks = between(text, "<tool_call>", "</tool_call>");
    if blocks.is_empty() {
        let fenced = between(text, "```", "```").into_iter();
        // The name of a language may follow the opening fence.
        blocks =
            fenced.map(|block| block.trim_start_matches(|c: char| c.is_alphanumeric())).collect();
    }
    if blocks.is_empty() {
        blocks.push(text);
    }
    blocks.into_iter().map(trim_prose).collect()
}

/// The block without the prose around its JSON: a list of objects, or the text from the first brace of an object to the
/// last brace. If neither is JSON, the block from that first brace on.
fn trim_prose(block: &str) -> &str {
    let block = block.trim();
    // Prose may have braces, too; that of an object has a field after it.
    let mut braces = block.match_indices('{').map(|(at, _)| at);
    let object_start = braces.find(|&at| starts_with_field(&block[at + 1..]));
    let Some(first_brace) = object_start.or_else(|| block.find('{')) else {
        return block;
    };
    if loose_json::read(block).is_ok() {
        return block;
    }
    let last_brace = block.rfind('}').unwrap_or_default();
    // Prose may have brackets, too; those of a list have only white space, commas and empty objects between them and
    // the objects with fields.
    let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | '{' | '}');
    let list_start = block[..first_brace].trim_end_matches(is_between);
    let list_start = list_start.strip_suffix('[');
    let list_end = block[last_brace..].find(']').map(|at| last_brace + at);
    let list = list_start.zip(list_end).and_then(|(before, end)| block.get(before.len()..=end));
    let object = block.get(first_brace..=last_brace);
    let mut parts = list.into_iter().chain(object);
    parts.find(|part| loose_json::read(part).is_ok()).unwrap_or(&block[first_brace..])
}

/// Whether the text begins with the name of a field in quotes, and a colon.
fn starts_with_field(text: &str) -> bool {
    let text = text.trim_start();
    let after_name = ['"', '\''].into_iter().find_map(|quote| {
        let (_, after) = text.strip_prefix(quote)?.split_once(quote)?;
        Some(after)
    });
    after_name.is_some_and(|after| after.trim_start().starts_with(':'))
}

/// The texts between the delimiters; the last one may have no closing delimiter.
fn between<'t>(text: &'t str, open: &str, close: &str) -> Vec<&'t str> {
    let mut blocks = Vec::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once(open) {
        let (block, after) = after.split_once(close).unwrap_or((after, ""));
        blocks.push(block);
        rest = after;
    }
    blocks
}

/// The call in a value; `truncated` states whether the value was. `None` if it is no call that can be run.
fn parse_call(value: &Value, tools: &[ToolSpec], truncated: bool) -> Option<ToolCall> {
    let inner = value.get("function").filter(|inner| inner.is_object()).unwrap_or(value);
    let name = NAME_FIELDS.iter().find_map(|field| inner.get(*field)?.as_str());
    // `None` without a name; `Some(None)` if no tool has the name.
    let tool = name.map(|name| tool_named(name, tools));
    let arguments = match tool {
        Some(_) => ARGUMENT_FIELDS.iter().find_map(|field| inner.get(*field)),
        None => Some(value),
    };
    let mut text = match arguments {
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => "{}".to_owned(),
    };
    if truncated {
        // The arguments were closed above. Open again behind their last field, which is whole, they are read as truncated.
        text.pop();
        text.push(',');
    }
    let call = ToolCall::new("", tool.unwrap_or(Some(SUBMIT))?, Value::String(text));
    // Only a report is useful in part, and a call without a name must be a valid report: with links, where it has no action.
    let is_complete_call = !truncated && tool.is_some();
    let is_valid_report = call.tool == SUBMIT
        && parse_selection(&call).is_ok_and(|(report, repairs)| {
            tool.is_some() || !report.flow.is_empty() || !repairs.iter().any(Repair::is_guess)
        });
    (is_complete_call || is_valid_report).then_some(call)
}
