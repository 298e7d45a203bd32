//! Parses the arguments of a tool call, with unambiguous repairs.

mod lines;

use firsthand_registry::{CandidateId, Registry, clip, escape};
use firsthand_validator::repair::{repair, schema_errors};
use firsthand_validator::{Repair, RepairKind, Selection, loose_json};
use serde_json::Value;

use self::lines::{lines_of_count, spread_lines};
use crate::submit::SUBMIT;
use crate::{ToolCall, ToolSpec};

/// The most characters of an argument's name in a message to the model.
const NAME_CHARS: usize = 40;
/// The most levels of nesting in repaired arguments: servers reject deeper ones.
const MAX_DEPTH: usize = 100;

/// The arguments of a call after their repair.
pub(crate) struct Arguments {
    pub(crate) value: Value,
    pub(crate) repairs: Vec<Repair>,
    /// Notes for the model: which arguments were renamed, and which were ignored.
    pub(crate) notes: Vec<String>,
}

impl Arguments {
    /// Replaces the id of an observed place in the argument `path` by its path; with its lines, where the tool takes lines
    /// and the call names none.
    pub(crate) fn resolve_id(&mut self, spec: Option<&ToolSpec>, registry: &Registry) {
        let Some(given) = self.value.get("path").and_then(Value::as_str) else {
            return;
        };
        let id = given.trim().trim_matches(['[', ']']).parse();
        let Some(place) = id.ok().and_then(|id: CandidateId| registry.get(id)) else {
            return;
        };
        let takes =
            |name: &str| spec.is_some_and(|spec| spec.parameters["properties"][name].is_object());
        let names_lines = self.value.get("start").or(self.value.get("end")).is_some();
        let lines = place.range().filter(|_| takes("start") && !names_lines);
        let path = match lines {
            Some(lines) => format!("{}:{lines}", place.path().as_str()),
            None => place.path().as_str().to_owned(),
        };
        let note =
            format!("`{}` was read as `{}`", clip(&escape(given), NAME_CHARS), escape(&path));
        self.notes.push(note);
        self.value["path"] = Value::from(path);
    }
}

/// Parses the arguments of a call, and repairs them by the tool's schema if `spec` is not `None`.
///
/// # Errors
/// One sentence for the model.
pub(crate) fn parse(spec: Option<&ToolSpec>, submitted: &Value) -> Result<Arguments, String> {
    let (mut value, mut repairs) = match submitted {
        Value::String(text) => {
            (loose_json::read_object(text)?, vec![Repair::new("", RepairKind::ArgumentsAsText)])
        }
        other => (other.clone(), Vec::new()),
    };
    let mut notes = Vec::new();
    if let Some(schema) = spec.map(|spec| &spec.parameters) {
        notes.extend(spread_lines(schema, &mut value));
        notes.extend(lines_of_count(schema, &mut value));
        let (repaired, by_schema) = repair(schema, value);
        notes.extend(notes_for_model(schema, &by_schema));
        repairs.extend(by_schema);
        value = repaired;
    }
    Ok(Arguments { value, repairs, notes })
}

/// The arguments of a call as the loop passes them to the tool: with what has only one meaning under its schema repaired.
/// With them come notes for the model, if a name may have been meant otherwise.
///
/// # Errors
/// One sentence for the model.
pub fn repaired_arguments(
    spec: &ToolSpec,
    submitted: &Value,
) -> Result<(Value, Vec<String>), String> {
    parse(Some(spec), submitted).map(|parsed| (parsed.value, parsed.notes))
}

/// What the model should know of the repairs: the names that it may have meant otherwise.
fn notes_for_model(schema: &Value, repairs: &[Repair]) -> Vec<String> {
    let printable = |name: &str| format!("`{}`", clip(&escape(name), NAME_CHARS));
    let renamed = repairs.iter().filter_map(|repair| match &repair.kind {
        RepairKind::NameSimilar(given) => {
            Some(format!("{} was read as `{}`", printable(given), repair.field))
        }
        _ => repair.is_guess().then(|| repair.to_string()),
    });
    let mut notes: Vec<String> = renamed.collect();
    let ignored = repairs.iter().filter_map(|repair| match &repair.kind {
        RepairKind::UnknownField(name) if repair.field.is_empty() => Some(printable(name)),
        _ => None,
    });
    let ignored: Vec<String> = ignored.collect();
    if !ignored.is_empty() {
        let properties = schema["properties"].as_object().into_iter().flatten();
        let known: Vec<&str> = properties.map(|(name, _)| name.as_str()).collect();
        notes.push(format!(
            "ignored: {}; the arguments are {}",
            ignored.join(", "),
            known.join(", ")
        ));
    }
    notes
}

/// The call with its repaired arguments, for the conversation; unchanged where they cannot be parsed, would be
/// nested too deeply, or are refused all the same: a model is to see what it sent.
pub(crate) fn with_repaired_arguments(call: &ToolCall, tools: &[ToolSpec]) -> ToolCall {
    let spec = tools.iter().find(|spec| spec.name == call.tool);
    let repaired = match call.tool.as_str() {
        SUBMIT => Selection::repair_arguments(&call.arguments).map(|(value, _)| value),
        _ => parse(spec, &call.arguments).map(|arguments| arguments.value),
    };
    let is_refused = |value: &Value| {
        let schema = spec.filter(|_| call.arguments.is_object()).map(|spec| &spec.parameters);
        schema.is_some_and(|schema| schema_errors(schema, value).is_some())
    };
    let repaired =
        repaired.ok().filter(|value| !is_deeper_than(value, MAX_DEPTH) && !is_refused(value));
    ToolCall { arguments: repaired.unwrap_or_else(|| call.arguments.clone()), ..call.clone() }
}

/// Whether the value has lists or objects nested more than this many levels deep.
pub(crate) fn is_deeper_than(value: &Value, levels: usize) -> bool {
    let deeper = |inner: &Value| is_deeper_than(inner, levels - 1);
    match value {
        Value::Array(items) => levels == 0 || items.iter().any(deeper),
        Value::Object(fields) => levels == 0 || fields.values().any(deeper),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_model_is_shown_what_it_sent_if_that_is_refused() {
        let parameters = json!({"additionalProperties": false, "required": ["pattern"], "properties": {
            "pattern": {"type": "string"}, "case": {"type": "string"},
        }});
        let tools = [ToolSpec::new("grep", "", parameters)];
        let check = |given: Value, expect: Value| {
            let call = ToolCall::new("", "grep", given);
            assert_eq!(with_repaired_arguments(&call, &tools).arguments, expect);
        };
        let odd = json!({"text": "a", "where": "b"});
        check(odd.clone(), odd);
        check(json!({"Pattern": "a", "where": "b"}), json!({"pattern": "a"}));
        check(json!("{'pattern': 'a',}"), json!({"pattern": "a"}));
    }

    #[test]
    fn empty_lists_and_objects_are_levels() {
        let check = |value: Value, levels: usize| {
            let is_deeper = |than| is_deeper_than(&value, than);
            assert!(!is_deeper(levels), "{value}");
            assert!(levels == 0 || is_deeper(levels - 1), "{value}");
        };
        check(json!("a"), 0);
        check(json!([]), 1);
        check(json!({}), 1);
        check(json!([1]), 1);
        check(json!({"a": 1}), 1);
        check(json!({"a": []}), 2);
        check(json!([{}, 1]), 2);
        check(json!([[1], {"a": [{}]}]), 4);
    }
}
