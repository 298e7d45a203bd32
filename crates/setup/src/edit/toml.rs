//! TOML. A table may stand anywhere, so ours goes to the end: no byte of what is there is written again.

use serde_json::Value;

use super::{Entry, gap, newline};
use crate::texts::NAME;

pub(super) fn read(text: &str) -> Result<Value, String> {
    let table = text.parse::<toml::Table>().map_err(|error| {
        // The message alone: the rest of it would show the line.
        let before = error.span().and_then(|span| text.get(..span.start));
        let line = before.map_or(1, |before| before.matches('\n').count() + 1);
        format!("line {line}: {}", error.message())
    })?;
    serde_json::to_value(table).map_err(|error| error.to_string())
}

pub(super) fn insert(text: &str, map: &str, entry: &Entry) -> String {
    let end = newline(text);
    let mut out = format!("{text}{}[{map}.{NAME}]{end}", gap(text));
    for (name, field) in entry {
        // A text, a flag, a number and a list of texts are written in TOML as in JSON.
        out += &format!("{name} = {}{end}", field.value());
    }
    out
}
