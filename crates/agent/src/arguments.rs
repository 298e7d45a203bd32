//! The arguments of a call, as far as they read one way only.

use firsthand_registry::{clip, escape};
use firsthand_validator::repair::{
    drop_unknown_fields, rename_similar_fields, repair, unknown_fields,
};
use firsthand_validator::{Selection, loose_json};
use serde_json::Value;

use crate::submit::SUBMIT;
use crate::{ToolCall, ToolSpec};

/// What is noted of arguments that came as text.
const AS_TEXT: &str = "the arguments came as text";
/// Characters of an argument's name that are repeated to the model.
const NAME_CHARS: usize = 40;
/// Values nested deeper than this are left as they came: servers refuse them.
const DEEPEST: usize = 100;

/// Arguments as their schema wants them.
pub(crate) struct Arguments {
    pub(crate) value: Value,
    /// What was repaired.
    pub(crate) repairs: Vec<String>,
    /// What the model should hear of it: which arguments were taken for others, and which were left out.
    pub(crate) notes: Vec<String>,
}

/// Reads the arguments of a call of a tool.
///
/// # Errors
/// One sentence for the model.
pub(crate) fn read(spec: Option<&ToolSpec>, given: &Value) -> Result<Arguments, String> {
    let (value, mut repairs) = match given {
        Value::String(text) => (loose_json::read_object(text)?, vec![AS_TEXT.to_owned()]),
        other => (other.clone(), Vec::new()),
    };
    let Some(schema) = spec.map(|spec| &spec.parameters) else {
        let notes = Vec::new();
        return Ok(Arguments {
            value,
            repairs,
            notes,
        });
    };
    let (mut value, mended) = repair(schema, value);
    repairs.extend(mended);
    let renamed = rename_similar_fields(schema, &mut value);
    let named = |name: &str| clip(&escape(name), NAME_CHARS).into_owned();
    let renamed = renamed.iter();
    let mut notes: Vec<String> = renamed
        .map(|(given, own)| format!("`{}` was read as `{own}`", named(given)))
        .collect();
    if !notes.is_empty() {
        let (mended, more) = repair(schema, value);
        value = mended;
        repairs.extend(more);
    }
    let ignored: Vec<String> = unknown_fields(schema, &value)
        .map(|name| format!("`{}`", named(name)))
        .collect();
    if !ignored.is_empty() {
        let known = schema["properties"].as_object().into_iter().flatten();
        let known: Vec<&str> = known.map(|(name, _)| name.as_str()).collect();
        let ignored = ignored.join(", ");
        notes.push(format!(
            "ignored: {ignored}; the arguments are {}",
            known.join(", ")
        ));
    }
    repairs.extend(drop_unknown_fields(schema, &mut value));
    Ok(Arguments {
        value,
        repairs,
        notes,
    })
}

/// The call as it was read, for the conversation; what cannot be read stays as it came.
pub(crate) fn as_read(call: &ToolCall, tools: &[ToolSpec]) -> ToolCall {
    let spec = tools.iter().find(|spec| spec.name == call.tool);
    let read = match call.tool.as_str() {
        SUBMIT => Selection::repair_arguments(&call.arguments).map(|(value, _)| value),
        _ => read(spec, &call.arguments).map(|read| read.value),
    };
    let read = read.ok().filter(|value| !is_deeper_than(value, DEEPEST));
    ToolCall {
        arguments: read.unwrap_or_else(|| call.arguments.clone()),
        ..call.clone()
    }
}

pub(crate) fn is_deeper_than(value: &Value, levels: usize) -> bool {
    let deeper = |inner: &Value| levels == 0 || is_deeper_than(inner, levels - 1);
    match value {
        Value::Array(items) => items.iter().any(deeper),
        Value::Object(fields) => fields.values().any(deeper),
        _ => false,
    }
}
