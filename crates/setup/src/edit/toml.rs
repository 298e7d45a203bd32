//! TOML: appends a table, or a table of a list, at the end, since tables may be anywhere, and removes the lines of one, wherever a client has
//! written it; no other byte is rewritten.

use std::ops::Range;

use serde_json::Value;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::{Setting, blank_line_before, cut, json, newline};

pub(super) fn read(text: &str) -> Result<Value, String> {
    let table = text.parse::<toml::Table>().map_err(|error| {
        // Only the message: the full error would show the line.
        let before = error.span().and_then(|span| text.get(..span.start));
        let line = before.map_or(1, |before| before.matches('\n').count() + 1);
        format!("line {line}: {}", error.message())
    })?;
    serde_json::to_value(table).map_err(|error| error.to_string())
}

pub(super) fn insert(text: &str, setting: &Setting) -> String {
    let end = newline(text);
    let gap = blank_line_before(text);
    let path = setting.path.join(".");
    let header = if setting.is_element { format!("[[{path}]]") } else { format!("[{path}]") };
    let mut out = format!("{text}{gap}{header}{end}");
    for (name, field) in json::fields(&setting.value) {
        // A text, a flag, a number and a list of texts are written in TOML as in JSON.
        out += &format!("{name} = {}{end}", json::inline(field));
    }
    out
}

/// The text without the lines of the table at the path; `None` if there is none.
pub(super) fn remove(text: &str, path: &[String], gap: Option<&str>) -> Option<String> {
    let root = DeTable::parse(text).ok()?;
    let mut tables = Some(root.get_ref());
    let mut found = None;
    for name in path {
        found = tables?.iter().find(|(key, _)| key.get_ref() == name);
        tables = found.and_then(|(_, value)| value.get_ref().as_table());
    }
    let (key, value) = found?;
    let mut spans = Vec::new();
    add_spans(text, key, value, &mut spans);
    let mut lines: Vec<Range<usize>> = Vec::new();
    spans.sort_by_key(|span| span.start);
    for span in spans {
        let start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[span.end..].find('\n').map_or(text.len(), |at| span.end + at + 1);
        match lines.last_mut() {
            // Only blank lines are between two tables of the same one.
            Some(last) if start <= last.end || text[last.end..start].trim().is_empty() => {
                last.end = last.end.max(end);
            }
            _ => lines.push(start..end),
        }
    }
    Some(lines.into_iter().enumerate().rev().fold(text.to_owned(), |text, (index, lines)| {
        cut(&text, lines, if index == 0 { gap } else { Some("") })
    }))
}

/// The places of a key and of everything in its value.
fn add_spans(
    text: &str,
    key: &Spanned<DeString<'_>>,
    value: &Spanned<DeValue<'_>>,
    spans: &mut Vec<Range<usize>>,
) {
    spans.push(key.span());
    let is_written_here = text[value.span()].starts_with('{');
    match value.get_ref() {
        DeValue::Table(table) if !is_written_here => {
            for (key, value) in table.iter() {
                add_spans(text, key, value, spans);
            }
        }
        _ => spans.push(value.span()),
    }
}
