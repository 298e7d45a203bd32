//! Where a text holds a key or a piece of one.

use std::collections::HashSet;

/// What stands where a key would.
pub(super) const HIDDEN: &str = "[key]";

/// How often escapes may be escaped again: arguments are JSON in JSON, and their strings may be too.
const LAYERS: usize = 5;

/// Every piece of a key that has a certain length: a longer one is made of them.
pub(super) struct Pieces<'a> {
    all: HashSet<&'a str>,
    /// In bytes.
    length: usize,
}

impl<'a> Pieces<'a> {
    /// The pieces of a key that have so many bytes; of a shorter key, the whole key.
    pub(super) fn of(key: &'a str, least: usize) -> Self {
        let length = least.min(key.len());
        let starts = 0..key.len();
        Self {
            all: starts
                .filter_map(|at| key.get(at..at + length))
                .filter(|piece| !piece.is_empty())
                .collect(),
            length,
        }
    }

    /// A text without the pieces. Where JSON's escapes hide more of the key than stands there plainly,
    /// the text comes back without escapes.
    pub(super) fn hide(&self, text: &str) -> String {
        let (mut hidden, mut most) = self.hide_plain(text);
        let mut plain = unescaped(text);
        for _ in 1..LAYERS {
            let Some(text) = plain else {
                break;
            };
            let (without, length) = self.hide_plain(&text);
            if length > most {
                (hidden, most) = (without, length);
            }
            plain = unescaped(&text);
        }
        hidden
    }

    /// Whether a text holds any.
    pub(super) fn are_in(&self, text: &str) -> bool {
        self.hide(text) != text
    }

    /// A text without the pieces that stand there plainly, and how many bytes they had. Pieces that
    /// overlap become one mark; the time grows with the text alone.
    fn hide_plain(&self, text: &str) -> (String, usize) {
        let (mut out, mut copied, mut length) = (String::new(), 0, 0);
        let mut at = self.next_in(text, 0, text.len());
        while let Some(start) = at {
            let mut end = start + self.length;
            while let Some(more) = self.next_in(text, end + 1 - self.length, end) {
                end = more + self.length;
            }
            out += text.get(copied..start).unwrap_or_default();
            out += HIDDEN;
            length += end - start;
            copied = end;
            at = self.next_in(text, end, text.len());
        }
        out += text.get(copied..).unwrap_or_default();
        (out, length)
    }

    /// Where the first piece begins, from one place on and before another.
    fn next_in(&self, text: &str, from: usize, to: usize) -> Option<usize> {
        let held = |at: &usize| {
            let piece = text.get(*at..at + self.length);
            piece.is_some_and(|piece| self.all.contains(piece))
        };
        (from..to).find(held)
    }
}

/// A text with its escapes read as JSON reads them, wherever they stand; `None` where there is none.
fn unescaped(text: &str) -> Option<String> {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, escape)) = rest.split_once('\\') {
        out += before;
        let (read, length) = escape_at(escape).unwrap_or(('\\', 0));
        out.push(read);
        rest = escape.get(length..).unwrap_or_default();
    }
    out += rest;
    (out != text).then_some(out)
}

/// The character that what follows a backslash stands for, and its length in bytes.
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
