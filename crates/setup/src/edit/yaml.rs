//! YAML: inserts and removes lines; no other byte is rewritten. The lines are found by their keys: whoever calls this
//! compares the parsed result with what it must be.

use saphyr::{LoadableYamlNode as _, Scalar, Yaml};
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

/// Inserts a setting below the key of its table, which is one of the top level.
pub(super) fn insert(text: &str, setting: &Setting) -> Edited<String> {
    let end = newline(text);
    let [map, name] = setting.path.as_slice() else {
        let why = "only a table of the top level is edited in it".to_owned();
        return Err(EditError::Unsupported(why));
    };
    let lines = |column: usize| lines(name, &setting.value, column, end);
    let in_braces =
        || EditError::Unsupported(format!("`{map}` is written in braces; put it on lines"));
    let Some((start, column)) = find_key(text, map, 0) else {
        if key_lines(text).next().is_some_and(|(_, _, line)| line.starts_with('{')) {
            return Err(in_braces());
        }
        let gap = if text.is_empty() || text.ends_with('\n') { "" } else { end };
        let column = key_lines(text).next().map_or(0, |(_, column, _)| column);
        let pad = " ".repeat(column);
        return Ok(format!("{text}{gap}{pad}{map}:{end}{}", lines(column + 2)));
    };
    let (head, rest) = text.split_at(start);
    let (line, below) = rest.split_at(rest.find('\n').map_or(rest.len(), |at| at + 1));
    let inner = key_lines(below).next().map(|(_, column, _)| column);
    let inner = inner.filter(|inner| *inner > column).unwrap_or(column + 2);
    // Empty braces are a table without lines.
    let (key, after_key) = line.split_at(column + map.len() + 1);
    let after_braces = after_key.trim_start().strip_prefix("{}");
    let line = after_braces.map_or(line.to_owned(), |after| format!("{key} {after}"));
    if line.trim_start()[map.len() + 1..].trim_start().starts_with('{') {
        return Err(in_braces());
    }
    let gap = if line.ends_with('\n') { "" } else { end };
    Ok([head, &line, gap, &lines(inner), below].concat())
}

/// The lines that are neither blank nor comments nor the start of a document: the byte offset, the column of the first
/// character, and the line without indentation.
fn key_lines(text: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    let mut end = 0;
    let lines = text.split_inclusive('\n').map(move |line| {
        end += line.len();
        let inner = line.trim_start_matches(' ');
        (end - line.len(), line.len() - inner.len(), inner.trim_end())
    });
    lines.filter(|(_, _, line)| !line.is_empty() && !line.starts_with('#') && *line != "---")
}

/// The first line from an offset on that has the key: its byte offset and its column.
fn find_key(text: &str, key: &str, from: usize) -> Option<(usize, usize)> {
    let has_key = |line: &str| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':'));
    let mut lines = key_lines(text).filter(|(at, _, line)| *at >= from && has_key(line));
    lines.next().map(|(at, column, _)| (at, column))
}

/// The text without the lines of the value at the path; `None` if there is none.
pub(super) fn remove(text: &str, path: &[String]) -> Option<String> {
    let find = |(from, _), key: &String| find_key(text, key, from);
    let (from, column) = path.iter().try_fold((0, 0), find)?;
    let mut to = from;
    for line in text.get(from..)?.split_inclusive('\n') {
        let inner = line.trim_start_matches(' ');
        let is_of_entry = line.len() - inner.len() > column
            && !inner.trim().is_empty()
            && !inner.starts_with('#');
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
