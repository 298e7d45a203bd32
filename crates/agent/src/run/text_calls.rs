//! Parses tool calls that a model wrote as text.

use firsthand_validator::loose_json;
use serde_json::Value;

use crate::submit::{SUBMIT, parse_selection};
use crate::{ToolCall, ToolSpec};

/// The fields in which a call has the name of its tool, and its arguments.
const NAME_FIELDS: [&str; 3] = ["name", "tool", "function"];
const ARGUMENT_FIELDS: [&str; 4] = ["arguments", "parameters", "args", "input"];

/// The calls of known tools in the text: between `<tool_call>` tags, in fenced blocks, or from
/// its first brace on; and a report without a name. Their arguments are strings, which counts as a repair when
/// they are parsed. A report may be truncated.
pub(super) fn parse_calls(text: &str, tools: &[ToolSpec]) -> Vec<ToolCall> {
    let read = blocks(text).into_iter().flat_map(|block| {
        let (value, cut) = match loose_json::read(block) {
            Ok(value) => (Some(value), false),
            Err(_) => (loose_json::read_truncated(block), true),
        };
        let values = match value {
            Some(Value::Array(all)) => all,
            one => one.into_iter().collect(),
        };
        let calls = values
            .iter()
            .filter_map(|value| parse_call(value, tools, cut));
        calls.collect::<Vec<_>>()
    });
    read.collect()
}

/// Whether the text has a truncated call or report.
pub(crate) fn is_truncated(text: &str) -> bool {
    blocks(text).into_iter().any(loose_json::is_truncated)
}

/// The parts of a text that may be calls.
fn blocks(text: &str) -> Vec<&str> {
    let mut blocks = between(text, "<tool_call>", "</tool_call>");
    if blocks.is_empty() {
        let fenced = between(text, "```", "```").into_iter();
        blocks = fenced
            .map(|block| block.trim_start_matches(|c: char| c.is_alphanumeric()))
            .collect();
    }
    if blocks.is_empty() {
        blocks.push(text);
    }
    blocks.into_iter().map(trim_prose).collect()
}

/// The block without the prose around its braces or brackets.
fn trim_prose(block: &str) -> &str {
    let block = block.trim();
    if loose_json::read(block).is_ok() {
        return block;
    }
    let block = block.find('{').map_or(block, |at| &block[at..]);
    match block.rfind('}').map(|end| &block[..=end]) {
        Some(whole) if loose_json::read(whole).is_ok() => whole,
        _ => block,
    }
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

fn parse_call(value: &Value, tools: &[ToolSpec], cut: bool) -> Option<ToolCall> {
    let inner = value
        .get("function")
        .filter(|inner| inner.is_object())
        .unwrap_or(value);
    let name = NAME_FIELDS
        .iter()
        .find_map(|field| inner.get(*field)?.as_str());
    let named = name.map(|name| tool_named(name, tools));
    let arguments = match named {
        Some(_) => ARGUMENT_FIELDS.iter().find_map(|field| inner.get(*field)),
        None => Some(value),
    };
    let mut text = match arguments {
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => "{}".to_owned(),
    };
    if cut {
        // Without its last brace it is parsed as truncated.
        text.pop();
    }
    let call = ToolCall {
        id: String::new(),
        tool: named.unwrap_or(Some(SUBMIT))?.to_owned(),
        arguments: Value::String(text),
    };
    // Only a report is useful in part, and a call without a name must be a valid report.
    let sure = !cut && named.is_some();
    let report = call.tool == SUBMIT && parse_selection(&call).is_ok();
    (sure || report).then_some(call)
}

/// The tool with this name, also after a namespace (`functions.grep`).
pub(super) fn tool_named<'t>(name: &str, tools: &'t [ToolSpec]) -> Option<&'t str> {
    let last = name.rsplit(['.', '/', ':']).next().unwrap_or(name);
    let named = |wanted: &str| tools.iter().find(|tool| tool.name == wanted);
    named(name)
        .or_else(|| named(last))
        .map(|tool| tool.name.as_str())
}
