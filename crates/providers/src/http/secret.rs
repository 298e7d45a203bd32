//! An API key, which is redacted, as are pieces of it, from every output.

use std::collections::HashSet;
use std::fmt;

use firsthand_agent::{ModelTurn, ToolCall};
use reqwest::header::HeaderValue;
use serde_json::{Map, Value};

/// The shortest piece of a key, in bytes, that is redacted from errors.
const MIN_ERROR_PIECE_BYTES: usize = 8;
/// The shortest piece of a key, in bytes, that is redacted from turns. A shorter one can be a word of the code that a
/// turn quotes.
const MIN_TURN_PIECE_BYTES: usize = 12;
/// The shortest key, in bytes, that is redacted from turns: a shorter one can be a common word.
const MIN_TURN_KEY_BYTES: usize = 8;
/// The replacement of a redacted key.
const PLACEHOLDER: &str = "[key]";
/// The most forms of a text that are searched: the text itself, and the text after each decoding of its JSON escapes.
/// Arguments are JSON in JSON, and their strings can be JSON too.
const MAX_SEARCHED_FORMS: usize = 5;

/// An API key. It has no `Display`, and its `Debug` form does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// The key without surrounding white space; `None` if nothing is left.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        (!text.is_empty()).then(|| Self(text.to_owned()))
    }

    /// The key in an environment variable; `None` if it is unset or blank.
    #[must_use]
    pub fn from_env(variable: &str) -> Option<Self> {
        Self::new(&std::env::var(variable).ok()?)
    }

    /// The header value with the key after a prefix; `None` if a header cannot carry it.
    pub(super) fn header_value(&self, prefix: &str) -> Option<HeaderValue> {
        let mut value = HeaderValue::from_str(&format!("{prefix}{}", self.0)).ok()?;
        value.set_sensitive(true);
        Some(value)
    }

    /// Redacts the key, and pieces of it, from a text of a server: servers repeat what they receive.
    pub(super) fn redact(&self, text: &str) -> String {
        KeyPieces::of(&self.0, MIN_ERROR_PIECE_BYTES).redact(text)
    }

    /// Redacts the key from all parts of a turn: everything in a turn can end up in a transcript.
    pub(super) fn redact_turn(&self, mut turn: ModelTurn) -> ModelTurn {
        if self.0.len() < MIN_TURN_KEY_BYTES {
            return turn;
        }
        let pieces = KeyPieces::of(&self.0, MIN_TURN_PIECE_BYTES);
        turn.text = pieces.redact(&turn.text);
        for call in &mut turn.calls {
            call.tool = pieces.redact(&call.tool);
            call.arguments = redact_value(&pieces, std::mem::take(&mut call.arguments));
        }
        replace_ids(&pieces, &mut turn.calls);
        // Signed data is useless when a part of it is redacted.
        turn.provider_state =
            turn.provider_state.filter(|state| redact_value(&pieces, state.clone()) == *state);
        turn
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(PLACEHOLDER)
    }
}

/// Replaces ids that contain a piece of the key by new, unique ones.
fn replace_ids(pieces: &KeyPieces<'_>, calls: &mut [ToolCall]) {
    let (affected, unaffected): (Vec<_>, Vec<_>) =
        calls.iter_mut().enumerate().partition(|(_, call)| pieces.occur_in(&call.id));
    let mut used_ids: HashSet<String> =
        unaffected.into_iter().map(|(_, call)| call.id.clone()).collect();
    for (index, call) in affected {
        call.id = format!("hidden_{index}");
        while !used_ids.insert(call.id.clone()) {
            call.id.push('_');
        }
    }
}

fn redact_value(pieces: &KeyPieces<'_>, value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(pieces.redact(&text)),
        Value::Array(items) => items.into_iter().map(|item| redact_value(pieces, item)).collect(),
        Value::Object(fields) => {
            let redact_field = |(name, value): (String, Value)| {
                (pieces.redact(&name), redact_value(pieces, value))
            };
            Value::Object(fields.into_iter().map(redact_field).collect::<Map<_, _>>())
        }
        Value::Number(number) => {
            let text = number.to_string();
            if pieces.occur_in(&text) {
                Value::String(pieces.redact(&text))
            } else {
                Value::Number(number)
            }
        }
        other => other,
    }
}

/// All pieces of a key with a certain length; longer pieces consist of these.
struct KeyPieces<'a> {
    pieces: HashSet<&'a str>,
    /// The length of each piece, in bytes.
    length: usize,
}

impl<'a> KeyPieces<'a> {
    /// The pieces of a key with this many bytes; of a shorter key, the whole key.
    fn of(key: &'a str, piece_bytes: usize) -> Self {
        let length = piece_bytes.min(key.len());
        let starts = 0..key.len();
        Self {
            pieces: starts
                .filter_map(|at| key.get(at..at + length))
                .filter(|piece| !piece.is_empty())
                .collect(),
            length,
        }
    }

    /// Replaces the pieces in a text. If decoding JSON's escapes reveals more of the key, it returns the decoded
    /// text.
    fn redact(&self, text: &str) -> String {
        let (mut redacted, mut redacted_bytes) = self.redact_unescaped(text);
        let mut unescaped_text = unescaped(text);
        for _ in 1..MAX_SEARCHED_FORMS {
            let Some(text) = unescaped_text else {
                break;
            };
            let (redacted_decoded, bytes) = self.redact_unescaped(&text);
            if bytes > redacted_bytes {
                (redacted, redacted_bytes) = (redacted_decoded, bytes);
            }
            unescaped_text = unescaped(&text);
        }
        redacted
    }

    /// Whether a text contains a piece.
    fn occur_in(&self, text: &str) -> bool {
        self.redact(text) != text
    }

    /// Replaces the pieces in a text without decoding escapes. Also returns the number of bytes replaced.
    /// Overlapping pieces become one placeholder; the time is linear in the text.
    fn redact_unescaped(&self, text: &str) -> (String, usize) {
        let (mut out, mut copied, mut redacted_bytes) = (String::new(), 0, 0);
        let mut next = self.next_in(text, 0, text.len());
        while let Some(start) = next {
            let mut end = start + self.length;
            while let Some(overlapping) = self.next_in(text, end + 1 - self.length, end) {
                end = overlapping + self.length;
            }
            out += text.get(copied..start).unwrap_or_default();
            out += PLACEHOLDER;
            redacted_bytes += end - start;
            copied = end;
            next = self.next_in(text, end, text.len());
        }
        out += text.get(copied..).unwrap_or_default();
        (out, redacted_bytes)
    }

    /// The byte offset in `from..to` at which the first piece begins.
    fn next_in(&self, text: &str, from: usize, to: usize) -> Option<usize> {
        let is_piece = |at: &usize| {
            let piece = text.get(*at..at + self.length);
            piece.is_some_and(|piece| self.pieces.contains(piece))
        };
        (from..to).find(is_piece)
    }
}

/// A text after one decoding of the JSON escapes that [`escape_at`] knows; `None` if it has none. Other backslashes
/// stay.
fn unescaped(text: &str) -> Option<String> {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, escape)) = rest.split_once('\\') {
        out += before;
        let (decoded, length) = escape_at(escape).unwrap_or(('\\', 0));
        out.push(decoded);
        rest = escape.get(length..).unwrap_or_default();
    }
    out += rest;
    (out != text).then_some(out)
}

/// Decodes the escape after a backslash: its character, and its length in bytes. `None` for any other escape, such as
/// that of a line end, and for a code point that is no character.
fn escape_at(escape: &str) -> Option<(char, usize)> {
    let first = escape.chars().next()?;
    match first {
        '"' | '\\' | '/' => Some((first, 1)),
        'u' => {
            let digits = escape.get(1..5)?;
            let code = u32::from_str_radix(digits, 16).ok()?;
            Some((char::from_u32(code)?, 5))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_never_shown() {
        let key = Secret::new("  sk-fake-0123 \n").unwrap();
        assert_eq!(format!("{key:?} {:?}", Some(&key)), "[key] Some([key])");
        assert_eq!(key.redact("no such key: sk-fake-0123!"), "no such key: [key]!");
        assert_eq!(key.redact("it ends in …ake-0123"), "it ends in …[key]");
        assert_eq!(key.redact("sk-fake-… is not known"), "[key]… is not known");
        assert_eq!(key.redact("it ends in …0123"), "it ends in …0123");
        assert_eq!(key.redact(r"sk-fake-012\u0033 {"), "[key] {", "the escapes are decoded");
        let header = key.header_value("Bearer ").unwrap();
        assert_eq!(header.to_str().unwrap(), "Bearer sk-fake-0123");
        assert!(!format!("{header:?}").contains("sk-fake"));
    }

    #[test]
    fn a_blank_text_is_no_key_and_a_header_cannot_carry_a_line_break() {
        assert_eq!(Secret::new(" \t\n"), None);
        assert_eq!(Secret::new("two\nlines").unwrap().header_value(""), None);
    }
}
