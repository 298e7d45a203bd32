//! What only one reading is left for: arguments that stand one level too deep, the one name that is missing, an id under
//! a name of its own.

use serde_json::{Map, Value};

use super::schema::{is_closed, wants_id};
use super::{bare_id, meant, surely, unknown};

const DEEP: usize = 4;

/// The arguments that stand in a field of their own (`{"report": {…}}`), the only one there is; `None` where they do not.
pub(super) fn unwrapped(schema: &Value, value: &Value) -> Option<Value> {
    let known = schema.get("properties").and_then(Value::as_object)?;
    let fields = value.as_object().filter(|fields| fields.len() == 1)?;
    let (name, inner) = fields.iter().next()?;
    let inner = match inner {
        Value::String(text) => serde_json::from_str(text).ok()?,
        other => other.clone(),
    };
    let is_own = |name: &str| known.contains_key(name);
    let own = is_own(name) || meant(schema, known, fields, name).is_some();
    let holds = inner.as_object()?.keys().any(|name| is_own(name));
    (is_closed(schema) && !own && holds).then_some(inner)
}

/// The field that is an id, for another name that holds one: nothing else there is, or could be, an id.
pub(super) fn id_field<'k>(
    schema: &Value,
    known: &'k Map<String, Value>,
    given: &Map<String, Value>,
    name: &str,
) -> Option<&'k str> {
    let holds_id = |value: &Value| value.as_str().and_then(bare_id).is_some();
    let mut ids = known.iter().filter(|(_, property)| wants_id(property));
    let (field, _) = ids.next().filter(|_| ids.next().is_none())?;
    let strange = |name: &str| !known.contains_key(name);
    let mut others = given
        .iter()
        .filter(|(name, value)| strange(name) && holds_id(value));
    let (one, _) = others.next().filter(|_| others.next().is_none())?;
    let free = is_closed(schema) && !given.contains_key(field);
    (free && one == name).then_some(field.as_str())
}

/// The one unknown field and the one required field that is missing, where that takes its value.
pub(super) fn last_missing(schema: &Value, value: &Value) -> Option<(String, String)> {
    let fields = value.as_object()?;
    let mut strange = unknown(schema, value);
    let name = strange.next().filter(|_| strange.next().is_none())?;
    let required = schema.get("required").and_then(Value::as_array)?.iter();
    let required = required.filter_map(Value::as_str);
    let mut missing = required.filter(|own| !fields.contains_key(*own));
    let own = missing.next().filter(|_| missing.next().is_none())?;
    let property = schema.get("properties")?.get(own)?;
    let (read, _) = surely(property, fields.get(name)?, own, DEEP);
    read.map(|_| (name.to_owned(), own.to_owned()))
}
