//! Arguments that miss their schema in a way that reads only one way.
//!
//! Driven by the schema alone. What could mean two things is left as it is, and refused by who reads
//! it.

mod alike;
mod lone;
mod schema;

use serde_json::{Map, Value};

pub use alike::rename_alike;
pub use schema::schema_errors;
use schema::{
    has_kind, is_closed, is_id, is_required, is_text, join, named, object_of_id, wants_id,
};

/// What models put around an id.
const AROUND: &[char] = &['[', ']', '`', '"', '\'', '(', ')', '.', ',', ':', '#'];
/// What is noted of a field that was taken out, behind its name.
pub(crate) const NOT_A_FIELD: &str = "not a field of it, left out";
/// Schemas and values are not looked into deeper than this.
const DEEPEST: usize = 16;

/// The value as the schema wants it, where there is only one way to read it so, and what was done:
/// each field and repair once, items of a list as `[]`. A value that has the schema stays as it is.
pub fn repair(schema: &Value, value: Value) -> (Value, Vec<String>) {
    let mut notes = Notes::default();
    let mut value = unwrap(schema, value, &mut notes);
    for _ in 0..DEEPEST {
        value = mend(schema, value, "", &mut notes, DEEPEST);
        // What stood beside a field of its own can be gone now.
        if lone::unwrapped(schema, &value).is_none() {
            break;
        }
        value = unwrap(schema, value, &mut notes);
    }
    (value, notes.0)
}

fn unwrap(schema: &Value, value: Value, notes: &mut Notes) -> Value {
    let inner = lone::unwrapped(schema, &value);
    inner
        .inspect(|_| notes.add("", "stood in a field of their own"))
        .unwrap_or(value)
}

/// Takes out fields that a closed schema does not know; what was done. The names that do not look
/// like names are not repeated.
pub fn drop_unknown(schema: &Value, value: &mut Value) -> Vec<String> {
    let mut notes = Notes::default();
    drop_in(schema, value, "", &mut notes, DEEPEST);
    notes.0
}

/// The names of the fields that a closed schema does not know.
pub fn unknown<'v>(schema: &Value, value: &'v Value) -> impl Iterator<Item = &'v str> {
    let known = schema.get("properties").and_then(Value::as_object);
    let known = known.filter(|_| is_closed(schema));
    let fields = value.as_object().into_iter().flat_map(Map::keys);
    fields
        .map(String::as_str)
        .filter(move |name| known.is_some_and(|known| !known.contains_key(*name)))
}

/// What was done, each thing once.
#[derive(Default)]
struct Notes(Vec<String>);

impl Notes {
    /// The most repairs that are noted.
    const MOST: usize = 20;

    fn add(&mut self, at: &str, what: &str) {
        let at = if at.is_empty() { "arguments" } else { at };
        let note = format!("`{at}`: {what}");
        if self.0.len() < Self::MOST && !self.0.contains(&note) {
            self.0.push(note);
        }
    }

    fn also(&mut self, more: Self) {
        for note in more.0 {
            if self.0.len() < Self::MOST && !self.0.contains(&note) {
                self.0.push(note);
            }
        }
    }
}

fn mend(schema: &Value, value: Value, at: &str, notes: &mut Notes, deep: usize) -> Value {
    let Some(deep) = deep.checked_sub(1) else {
        return value;
    };
    let value = mend_kind(schema, value, at, notes, deep);
    match value {
        Value::Object(fields) => Value::Object(mend_fields(schema, fields, at, notes, deep)),
        Value::Array(items) => match schema.get("items") {
            Some(each) => {
                let at = format!("{at}[]");
                let items = items.into_iter();
                items
                    .map(|item| mend(each, item, &at, notes, deep))
                    .collect()
            }
            None => Value::Array(items),
        },
        other => other,
    }
}

/// The value as the kind of thing that is wanted, where it is another one.
fn mend_kind(schema: &Value, value: Value, at: &str, notes: &mut Notes, deep: usize) -> Value {
    if has_kind(schema, &value) {
        return value;
    }
    if let Some(read) = value.as_str().and_then(|text| read_text(schema, text)) {
        notes.add(at, read.1);
        return read.0;
    }
    if value.is_number() && is_text(schema) {
        notes.add(at, "a text written as a number");
        return Value::String(value.to_string());
    }
    let wants_list = schema.get("type").and_then(Value::as_str) == Some("array");
    let each = schema.get("items").filter(|_| wants_list);
    let alone = value.as_array().filter(|items| items.len() == 1);
    let (read, inner, what) = match (each, alone.and_then(|items| items.first())) {
        (Some(each), _) => {
            let (item, inner) = surely(each, &value, &format!("{at}[]"), deep);
            let list = item.map(|item| Value::Array(vec![item]));
            (list, inner, "one value taken as a list of one")
        }
        (None, Some(item)) => {
            let (item, inner) = surely(schema, item, at, deep);
            (item, inner, "a list of one taken as its value")
        }
        (None, None) => return value,
    };
    let Some(read) = read else { return value };
    notes.add(at, what);
    notes.also(inner);
    read
}

/// The value as the schema wants it, where it is that without doubt, and what was done.
fn surely(schema: &Value, value: &Value, at: &str, deep: usize) -> (Option<Value>, Notes) {
    let mut notes = Notes::default();
    let read = mend(schema, value.clone(), at, &mut notes, deep);
    let blank = read.as_str().is_some_and(|text| text.trim().is_empty());
    let mut known = read.clone();
    drop_in(schema, &mut known, "", &mut Notes::default(), deep);
    let sure = has_kind(schema, &read) && schema_errors(schema, &known).is_none();
    let read = Some(read).filter(|read| sure && !blank && !read.is_null());
    (read, notes)
}

/// What a text holds where something else is wanted, and how it was read.
fn read_text(schema: &Value, text: &str) -> Option<(Value, &'static str)> {
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
        "string" if wants_id(schema) => {
            let id = bare_id(text)?;
            Some((id.into(), "what stood around the id taken off"))
        }
        _ => None,
    }
}

/// The id that a text holds with nothing else than what models put around ids, or in brackets as in a
/// header, where that is the only one.
fn bare_id(text: &str) -> Option<String> {
    let around = |c: char| c.is_whitespace() || AROUND.contains(&c);
    let id = text.trim_matches(around).to_ascii_lowercase();
    if is_id(&id) {
        return Some(id);
    }
    let mut bracketed = text.split('[').skip(1).filter_map(|rest| {
        let (id, _) = rest.split_once(']')?;
        is_id(id).then(|| id.to_owned())
    });
    bracketed.next().filter(|_| bracketed.next().is_none())
}

fn mend_fields(
    schema: &Value,
    fields: Map<String, Value>,
    at: &str,
    notes: &mut Notes,
    deep: usize,
) -> Map<String, Value> {
    let Some(known) = schema.get("properties").and_then(Value::as_object) else {
        return fields;
    };
    let mut mended = Map::new();
    for (name, value) in &fields {
        let own = match known.contains_key(name) {
            true => name.as_str(),
            false => meant(schema, known, &fields, name)
                .or_else(|| lone::id_field(schema, known, &fields, name))
                .unwrap_or(name),
        };
        let place = join(at, own);
        let Some(property) = known.get(own) else {
            mended.insert(name.clone(), value.clone());
            continue;
        };
        if own != name {
            notes.add(&place, "its name spelled as the schema does");
        }
        if value.is_null() && !is_required(schema, own) && !has_kind(property, value) {
            notes.add(&place, "null taken as left out");
            continue;
        }
        let value = mend(property, value.clone(), &place, notes, deep);
        mended.insert(own.to_owned(), value);
    }
    mended
}

/// The field that another spelling of its name can only mean: it is not given itself, and nothing
/// else reads like it.
fn meant<'k>(
    schema: &Value,
    known: &'k Map<String, Value>,
    given: &Map<String, Value>,
    name: &str,
) -> Option<&'k str> {
    if !is_closed(schema) {
        return None;
    }
    let folded = |name: &str| name.trim().to_lowercase().replace(['_', '-', ' '], "");
    let same = |other: &&String| folded(other) == folded(name);
    let field = known.keys().find(same)?;
    let alone = given.keys().filter(same).count() == 1;
    alone.then_some(field.as_str())
}

fn drop_in(schema: &Value, value: &mut Value, at: &str, notes: &mut Notes, deep: usize) {
    let Some(deep) = deep.checked_sub(1) else {
        return;
    };
    match value {
        Value::Array(items) => {
            let each = schema.get("items").unwrap_or(&Value::Null);
            let at = format!("{at}[]");
            for item in items {
                drop_in(each, item, &at, notes, deep);
            }
        }
        Value::Object(fields) => {
            let Some(known) = schema.get("properties").and_then(Value::as_object) else {
                return;
            };
            if is_closed(schema) {
                fields.retain(|name, _| {
                    let keep = known.contains_key(name);
                    if !keep {
                        notes.add(&join(at, named(name)), NOT_A_FIELD);
                    }
                    keep
                });
            }
            for (name, value) in fields {
                let property = known.get(name).unwrap_or(&Value::Null);
                drop_in(property, value, &join(at, name), notes, deep);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests;
