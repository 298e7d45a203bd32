//! TOML: appends the table at the end, since tables may be anywhere; no existing byte is rewritten.

use serde_json::Value;

use super::{Entry, blank_line_before, newline};
use crate::texts::NAME;

pub(super) fn read(text: &str) -> Result<Value, String> {
    let table = text.parse::<toml::Table>().map_err(|error| {
        // Only the message: the full error would show the line.
        let before = error.span().and_then(|span| text.get(..span.start));
        let line = before.map_or(1, |before| before.matches('\n').count() + 1);
        format!("line {line}: {}", error.message())
    })?;
    serde_json::to_value(table).map_err(|error| error.to_string())
}

pub(super) fn insert(text: &str, map: &str, entry: &Entry) -> String {
    let end = newline(text);
    let mut out = format!("{text}{}[{map}.{NAME}]{end}", blank_line_before(text));
    for (name, field) in entry {
        // A text, a flag, a number and a list of texts are written in TOML as in JSON.
        out += &format!("{name} = {field}{end}");
    }
    out
}
