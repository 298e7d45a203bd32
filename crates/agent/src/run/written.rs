//! Calls that a model wrote as text.

use firsthand_validator::loose_json;
use serde_json::Value;

use crate::submit::{SUBMIT, read_selection};
use crate::{ToolCall, ToolSpec};

/// Under these names a written call has the name of its tool, and its arguments.
const NAMES: [&str; 3] = ["name", "tool", "function"];
const ARGUMENTS: [&str; 4] = ["arguments", "parameters", "args", "input"];

/// The calls of known tools that stand in the text: between `<tool_call>` marks, in fenced blocks, or from
/// its first brace on; and a report that stands there bare. Their arguments are text, which is noted when
/// they are read. A report may break off.
pub(super) fn calls(text: &str, tools: &[ToolSpec]) -> Vec<ToolCall> {
    let read = blocks(text).into_iter().flat_map(|block| {
        let (value, cut) = match loose_json::read(block) {
            Ok(value) => (Some(value), false),
            Err(_) => (loose_json::read_truncated(block), true),
        };
        let values = match value {
            Some(Value::Array(all)) => all,
            one => one.into_iter().collect(),
        };
        let calls = values.iter().filter_map(|value| call(value, tools, cut));
        calls.collect::<Vec<_>>()
    });
    read.collect()
}

/// Whether a call or a report that the text seems to hold breaks off.
pub(crate) fn is_truncated(text: &str) -> bool {
    blocks(text).into_iter().any(loose_json::is_truncated)
}

/// What in a text may be calls.
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
    blocks.into_iter().map(object).collect()
}

/// The block without the prose around what its braces or brackets hold.
fn object(block: &str) -> &str {
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

/// The texts between the marks; the last one may have no end.
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

fn call(value: &Value, tools: &[ToolSpec], cut: bool) -> Option<ToolCall> {
    let inner = value
        .get("function")
        .filter(|inner| inner.is_object())
        .unwrap_or(value);
    let name = NAMES.iter().find_map(|field| inner.get(*field)?.as_str());
    let named = name.map(|name| known(name, tools));
    let arguments = match named {
        Some(_) => ARGUMENTS.iter().find_map(|field| inner.get(*field)),
        None => Some(value),
    };
    let mut text = match arguments {
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => "{}".to_owned(),
    };
    if cut {
        // It reads as broken off, as it is.
        text.pop();
    }
    let call = ToolCall {
        id: String::new(),
        tool: named.unwrap_or(Some(SUBMIT))?.to_owned(),
        arguments: Value::String(text),
    };
    // Only of a report some is worth having; and what bears no name is one only where it reads as one.
    let sure = !cut && named.is_some();
    let report = call.tool == SUBMIT && read_selection(&call).is_ok();
    (sure || report).then_some(call)
}

/// The tool that a name means: its own, or with a space of names before it (`functions.grep`).
pub(super) fn known<'t>(name: &str, tools: &'t [ToolSpec]) -> Option<&'t str> {
    let last = name.rsplit(['.', '/', ':']).next().unwrap_or(name);
    let named = |wanted: &str| tools.iter().find(|tool| tool.name == wanted);
    named(name)
        .or_else(|| named(last))
        .map(|tool| tool.name.as_str())
}
