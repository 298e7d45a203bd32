//! Repairs tool arguments that do not match their schema, where only one meaning is possible.
//!
//! Only the schema decides. Ambiguous values are left unchanged; the caller rejects them.

mod schema;
mod similar_names;
mod sole_match;

use serde_json::{Map, Value};

pub use schema::schema_errors;
use schema::{
    expects_id, has_type, is_closed, is_id, is_required, is_text, join, object_of_id,
    printable_name,
};
pub use similar_names::rename_similar_fields;

/// The characters that models put around an id.
const ID_DELIMITERS: &[char] = &['[', ']', '`', '"', '\'', '(', ')', '.', ',', ':', '#'];
/// The description of the removal of an unknown field, behind its name.
pub(crate) const NOT_A_FIELD: &str = "not a field of it, left out";
/// The most levels of nesting, and of wrappers, that are repaired.
const MAX_DEPTH: usize = 16;

/// The value, repaired where only one repair makes it match the schema, and a description of each repair:
/// each field and repair once, items of a list as `[]`. A value that matches the schema is unchanged.
pub fn repair(schema: &Value, value: Value) -> (Value, Vec<String>) {
    let mut log = RepairLog::default();
    let mut value = unwrap(schema, value, &mut log);
    for _ in 0..MAX_DEPTH {
        value = repair_at(schema, value, "", &mut log, MAX_DEPTH);
        // A repair may have removed a field beside the wrapped arguments.
        if sole_match::unwrapped(schema, &value).is_none() {
            break;
        }
        value = unwrap(schema, value, &mut log);
    }
    (value, log.0)
}

fn unwrap(schema: &Value, value: Value, log: &mut RepairLog) -> Value {
    let inner = sole_match::unwrapped(schema, &value);
    inner
        .inspect(|_| log.add("", "stood in a field of their own"))
        .unwrap_or(value)
}

/// Removes fields that a closed schema does not know, and returns a description of each removal; in it,
/// names that do not look like names are replaced.
pub fn drop_unknown_fields(schema: &Value, value: &mut Value) -> Vec<String> {
    let mut log = RepairLog::default();
    drop_unknown_in(schema, value, "", &mut log, MAX_DEPTH);
    log.0
}

/// The names of the fields that a closed schema does not know.
pub fn unknown_fields<'v>(schema: &Value, value: &'v Value) -> impl Iterator<Item = &'v str> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let properties = properties.filter(|_| is_closed(schema));
    let fields = value.as_object().into_iter().flat_map(Map::keys);
    fields
        .map(String::as_str)
        .filter(move |name| properties.is_some_and(|properties| !properties.contains_key(*name)))
}

/// The descriptions of repairs, each once, with the path of the repaired value: `at` is `links[].id`, for instance.
#[derive(Default)]
struct RepairLog(Vec<String>);

impl RepairLog {
    /// The most descriptions that are retained.
    const MAX_NOTES: usize = 20;

    fn add(&mut self, at: &str, what: &str) {
        let at = if at.is_empty() { "arguments" } else { at };
        let note = format!("`{at}`: {what}");
        if self.0.len() < Self::MAX_NOTES && !self.0.contains(&note) {
            self.0.push(note);
        }
    }

    fn merge(&mut self, more: Self) {
        for note in more.0 {
            if self.0.len() < Self::MAX_NOTES && !self.0.contains(&note) {
                self.0.push(note);
            }
        }
    }
}

fn repair_at(schema: &Value, value: Value, at: &str, log: &mut RepairLog, depth: usize) -> Value {
    let Some(depth) = depth.checked_sub(1) else {
        return value;
    };
    let value = coerce_type(schema, value, at, log, depth);
    match value {
        Value::Object(fields) => Value::Object(repair_fields(schema, fields, at, log, depth)),
        Value::Array(items) => match schema.get("items") {
            Some(item_schema) => {
                let at = format!("{at}[]");
                let items = items.into_iter();
                items
                    .map(|item| repair_at(item_schema, item, &at, log, depth))
                    .collect()
            }
            None => Value::Array(items),
        },
        other => other,
    }
}

/// Converts the value to the type that the schema expects, where that is unambiguous.
fn coerce_type(schema: &Value, value: Value, at: &str, log: &mut RepairLog, depth: usize) -> Value {
    if has_type(schema, &value) {
        return value;
    }
    if let Some((parsed, what)) = value.as_str().and_then(|text| parse_text(schema, text)) {
        log.add(at, what);
        return parsed;
    }
    if value.is_number() && is_text(schema) {
        log.add(at, "a text written as a number");
        return Value::String(value.to_string());
    }
    let wants_list = schema.get("type").and_then(Value::as_str) == Some("array");
    let item_schema = schema.get("items").filter(|_| wants_list);
    let single = value.as_array().filter(|items| items.len() == 1);
    let (result, inner, what) = match (item_schema, single.and_then(|items| items.first())) {
        (Some(item_schema), _) => {
            let (item, inner) = try_repair(item_schema, &value, &format!("{at}[]"), depth);
            let list = item.map(|item| Value::Array(vec![item]));
            (list, inner, "one value taken as a list of one")
        }
        (None, Some(item)) => {
            let (item, inner) = try_repair(schema, item, at, depth);
            (item, inner, "a list of one taken as its value")
        }
        (None, None) => return value,
    };
    let Some(result) = result else { return value };
    log.add(at, what);
    log.merge(inner);
    result
}

/// The repaired value, `None` unless it matches the schema and is not blank; and the repairs.
fn try_repair(schema: &Value, value: &Value, at: &str, depth: usize) -> (Option<Value>, RepairLog) {
    let mut log = RepairLog::default();
    let repaired = repair_at(schema, value.clone(), at, &mut log, depth);
    let is_blank = repaired.as_str().is_some_and(|text| text.trim().is_empty());
    let mut cleaned = repaired.clone();
    drop_unknown_in(schema, &mut cleaned, "", &mut RepairLog::default(), depth);
    let is_valid = has_type(schema, &repaired) && schema_errors(schema, &cleaned).is_none();
    let repaired = Some(repaired).filter(|value| is_valid && !is_blank && !value.is_null());
    (repaired, log)
}

/// Parses a text as the type that the schema expects: the value, and a description of the repair.
fn parse_text(schema: &Value, text: &str) -> Option<(Value, &'static str)> {
    let trimmed = text.trim();
    if let Some(options) = schema.get("enum").and_then(Value::as_array) {
        let folded = |text: &str| text.trim().to_lowercase().replace(['-', ' '], "_");
        let options = options.iter().filter_map(Value::as_str);
        let mut same = options.filter(|option| folded(option) == folded(text));
        let found = same.next().filter(|_| same.next().is_none())?;
        return Some((found.into(), "spelled as the schema does"));
    }
    let json = || serde_json::from_str::<Value>(trimmed).ok();
    match schema.get("type").and_then(Value::as_str)? {
        "integer" => {
            let number = json().filter(|value| value.is_i64() || value.is_u64())?;
            Some((number, "a number written as text"))
        }
        "number" => Some((json().filter(Value::is_number)?, "a number written as text")),
        "boolean" => {
            let is = |word: &str| trimmed.eq_ignore_ascii_case(word);
            let (yes, no) = (is("true") || is("yes"), is("false") || is("no"));
            (yes || no).then(|| (yes.into(), "a yes or no written as text"))
        }
        "array" => Some((json().filter(Value::is_array)?, "a list written as text")),
        "object" => match json().filter(Value::is_object) {
            Some(object) => Some((object, "an object written as text")),
            None => Some((
                object_of_id(schema, &bare_id(text)?)?,
                "an id taken as what it is for",
            )),
        },
        "string" if expects_id(schema) => {
            let id = bare_id(text)?;
            Some((id.into(), "what stood around the id taken off"))
        }
        _ => None,
    }
}

/// The id in a text that is an id with delimiters around it, or has exactly one id in brackets, as
/// headers of results have.
fn bare_id(text: &str) -> Option<String> {
    let is_delimiter = |c: char| c.is_whitespace() || ID_DELIMITERS.contains(&c);
    let id = text.trim_matches(is_delimiter).to_ascii_lowercase();
    if is_id(&id) {
        return Some(id);
    }
    let mut bracketed = text.split('[').skip(1).filter_map(|rest| {
        let (id, _) = rest.split_once(']')?;
        is_id(id).then(|| id.to_owned())
    });
    bracketed.next().filter(|_| bracketed.next().is_none())
}

fn repair_fields(
    schema: &Value,
    fields: Map<String, Value>,
    at: &str,
    log: &mut RepairLog,
    depth: usize,
) -> Map<String, Value> {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return fields;
    };
    let mut repaired = Map::new();
    for (name, value) in &fields {
        let field = match properties.contains_key(name) {
            true => name.as_str(),
            false => field_spelled_as(schema, properties, &fields, name)
                .or_else(|| sole_match::id_field(schema, properties, &fields, name))
                .unwrap_or(name),
        };
        let place = join(at, field);
        let Some(property) = properties.get(field) else {
            repaired.insert(name.clone(), value.clone());
            continue;
        };
        if field != name {
            log.add(&place, "its name spelled as the schema does");
        }
        if value.is_null() && !is_required(schema, field) && !has_type(property, value) {
            log.add(&place, "null taken as left out");
            continue;
        }
        let value = repair_at(property, value.clone(), &place, log, depth);
        repaired.insert(field.to_owned(), value);
    }
    repaired
}

/// The field of a closed schema whose name equals `name` but for case and separators, if no other name among `fields`
/// equals it so.
fn field_spelled_as<'k>(
    schema: &Value,
    properties: &'k Map<String, Value>,
    fields: &Map<String, Value>,
    name: &str,
) -> Option<&'k str> {
    if !is_closed(schema) {
        return None;
    }
    let folded = |name: &str| name.trim().to_lowercase().replace(['_', '-', ' '], "");
    let same = |other: &&String| folded(other) == folded(name);
    let field = properties.keys().find(same)?;
    let single = fields.keys().filter(same).count() == 1;
    single.then_some(field.as_str())
}

fn drop_unknown_in(schema: &Value, value: &mut Value, at: &str, log: &mut RepairLog, depth: usize) {
    let Some(depth) = depth.checked_sub(1) else {
        return;
    };
    match value {
        Value::Array(items) => {
            let item_schema = schema.get("items").unwrap_or(&Value::Null);
            let at = format!("{at}[]");
            for item in items {
                drop_unknown_in(item_schema, item, &at, log, depth);
            }
        }
        Value::Object(fields) => {
            let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
                return;
            };
            if is_closed(schema) {
                fields.retain(|name, _| {
                    let keep = properties.contains_key(name);
                    if !keep {
                        log.add(&join(at, printable_name(name)), NOT_A_FIELD);
                    }
                    keep
                });
            }
            for (name, value) in fields {
                let property = properties.get(name).unwrap_or(&Value::Null);
                drop_unknown_in(property, value, &join(at, name), log, depth);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests;
