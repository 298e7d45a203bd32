//! Calls that a model wrote as text.

use serde_json::Value;

use crate::loose_json;
use crate::submit::{SUBMIT, read_selection};
use crate::{ToolCall, ToolSpec};

/// Under these names a written call has the name of its tool, and its arguments.
const NAMES: [&str; 3] = ["name", "tool", "function"];
const ARGUMENTS: [&str; 4] = ["arguments", "parameters", "args", "input"];

/// The calls of known tools that stand in the text: between `<tool_call>` marks, in fenced blocks, or as all of
/// it; and a report that stands there bare. Their arguments are text, which is noted when they are read.
pub(super) fn calls(text: &str, tools: &[ToolSpec]) -> Vec<ToolCall> {
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
    let values = blocks
        .iter()
        .filter_map(|block| loose_json::read(block.trim()).ok());
    let values = values.flat_map(|value| match value {
        Value::Array(all) => all,
        one => vec![one],
    });
    values.filter_map(|value| call(&value, tools)).collect()
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

fn call(value: &Value, tools: &[ToolSpec]) -> Option<ToolCall> {
    let inner = value
        .get("function")
        .filter(|inner| inner.is_object())
        .unwrap_or(value);
    let name = NAMES.iter().find_map(|field| inner.get(*field)?.as_str());
    let of = |tool: &str, arguments: &Value| ToolCall {
        id: String::new(),
        tool: tool.to_owned(),
        arguments: Value::String(match arguments {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        }),
    };
    match name {
        Some(name) => {
            let known = known(name, tools)?;
            let arguments = ARGUMENTS.iter().find_map(|field| inner.get(*field));
            Some(of(
                known,
                arguments.unwrap_or(&Value::Object(serde_json::Map::new())),
            ))
        }
        None => Some(of(SUBMIT, value)).filter(|call| read_selection(call).is_ok()),
    }
}

/// The tool that a name means: its own, or with a space of names before it (`functions.grep`).
pub(super) fn known<'t>(name: &str, tools: &'t [ToolSpec]) -> Option<&'t str> {
    let last = name.rsplit(['.', '/', ':']).next().unwrap_or(name);
    let named = |wanted: &str| tools.iter().find(|tool| tool.name == wanted);
    named(name)
        .or_else(|| named(last))
        .map(|tool| tool.name.as_str())
}
