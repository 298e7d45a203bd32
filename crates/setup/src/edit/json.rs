//! JSON with comments and trailing commas, as the clients read it.

use jsonc_parser::common::Ranged as _;
use jsonc_parser::cst::{CstInputValue, CstRootNode};
use jsonc_parser::{CollectOptions, ParseOptions, ast, parse_to_ast, parse_to_serde_value};
use serde_json::Value;

use super::{EditError, Edited, Setting};

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
    value.map(Option::unwrap_or_default).map_err(|error| error.to_string())
}

/// The keys that come first in a table, in this order; the others follow in the order of the alphabet.
const FIRST_KEYS: &[&str] = &["type", "name", "description", "matcher", "command", "cmd", "args"];

/// The fields of a table, in the order in which they are written.
pub(super) fn fields(table: &Value) -> Vec<(&String, &Value)> {
    let mut fields: Vec<_> = table.as_object().into_iter().flatten().collect();
    let place = |name: &str| FIRST_KEYS.iter().position(|key| *key == name);
    fields.sort_by_key(|(name, _)| (place(name).unwrap_or(FIRST_KEYS.len()), *name));
    fields
}

/// A value as JSON on one line.
pub(super) fn inline(value: &Value) -> String {
    let joined = |items: Vec<String>| items.join(", ");
    match value {
        Value::Object(_) => {
            let field =
                |(name, value): (&String, &Value)| format!("{}: {}", quoted(name), inline(value));
            format!("{{{}}}", joined(fields(value).into_iter().map(field).collect()))
        }
        Value::Array(items) => format!("[{}]", joined(items.iter().map(inline).collect())),
        other => other.to_string(),
    }
}

/// Inserts a setting at the end of its table or list, in the style of the existing entries.
pub(super) fn insert(text: &str, setting: &Setting) -> Edited<String> {
    let invalid = |why: String| EditError::Invalid("JSON", why);
    let parsed = parse_to_ast(text, &CollectOptions::default(), &ALLOWED);
    let parsed = parsed.map_err(|error| invalid(error.to_string()))?;
    if let Some(edited) = parsed.value.and_then(|root| insert_on_one_line(text, &root, setting)) {
        return Ok(edited);
    }
    // White space alone would count as the indentation of the first line.
    let text = if text.trim().is_empty() { "" } else { text };
    let root = CstRootNode::parse(text, &ALLOWED).map_err(|error| invalid(error.to_string()))?;
    let value = input_value(&setting.value);
    let Some((key, tables)) = setting.path.split_last() else {
        return Ok(text.to_owned());
    };
    let table =
        tables.iter().fold(root.object_value_or_set(), |table, key| table.object_value_or_set(key));
    if setting.is_element {
        table.array_value_or_set(key).append(value);
    } else {
        table.append(key, value);
    }
    Ok(root.to_string())
}

fn input_value(value: &Value) -> CstInputValue {
    match value {
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Bool(flag) => CstInputValue::Bool(*flag),
        Value::Array(items) => CstInputValue::Array(items.iter().map(input_value).collect()),
        Value::Object(_) => {
            let field = |(name, value): (&String, &Value)| (name.clone(), input_value(value));
            CstInputValue::Object(fields(value).into_iter().map(field).collect())
        }
        number => CstInputValue::Number(number.to_string()),
    }
}

/// Inserts a setting at the end of the innermost existing table or list on its path, if that is on one line and is not
/// empty; `None` for any other one.
fn insert_on_one_line(text: &str, root: &ast::Value<'_>, setting: &Setting) -> Option<String> {
    let (mut around, mut depth) = (root, 0);
    while let (ast::Value::Object(table), Some(key)) = (around, setting.path.get(depth)) {
        let Some(inner) = table.properties.iter().find(|one| one.name.as_str() == key) else {
            break;
        };
        (around, depth) = (&inner.value, depth + 1);
    }
    let last = match around {
        ast::Value::Object(table) => table.properties.last()?.range().end,
        ast::Value::Array(list) => list.elements.last()?.range().end,
        _ => return None,
    };
    let range = around.range();
    if text.get(range.start..range.end)?.contains('\n') {
        return None;
    }
    let value = if setting.is_element && depth < setting.path.len() {
        format!("[{}]", inline(&setting.value))
    } else {
        inline(&setting.value)
    };
    let missing = setting.path.get(depth..)?;
    let keys: Vec<String> = missing.iter().map(|key| format!("{}: ", quoted(key))).collect();
    let braces = keys.len().saturating_sub(1);
    let piece = format!("{}{value}{}", keys.join("{"), "}".repeat(braces));
    let comma = without_comments(text.get(last..range.end)?).find(',');
    let (at, gap) = match comma {
        Some(comma) => (last + comma + 1, " "),
        None => (last, ", "),
    };
    Some([text.get(..at)?, gap, &piece, text.get(at..)?].concat())
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

/// The text without the value at the path, or without an element of the list there; `None` if there is none.
pub(super) fn remove(text: &str, path: &[String], element: Option<usize>) -> Option<String> {
    let root = CstRootNode::parse(text, &ALLOWED).ok()?;
    let (key, tables) = path.split_last()?;
    let table =
        tables.iter().try_fold(root.object_value()?, |table, key| table.object_value(key))?;
    match element {
        Some(at) => table.array_value(key)?.elements().into_iter().nth(at)?.remove(),
        None => table.get(key)?.remove(),
    }
    Some(root.to_string())
}

/// A value whose `Display` is the text as a JSON string.
fn quoted(text: &str) -> Value {
    text.into()
}
