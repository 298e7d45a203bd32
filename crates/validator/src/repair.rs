//! Repairs arguments that do not match their schema, where only one meaning is possible.
//!
//! Only the schema decides. Ambiguous values are left unchanged; the caller rejects them.

mod fields;
mod kind;
mod schema;

use serde_json::{Map, Value, json};

use fields::{drop_unknown, only, rename, unwrapped};
pub use kind::{Repair, RepairKind};
pub use schema::schema_errors;
pub(crate) use schema::{expects_id, is_id, object_of_id};
use schema::{has_type, is_required, is_text, join};

/// The characters that models put around an id.
const ID_DELIMITERS: &[char] = &['[', ']', '`', '"', '\'', '(', ')', '.', ',', ':', '#'];
/// The most levels of nesting, and of wrappers, that are repaired.
const MAX_DEPTH: usize = 16;
/// The fewest characters of the beginning of a choice that stands for it.
const MIN_BEGINNING_CHARS: usize = 3;
/// The most repairs that are noted.
const MAX_REPAIRS: usize = 20;

/// The repairs so far, each once.
#[derive(Default)]
struct Repairs(Vec<Repair>);

impl Repairs {
    fn add(&mut self, field: &str, kind: RepairKind) {
        self.extend([Repair::new(field, kind)]);
    }

    fn extend(&mut self, more: impl IntoIterator<Item = Repair>) {
        for repair in more {
            if self.0.len() < MAX_REPAIRS && !self.0.contains(&repair) {
                self.0.push(repair);
            }
        }
    }
}

/// The value with what has only one meaning under the schema repaired, without unknown fields, and the repairs: each
/// once, at most 20. A value that matches the schema is unchanged.
pub fn repair(schema: &Value, value: Value) -> (Value, Vec<Repair>) {
    let mut repairs = Repairs::default();
    let mut value = value;
    for _ in 0..MAX_DEPTH {
        if let Some(inner) = unwrapped(schema, &value) {
            repairs.add("", RepairKind::Wrapped);
            value = inner;
        }
        value = repair_at(schema, value, "", &mut repairs, MAX_DEPTH);
        // A repair may have removed a field beside the wrapped arguments.
        if unwrapped(schema, &value).is_none() {
            break;
        }
    }
    drop_unknown(schema, &mut value, "", &mut repairs);
    (value, repairs.0)
}

fn repair_at(schema: &Value, value: Value, at: &str, repairs: &mut Repairs, depth: usize) -> Value {
    let Some(depth) = depth.checked_sub(1) else {
        return value;
    };
    match (coerce_type(schema, value, at, repairs, depth), schema.get("items")) {
        (Value::Object(fields), _) => repair_fields(schema, fields, at, repairs, depth),
        (Value::Array(items), Some(item_schema)) => {
            let at = format!("{at}[]");
            let items = items.into_iter();
            items.map(|item| repair_at(item_schema, item, &at, repairs, depth)).collect()
        }
        (other, _) => other,
    }
}

/// Converts the value to the type that the schema expects, where that is unambiguous.
fn coerce_type(
    schema: &Value,
    value: Value,
    at: &str,
    repairs: &mut Repairs,
    depth: usize,
) -> Value {
    if has_type(schema, &value) {
        return value;
    }
    if let Some((parsed, kind)) = value.as_str().and_then(|text| parse_text(schema, text)) {
        repairs.add(at, kind);
        return parsed;
    }
    if value.is_number() && is_text(schema) {
        repairs.add(at, RepairKind::TextAsNumber);
        return Value::String(value.to_string());
    }
    let item_schema = schema.get("items").filter(|_| schema["type"] == "array");
    let list = value.as_array().map(Vec::as_slice);
    let (coerced, kind) = match (item_schema, list) {
        (Some(item_schema), _) => {
            let item = try_repair(item_schema, &value, &format!("{at}[]"), depth);
            let list = item.map(|(item, inner)| (json!([item]), inner));
            (list, RepairKind::NoList)
        }
        (None, Some([only])) => (try_repair(schema, only, at, depth), RepairKind::ListOfOne),
        _ => return value,
    };
    let Some((coerced, inner)) = coerced else {
        return value;
    };
    repairs.add(at, kind);
    repairs.extend(inner);
    coerced
}

/// The repaired value and its repairs; `None` unless it matches the schema and is not blank.
fn try_repair(
    schema: &Value,
    value: &Value,
    at: &str,
    depth: usize,
) -> Option<(Value, Vec<Repair>)> {
    let mut repairs = Repairs::default();
    let repaired = repair_at(schema, value.clone(), at, &mut repairs, depth);
    let is_blank = repaired.as_str().is_some_and(|text| text.trim().is_empty());
    let mut cleaned = repaired.clone();
    drop_unknown(schema, &mut cleaned, "", &mut Repairs::default());
    let is_valid = has_type(schema, &repaired) && schema_errors(schema, &cleaned).is_none();
    (is_valid && !is_blank && !repaired.is_null()).then_some((repaired, repairs.0))
}

/// The choice that a text means which is none of these as it is: it is spelled in another way, the beginning of one alone,
/// or prose whose first words are one.
pub fn choice_meant<'o>(
    choices: impl Iterator<Item = &'o str> + Clone,
    text: &str,
) -> Option<(&'o str, RepairKind)> {
    let folded = |text: &str| text.trim().to_lowercase().replace(['-', ' '], "_");
    let given = folded(text);
    let is_long = given.chars().count() >= MIN_BEGINNING_CHARS;
    if let Some(same) = only(choices.clone().filter(|choice| folded(choice) == given)) {
        return Some((same, RepairKind::ChoiceSpelled));
    }
    let taken = |choice: &'o str, why| (choice, RepairKind::TakenAs(choice.to_owned(), why));
    let begun = choices.clone().filter(|choice| is_long && folded(choice).starts_with(&given));
    if let Some(begun) = only(begun) {
        return Some(taken(begun, "the only choice that begins so"));
    }
    let goes_on = |choice: &&str| {
        let rest = given.strip_prefix(&folded(choice));
        rest.is_some_and(|rest| rest.starts_with(|c: char| !c.is_alphanumeric()))
    };
    let first = only(choices.filter(goes_on))?;
    Some(taken(first, "the text begins with it"))
}

/// Parses a text as the type that the schema expects.
fn parse_text(schema: &Value, text: &str) -> Option<(Value, RepairKind)> {
    let trimmed = text.trim();
    if let Some(options) = schema.get("enum").and_then(Value::as_array) {
        let options = options.iter().filter_map(Value::as_str);
        let (meant, kind) = choice_meant(options, text)?;
        return Some((meant.into(), kind));
    }
    let json = |is_type: fn(&Value) -> bool| serde_json::from_str(trimmed).ok().filter(is_type);
    let is = |word: &str| trimmed.eq_ignore_ascii_case(word);
    match schema.get("type").and_then(Value::as_str)? {
        "integer" => {
            Some((json(|value| value.is_i64() || value.is_u64())?, RepairKind::NumberAsText))
        }
        "number" => Some((json(Value::is_number)?, RepairKind::NumberAsText)),
        "boolean" => {
            let (yes, no) = (is("true") || is("yes"), is("false") || is("no"));
            (yes || no).then(|| (yes.into(), RepairKind::BooleanAsText))
        }
        "array" => {
            let list = json(Value::is_array).or_else(|| listed(schema.get("items")?, trimmed));
            Some((list?, RepairKind::ListAsText))
        }
        "object" => match json(Value::is_object) {
            Some(object) => Some((object, RepairKind::ObjectAsText)),
            None => Some((object_of_id(schema, &bare_id(text)?)?, RepairKind::BareId)),
        },
        "string" if expects_id(schema) => Some((bare_id(text)?.into(), RepairKind::AroundId)),
        _ => None,
    }
}

/// The items of a list that is written as text without the form of JSON (`c1, c2`), where each is an id or one of the
/// options, so that no item can hold a separator; or a single word, where any text may be an item.
fn listed(item_schema: &Value, text: &str) -> Option<Value> {
    if is_text(item_schema) && !expects_id(item_schema) {
        let words: Vec<&str> = text.split([',', ';', '\n']).map(str::trim).collect();
        let is_word = |word: &&str| {
            let has_mark = |c: char| c.is_whitespace() || "()[]{}<>\"'`\\|*+?^".contains(c);
            !word.is_empty() && !word.contains(has_mark)
        };
        return (words.len() > 1 && words.iter().all(is_word)).then(|| json!(words));
    }
    if !expects_id(item_schema) && item_schema.get("enum").is_none() {
        return None;
    }
    let is_separator = |c: char| c.is_whitespace() || matches!(c, ',' | ';');
    let parts = text.split(is_separator).filter(|part| !part.is_empty());
    let items = parts.map(|part| {
        let item = Value::from(part);
        if has_type(item_schema, &item) {
            return Some(item);
        }
        parse_text(item_schema, part).map(|(item, _)| item)
    });
    let items: Vec<Value> = items.collect::<Option<_>>()?;
    (items.len() > 1).then_some(Value::Array(items))
}

/// The id in a text that is an id with delimiters around it, or has exactly one id in brackets, as
/// headers of results have, without lines behind it.
fn bare_id(text: &str) -> Option<String> {
    let is_delimiter = |c: char| c.is_whitespace() || ID_DELIMITERS.contains(&c);
    let id = text.trim_matches(is_delimiter).to_ascii_lowercase();
    if is_id(&id) {
        return Some(id);
    }
    let bracketed = text.split('[').skip(1).filter_map(|rest| {
        let (id, behind) = rest.split_once(']')?;
        let lines = behind.strip_prefix(':').map(str::trim_start);
        let has_lines = lines.is_some_and(|lines| lines.starts_with(|c: char| c.is_ascii_digit()));
        (is_id(id) && !has_lines).then(|| id.to_owned())
    });
    only(bracketed)
}

/// An id, and the lines behind its colon: `c7:3-9`.
pub(crate) fn id_and_lines(text: &str) -> Option<(String, &str)> {
    let (id, lines) = text.split_once(':')?;
    Some((bare_id(id)?, lines.trim())).filter(|(_, lines)| !lines.is_empty())
}

fn repair_fields(
    schema: &Value,
    mut fields: Map<String, Value>,
    at: &str,
    repairs: &mut Repairs,
    depth: usize,
) -> Value {
    let mut renamed = rename(schema, &mut fields, at, depth);
    let mut repaired = Map::new();
    for (name, value) in fields {
        let place = join(at, &name);
        if let Some(kind) = renamed.remove(&name) {
            repairs.add(&place, kind);
        }
        match schema["properties"].get(&name) {
            None => drop(repaired.insert(name, value)),
            Some(property)
                if value.is_null()
                    && !is_required(schema, &name)
                    && !has_type(property, &value) =>
            {
                repairs.add(&place, RepairKind::Null);
            }
            Some(property) => {
                let value = repair_at(property, value, &place, repairs, depth);
                repaired.insert(name, value);
            }
        }
    }
    Value::Object(repaired)
}

#[cfg(test)]
mod tests;
