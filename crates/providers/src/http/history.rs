//! What both shapes say of earlier turns, so that a server takes a conversation back however odd the
//! model's own words were.

use std::borrow::Cow;

use firsthand_agent::{ModelTurn, ToolSpec};
use serde_json::{Value, json};

/// Stands for a turn without text and calls: servers refuse an empty one.
const NOTHING: &str = "(no answer)";
/// The longest name of a tool that servers take.
const NAME: usize = 64;

/// The text of a turn; never empty where there is nothing else.
pub(super) fn text(turn: &ModelTurn) -> &str {
    match turn.text.trim().is_empty() {
        true if turn.calls.is_empty() => NOTHING,
        true => "",
        false => &turn.text,
    }
}

/// Arguments as an object. Servers read them again, and fail where they are none.
pub(super) fn arguments(of: &Value) -> Cow<'_, Value> {
    match of.is_object() {
        true => Cow::Borrowed(of),
        false => Cow::Owned(json!({ "unreadable": of })),
    }
}

/// A tool's name in letters that servers take: a model may call what there is not.
pub(super) fn tool(name: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || c == '-' {
            c
        } else {
            '_'
        }
    };
    match name.is_empty() {
        true => "unnamed".to_owned(),
        false => name.chars().take(NAME).map(plain).collect(),
    }
}

/// The schema of a tool's arguments; servers insist that it is an object's.
pub(super) fn schema(of: &ToolSpec) -> Value {
    let mut schema = of.parameters.clone();
    match &mut schema {
        Value::Object(fields) => {
            fields.entry("type").or_insert_with(|| json!("object"));
            fields.entry("properties").or_insert_with(|| json!({}));
        }
        other => *other = json!({ "type": "object", "properties": {} }),
    }
    schema
}
