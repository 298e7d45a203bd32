//! Finds and redacts a key, or pieces of it, in a text.

use std::collections::HashSet;

/// The replacement of a redacted key.
pub(super) const PLACEHOLDER: &str = "[key]";

/// The most forms of a text that are searched: the text itself, and the text after each decoding of its JSON escapes.
/// Arguments are JSON in JSON, and their strings can be JSON too.
const MAX_SEARCHED_FORMS: usize = 5;

/// All pieces of a key with a certain length; longer pieces consist of these.
pub(super) struct KeyPieces<'a> {
    pieces: HashSet<&'a str>,
    /// The length of each piece, in bytes.
    length: usize,
}

impl<'a> KeyPieces<'a> {
    /// The pieces of a key with this many bytes; of a shorter key, the whole key.
    pub(super) fn of(key: &'a str, piece_bytes: usize) -> Self {
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
    pub(super) fn redact(&self, text: &str) -> String {
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
    pub(super) fn occur_in(&self, text: &str) -> bool {
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
