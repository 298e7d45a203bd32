//! YAML: inserts lines at the position that the parser reports for the table; no other byte is rewritten.

use std::ops::Range;

use saphyr::{LoadableYamlNode as _, MarkedYaml, Marker, Scalar, Yaml, YamlData};
use serde_json::{Map, Value};

use super::{EditError, Edited, Setting, json, newline};

pub(super) fn read(text: &str) -> Result<Value, String> {
    let documents = Yaml::load_from_str(text).map_err(|error| error.to_string())?;
    match documents.as_slice() {
        [] => Ok(Value::Null),
        [document] => value(document).ok_or_else(|| "it has a value that is not plain".to_owned()),
        _ => Err("it holds several documents".to_owned()),
    }
}

/// The node as a JSON value, without tags; `None` if it has an alias or another node that is no plain value.
fn value(node: &Yaml<'_>) -> Option<Value> {
    Some(match node {
        Yaml::Value(scalar) => match scalar {
            Scalar::Null => Value::Null,
            Scalar::Boolean(flag) => (*flag).into(),
            Scalar::Integer(number) => (*number).into(),
            Scalar::FloatingPoint(number) => number.into_inner().into(),
            Scalar::String(text) => text.as_ref().into(),
        },
        Yaml::Sequence(items) => Value::Array(items.iter().map(value).collect::<Option<_>>()?),
        Yaml::Mapping(pairs) => {
            let pair = |(key, inner): (&Yaml<'_>, &Yaml<'_>)| {
                let key = value(key)?;
                let key = key.as_str().map_or_else(|| key.to_string(), str::to_owned);
                Some((key, value(inner)?))
            };
            Value::Object(pairs.iter().map(pair).collect::<Option<Map<_, _>>>()?)
        }
        Yaml::Tagged(_, inner) => value(inner)?,
        _ => return None,
    })
}

/// Where the entry is inserted. Columns are 0-based; offsets are in bytes.
enum InsertionPoint {
    /// Before the table's first key: the offset of that key's line, and the key's column.
    Before(usize, usize),
    /// Below the table's key, because the table is empty: the offset after the key's line, the key's column, and the
    /// range of empty braces to remove.
    Under(usize, usize, Option<Range<usize>>),
    /// At the end of the text, with a new table, because there is none: the column of the document's keys.
    AtEnd(usize),
}

/// Inserts a setting into a table of the top level.
pub(super) fn insert(text: &str, setting: &Setting) -> Edited<String> {
    let [map, name] = setting.path.as_slice() else {
        let why = "only a table of the top level is edited in it".to_owned();
        return Err(EditError::Unsupported(why));
    };
    let end = newline(text);
    let lines = |column: usize| lines(name, &setting.value, column, end);
    let mut out = text.to_owned();
    match insertion_point(text, map)? {
        InsertionPoint::Before(at, column) => out.insert_str(at, &lines(column)),
        InsertionPoint::Under(line_end, column, braces_range) => {
            let tail = if text[..line_end].ends_with('\n') {
                ""
            } else {
                end
            };
            let new_lines = format!("{tail}{}", lines(column + 2));
            out.insert_str(line_end, &new_lines);
            if let Some(braces_range) = braces_range {
                out.replace_range(braces_range, "");
            }
        }
        InsertionPoint::AtEnd(column) => {
            if !out.is_empty() && !out.ends_with('\n') {
                out += end;
            }
            out += &format!("{}{map}:{end}", " ".repeat(column));
            out += &lines(column + 2);
        }
    }
    Ok(out)
}

fn insertion_point(text: &str, map: &str) -> Edited<InsertionPoint> {
    let flow_style_error =
        || EditError::Unsupported(format!("`{map}` is written in braces; put it on lines"));
    let documents = MarkedYaml::load_from_str(text)
        .map_err(|error| EditError::Invalid("YAML", error.to_string()))?;
    let Some(document) = documents.first() else {
        return Ok(InsertionPoint::AtEnd(0));
    };
    let Some((key, table)) = find_pair(document, map) else {
        let first = pairs(document).next();
        return match byte_offset(text, document.span.start) {
            at if text[at..].starts_with('{') => Err(flow_style_error()),
            _ => Ok(InsertionPoint::AtEnd(
                first.map_or(0, |(key, _)| key.span.start.col()),
            )),
        };
    };
    let column = key.span.start.col();
    let start = byte_offset(text, table.span.start);
    let first = pairs(table).next().map(|(key, _)| key.span.start);
    match (first, text[start..].starts_with('{')) {
        (Some(first), false) => Ok(InsertionPoint::Before(line_start(text, first), first.col())),
        (Some(_), true) => Err(flow_style_error()),
        (None, has_braces) => {
            let close = text[start..].find('}').filter(|_| has_braces);
            let braces_range = close.map(|length| start..start + length + 1);
            let from = byte_offset(text, key.span.start);
            let line_end = text[from..].find('\n').map_or(text.len(), |n| from + n + 1);
            Ok(InsertionPoint::Under(line_end, column, braces_range))
        }
    }
}

type Node<'n> = MarkedYaml<'n>;

fn pairs<'r, 'n>(table: &'r Node<'n>) -> impl Iterator<Item = (&'r Node<'n>, &'r Node<'n>)> {
    let pairs = match &table.data {
        YamlData::Mapping(pairs) => Some(pairs.iter()),
        _ => None,
    };
    pairs.into_iter().flatten()
}

fn find_pair<'r, 'n>(table: &'r Node<'n>, name: &str) -> Option<(&'r Node<'n>, &'r Node<'n>)> {
    pairs(table).find(|(key, _)| key.data.as_str() == Some(name))
}

/// The text without the lines of the value at the path; `None` if there is none.
pub(super) fn remove(text: &str, path: &[String]) -> Option<String> {
    let documents = MarkedYaml::load_from_str(text).ok()?;
    let (name, tables) = path.split_last()?;
    let table = tables.iter().try_fold(documents.first()?, |table, key| {
        find_pair(table, key).map(|(_, value)| value)
    });
    let key = find_pair(table?, name)?.0.span.start;
    let from = line_start(text, key);
    let mut to = from;
    for line in text.get(from..)?.split_inclusive('\n') {
        let indented = line.len() - line.trim_start_matches(' ').len() > key.col();
        let is_of_entry =
            indented && !line.trim().is_empty() && !line.trim_start().starts_with('#');
        if to > from && !is_of_entry {
            break;
        }
        to += line.len();
    }
    Some([&text[..from], &text[to..]].concat())
}

/// The setting as lines that start in the given column.
fn lines(name: &str, table: &Value, column: usize, end: &str) -> String {
    let pad = " ".repeat(column);
    let mut out = format!("{pad}{name}:{end}");
    for (name, field) in json::fields(table) {
        match field {
            Value::Array(list) => {
                out += &format!("{pad}  {name}:{end}");
                for item in list {
                    out += &format!("{pad}  - {}{end}", scalar(item));
                }
            }
            field => out += &format!("{pad}  {name}: {}{end}", scalar(field)),
        }
    }
    out
}

/// A scalar without quotes if YAML cannot read it as anything else, else with quotes, as in JSON.
fn scalar(value: &Value) -> String {
    let is_plain = |c: char| c.is_ascii_lowercase() || matches!(c, '/' | '-' | '_' | '.');
    match value.as_str() {
        Some(text)
            if text.starts_with(|c: char| c.is_ascii_lowercase() || c == '/')
                && text.chars().all(is_plain)
                && read(text).as_ref() == Ok(value) =>
        {
            text.to_owned()
        }
        _ => value.to_string(),
    }
}

/// The byte offset of a parser position, which counts characters.
fn byte_offset(text: &str, position: Marker) -> usize {
    let at = text.char_indices().nth(position.index());
    at.map_or(text.len(), |(byte_offset, _)| byte_offset)
}

/// The byte offset of the start of the line at a parser position.
fn line_start(text: &str, position: Marker) -> usize {
    let at = byte_offset(text, position);
    text[..at].rfind('\n').map_or(0, |before| before + 1)
}
