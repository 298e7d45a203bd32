//! The part of JSON Schema that tool arguments need: types, required fields, errors.

use firsthand_registry::{CandidateId, clip, escape};
use serde_json::{Map, Value};

use super::fields::only;

/// The only supported pattern: an id.
const ID: &str = "^c[1-9][0-9]*$";
/// The most schema errors in one answer.
const MAX_SCHEMA_ERRORS: usize = 8;

/// The name for a message to the model; a placeholder where it does not look like a field's name.
pub(super) fn printable_name(name: &str) -> &str {
    let has_plain_chars = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if has_plain_chars && !name.is_empty() && name.len() <= 40 { name } else { "(another name)" }
}

/// The path of a field of the value whose own path is `at`.
pub(super) fn join(at: &str, name: &str) -> String {
    match at {
        "" => name.to_owned(),
        at => format!("{at}.{name}"),
    }
}

/// The first 8 schema errors of a value, one clause each, for the model; `None` where there are none.
pub fn schema_errors(schema: &Value, value: &Value) -> Option<String> {
    let mut errors = Vec::new();
    schema_errors_at(schema, value, "", &mut errors);
    errors.truncate(MAX_SCHEMA_ERRORS);
    (!errors.is_empty()).then(|| errors.join("; "))
}

fn schema_errors_at(schema: &Value, value: &Value, at: &str, errors: &mut Vec<String>) {
    // An invalid id costs only its own item, so it is no schema error.
    let is_invalid_id = expects_id(schema) && value.is_string();
    if !has_type(schema, value) && !is_invalid_id {
        let at = if at.is_empty() { "the arguments" } else { at };
        let shown_value = escape(&value.to_string()).into_owned();
        let shown_value = clip(&shown_value, 60).into_owned();
        errors.push(format!("`{at}` must be {}, not {shown_value}", expected_text(schema)));
        return;
    }
    match value {
        Value::Array(items) => {
            let item_schema = schema.get("items").unwrap_or(&Value::Null);
            for (n, item) in items.iter().enumerate().take(MAX_SCHEMA_ERRORS) {
                schema_errors_at(item_schema, item, &format!("{at}[{n}]"), errors);
            }
        }
        Value::Object(fields) => {
            let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
                return;
            };
            for name in required(schema).filter(|name| !fields.contains_key(*name)) {
                let expected = properties.get(name).map(expected_text).unwrap_or_default();
                errors.push(format!("`{}` is missing: {expected}", join(at, name)));
            }
            for (name, value) in fields {
                match properties.get(name) {
                    Some(property) => schema_errors_at(property, value, &join(at, name), errors),
                    None if is_closed(schema) => {
                        let names: Vec<&str> = properties.keys().map(String::as_str).collect();
                        let (name, names) = (join(at, printable_name(name)), names.join(", "));
                        errors.push(format!("there is no field `{name}`; there are {names}"));
                    }
                    None => {}
                }
            }
        }
        _ => {}
    }
}

/// The expected value, in words.
fn expected_text(schema: &Value) -> String {
    if let Some(options) = schema.get("enum").and_then(Value::as_array) {
        let options: Vec<String> = options.iter().map(Value::to_string).collect();
        return format!("one of {}", options.join(", "));
    }
    let kind = schema.get("type").and_then(Value::as_str);
    let words = match kind {
        Some("string") if expects_id(schema) => "an id such as c7",
        Some("string") => "a text",
        Some("integer") => "a whole number",
        Some("number") => "a number",
        Some("boolean") => "true or false",
        Some("array") => {
            let items = schema.get("items").map(expected_items).unwrap_or_default();
            return format!("a list{items}");
        }
        Some("object") => return format!("an object{}", with_fields(schema)),
        _ => "another kind of value",
    };
    words.to_owned()
}

/// Of what a list is, where that is ids or objects with fields that are required.
fn expected_items(schema: &Value) -> String {
    match with_fields(schema) {
        fields if !fields.is_empty() => format!(" of objects{fields}"),
        _ if expects_id(schema) => " of ids such as c7".to_owned(),
        _ => String::new(),
    }
}

/// The required fields of an object, in words; empty where there are none.
fn with_fields(schema: &Value) -> String {
    let required = schema.get("required").and_then(Value::as_array);
    let names = required.into_iter().flatten().filter_map(Value::as_str);
    let names = names.collect::<Vec<_>>().join(", ");
    if names.is_empty() { names } else { format!(" with {names}") }
}

/// Whether the value has the type that the schema expects, or is one of its options; its contents are not checked.
pub(super) fn has_type(schema: &Value, value: &Value) -> bool {
    if let Some(options) = schema.get("enum").and_then(Value::as_array) {
        return options.contains(value);
    }
    match schema.get("type") {
        Some(Value::String(kind)) => matches_type(kind, value, schema),
        Some(Value::Array(kinds)) => {
            let mut kinds = kinds.iter().filter_map(Value::as_str);
            kinds.any(|kind| matches_type(kind, value, schema))
        }
        _ => true,
    }
}

fn matches_type(kind: &str, value: &Value, schema: &Value) -> bool {
    match kind {
        "string" => value.as_str().is_some_and(|text| !expects_id(schema) || is_id(text)),
        // An integer may have a decimal point.
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        _ => true,
    }
}

pub(crate) fn expects_id(schema: &Value) -> bool {
    schema.get("pattern").and_then(Value::as_str) == Some(ID)
}

/// Whether the schema accepts any string.
pub(super) fn is_text(schema: &Value) -> bool {
    let kind = schema.get("type").and_then(Value::as_str);
    kind == Some("string") && schema.get("enum").is_none()
}

pub(crate) fn is_id(text: &str) -> bool {
    text.parse::<CandidateId>().is_ok()
}

pub(super) fn is_closed(schema: &Value) -> bool {
    schema.get("additionalProperties") == Some(&Value::Bool(false))
}

/// The names of the required fields.
pub(super) fn required(schema: &Value) -> impl Iterator<Item = &str> {
    let names = schema.get("required").and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str)
}

pub(super) fn is_required(schema: &Value, name: &str) -> bool {
    required(schema).any(|required| required == name)
}

/// The object for a bare id, where the schema expects an object with one id field: its other required fields are
/// empty or false. `None` where some required field has another type.
pub(crate) fn object_of_id(schema: &Value, id: &str) -> Option<Value> {
    let properties = schema.get("properties").and_then(Value::as_object)?;
    let (field, _) = only(properties.iter().filter(|(_, property)| expects_id(property)))?;
    let mut object = Map::from_iter([(field.clone(), Value::from(id))]);
    for (name, property) in properties.iter().filter(|(name, _)| is_required(schema, name)) {
        let kind = property.get("type").and_then(Value::as_str);
        let empty = match kind {
            _ if name == field => continue,
            Some("string") => Value::from(""),
            Some("boolean") => Value::from(false),
            _ => return None,
        };
        object.insert(name.clone(), empty);
    }
    Some(Value::Object(object))
}
