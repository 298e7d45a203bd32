//! Sanitizes earlier turns for all adapters, so that a server accepts the conversation even if the model's own turns
//! were invalid.

use std::borrow::Cow;

use firsthand_agent::{ModelTurn, ToolSpec};
use serde_json::{Value, json};

/// The text of a turn without text and calls: servers reject an empty turn.
const EMPTY_TURN_TEXT: &str = "(no answer)";
/// The most characters of a tool name that servers accept.
const MAX_TOOL_NAME_CHARS: usize = 64;

/// The text of a turn; never empty if the turn has no calls.
pub(super) fn turn_text(turn: &ModelTurn) -> &str {
    if !turn.text.trim().is_empty() {
        &turn.text
    } else if turn.calls.is_empty() {
        EMPTY_TURN_TEXT
    } else {
        ""
    }
}

/// Arguments as an object. Servers parse them again, and fail if they are not an object.
pub(super) fn arguments_object(arguments: &Value) -> Cow<'_, Value> {
    if arguments.is_object() {
        Cow::Borrowed(arguments)
    } else {
        Cow::Owned(json!({ "unreadable": arguments }))
    }
}

/// A tool name with only the characters that servers accept: a model can call a tool that does not exist.
pub(super) fn tool_name(name: &str) -> String {
    let replace_invalid = |c: char| {
        if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }
    };
    if name.is_empty() {
        "unnamed".to_owned()
    } else {
        name.chars().take(MAX_TOOL_NAME_CHARS).map(replace_invalid).collect()
    }
}

/// The schema of a tool's parameters; servers require that it describes an object.
pub(super) fn parameters_schema(spec: &ToolSpec) -> Value {
    let mut schema = spec.parameters.clone();
    match &mut schema {
        Value::Object(fields) => {
            fields.entry("type").or_insert_with(|| json!("object"));
            fields.entry("properties").or_insert_with(|| json!({}));
        }
        other => *other = json!({ "type": "object", "properties": {} }),
    }
    schema
}
