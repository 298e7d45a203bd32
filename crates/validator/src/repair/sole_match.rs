//! Repairs by elimination: arguments one level too deep, the only missing field, an id under an unknown name.

use serde_json::{Map, Value};

use super::schema::{expects_id, is_closed};
use super::{bare_id, field_spelled_as, try_repair, unknown_fields};

const MAX_DEPTH: usize = 4;

/// The arguments inside a single wrapping field (`{"report": {…}}`); `None` where there is no such wrapper.
pub(super) fn unwrapped(schema: &Value, value: &Value) -> Option<Value> {
    let known = schema.get("properties").and_then(Value::as_object)?;
    let fields = value.as_object().filter(|fields| fields.len() == 1)?;
    let (name, inner) = fields.iter().next()?;
    let inner = match inner {
        Value::String(text) => serde_json::from_str(text).ok()?,
        other => other.clone(),
    };
    let is_own = |name: &str| known.contains_key(name);
    let own = is_own(name) || field_spelled_as(schema, known, fields, name).is_some();
    let holds = inner.as_object()?.keys().any(|name| is_own(name));
    (is_closed(schema) && !own && holds).then_some(inner)
}

/// The schema's only id field, where it is not given and `name` is the only unknown field with an id.
pub(super) fn id_field<'k>(
    schema: &Value,
    known: &'k Map<String, Value>,
    given: &Map<String, Value>,
    name: &str,
) -> Option<&'k str> {
    let holds_id = |value: &Value| value.as_str().and_then(bare_id).is_some();
    let mut ids = known.iter().filter(|(_, property)| expects_id(property));
    let (field, _) = ids.next().filter(|_| ids.next().is_none())?;
    let strange = |name: &str| !known.contains_key(name);
    let mut others = given
        .iter()
        .filter(|(name, value)| strange(name) && holds_id(value));
    let (one, _) = others.next().filter(|_| others.next().is_none())?;
    let free = is_closed(schema) && !given.contains_key(field);
    (free && one == name).then_some(field.as_str())
}

/// The only unknown field and the only missing required field, where the latter accepts the value.
pub(super) fn only_missing_field(schema: &Value, value: &Value) -> Option<(String, String)> {
    let fields = value.as_object()?;
    let mut strange = unknown_fields(schema, value);
    let name = strange.next().filter(|_| strange.next().is_none())?;
    let required = schema.get("required").and_then(Value::as_array)?.iter();
    let required = required.filter_map(Value::as_str);
    let mut missing = required.filter(|own| !fields.contains_key(*own));
    let own = missing.next().filter(|_| missing.next().is_none())?;
    let property = schema.get("properties")?.get(own)?;
    let (read, _) = try_repair(property, fields.get(name)?, own, MAX_DEPTH);
    read.map(|_| (name.to_owned(), own.to_owned()))
}
