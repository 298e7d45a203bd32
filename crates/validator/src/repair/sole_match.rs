//! Repairs by elimination: arguments one level too deep, the only missing field, an id under an unknown name.

use serde_json::{Map, Value};

use super::schema::{expects_id, is_closed};
use super::{bare_id, field_spelled_as, try_repair, unknown_fields};

/// The most levels of nesting that are repaired in the value of a renamed field.
const MAX_DEPTH: usize = 4;

/// The arguments inside a single wrapping field (`{"report": {…}}`); `None` where there is no such wrapper.
pub(super) fn unwrapped(schema: &Value, value: &Value) -> Option<Value> {
    let properties = schema.get("properties").and_then(Value::as_object)?;
    let fields = value.as_object().filter(|fields| fields.len() == 1)?;
    let (name, inner) = fields.iter().next()?;
    let inner = match inner {
        Value::String(text) => serde_json::from_str(text).ok()?,
        other => other.clone(),
    };
    let is_property = |name: &str| properties.contains_key(name);
    let is_own_name =
        is_property(name) || field_spelled_as(schema, properties, fields, name).is_some();
    let has_own_field = inner.as_object()?.keys().any(|name| is_property(name));
    (is_closed(schema) && !is_own_name && has_own_field).then_some(inner)
}

/// The schema's only id field, if `fields` does not have it and `name` is the only unknown field with an id.
pub(super) fn id_field<'k>(
    schema: &Value,
    properties: &'k Map<String, Value>,
    fields: &Map<String, Value>,
    name: &str,
) -> Option<&'k str> {
    let holds_id = |value: &Value| value.as_str().and_then(bare_id).is_some();
    let mut ids = properties
        .iter()
        .filter(|(_, property)| expects_id(property));
    let (field, _) = ids.next().filter(|_| ids.next().is_none())?;
    let is_unknown = |name: &str| !properties.contains_key(name);
    let mut unknown_ids = fields
        .iter()
        .filter(|(name, value)| is_unknown(name) && holds_id(value));
    let (unknown_name, _) = unknown_ids
        .next()
        .filter(|_| unknown_ids.next().is_none())?;
    let may_be_renamed = is_closed(schema) && !fields.contains_key(field);
    (may_be_renamed && unknown_name == name).then_some(field.as_str())
}

/// The only unknown field and the only missing required field, where the latter accepts the value.
pub(super) fn only_missing_field(schema: &Value, value: &Value) -> Option<(String, String)> {
    let fields = value.as_object()?;
    let mut unknown = unknown_fields(schema, value);
    let name = unknown.next().filter(|_| unknown.next().is_none())?;
    let required = schema.get("required").and_then(Value::as_array)?.iter();
    let required = required.filter_map(Value::as_str);
    let mut missing = required.filter(|field| !fields.contains_key(*field));
    let field = missing.next().filter(|_| missing.next().is_none())?;
    let property = schema.get("properties")?.get(field)?;
    let (repaired, _) = try_repair(property, fields.get(name)?, field, MAX_DEPTH);
    repaired.map(|_| (name.to_owned(), field.to_owned()))
}
