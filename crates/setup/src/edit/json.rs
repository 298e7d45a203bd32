//! JSON with comments and trailing commas, as the clients read it.

use jsonc_parser::ast::{self, Object};
use jsonc_parser::common::Ranged as _;
use jsonc_parser::cst::{CstInputValue, CstRootNode};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast, parse_to_serde_value};
use serde_json::Value;

use super::{EditError, Edited, Entry};
use crate::texts::NAME;

/// The extensions of JSON that are accepted: comments and trailing commas.
const ALLOWED: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

pub(super) fn read(text: &str) -> Result<Value, String> {
    let value = parse_to_serde_value::<Option<Value>>(text, &ALLOWED);
    value
        .map(Option::unwrap_or_default)
        .map_err(|error| error.to_string())
}

/// Inserts a new entry at the end of the table, in the style of the existing entries.
pub(super) fn insert(text: &str, map: &str, entry: &Entry) -> Edited<String> {
    let invalid = |why: String| EditError::Invalid("JSON", why);
    let parsed = parse_to_ast(text, &CollectOptions::default(), &ALLOWED);
    let parsed = parsed.map_err(|error| invalid(error.to_string()))?;
    if let Some(ast::Value::Object(root)) = &parsed.value {
        let table = root.get_object(map);
        if let Some(edited) = insert_on_one_line(text, table.unwrap_or(root), |out| {
            if table.is_none() {
                *out += &format!("{}: {{", quoted(map));
            }
            *out += &format!("{}: {}", quoted(NAME), inline(entry));
            if table.is_none() {
                out.push('}');
            }
        }) {
            return Ok(edited);
        }
    }
    // White space alone would count as the indentation of the first line.
    let text = if text.trim().is_empty() { "" } else { text };
    let root = CstRootNode::parse(text, &ALLOWED).map_err(|error| invalid(error.to_string()))?;
    let fields = entry
        .iter()
        .map(|(name, field)| ((*name).to_owned(), input_value(field)));
    let table = root.object_value_or_set().object_value_or_set(map);
    table.append(NAME, CstInputValue::Object(fields.collect()));
    Ok(root.to_string())
}

/// A field of an entry: a text, a flag, a number or a list of these.
fn input_value(field: &Value) -> CstInputValue {
    match field {
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Bool(flag) => CstInputValue::Bool(*flag),
        Value::Array(items) => CstInputValue::Array(items.iter().map(input_value).collect()),
        number => CstInputValue::Number(number.to_string()),
    }
}

/// Inserts what `write_entry` writes at the end of a table that is on one line and is not empty; `None` for any other
/// table.
fn insert_on_one_line(
    text: &str,
    table: &Object<'_>,
    write_entry: impl FnOnce(&mut String),
) -> Option<String> {
    let last = table.properties.last()?.range().end;
    let inside = text.get(table.range.start..table.range.end)?;
    if inside.contains('\n') {
        return None;
    }
    let rest = text.get(last..table.range.end)?;
    let comma = without_comments(rest).find(',');
    let (at, mut piece) = match comma {
        Some(comma) => (last + comma + 1, " ".to_owned()),
        None => (last, ", ".to_owned()),
    };
    write_entry(&mut piece);
    Some([text.get(..at)?, &piece, text.get(at..)?].concat())
}

/// The text with each byte of its `/* */` comments replaced by a blank, so that offsets stay the same.
fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("/*") {
        let length = comment.find("*/").map_or(comment.len(), |end| end + 2);
        out += before;
        out.extend(std::iter::repeat_n(' ', length + 2));
        rest = comment.get(length..).unwrap_or_default();
    }
    out + rest
}

/// The text without the entry; `None` if it has none.
pub(super) fn remove(text: &str, map: &str) -> Option<String> {
    let root = CstRootNode::parse(text, &ALLOWED).ok()?;
    let table = root.object_value()?.object_value(map)?;
    table.get(NAME)?.remove();
    Some(root.to_string())
}

/// The entry as a JSON object on one line.
fn inline(entry: &Entry) -> String {
    let field = |(name, field): &(&str, Value)| format!("{}: {field}", quoted(name));
    let fields: Vec<String> = entry.iter().map(field).collect();
    format!("{{{}}}", fields.join(", "))
}

/// A value whose `Display` is the text as a JSON string.
fn quoted(text: &str) -> Value {
    text.into()
}
