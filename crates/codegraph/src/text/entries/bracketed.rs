//! Values in quotes after a key, nested in brackets: JSON, and the objects, arrays, hashes and constants of code.

use std::ops::Range;

use super::{Entry, unescaped};
use crate::text::words::is_word_byte;

/// A key with its first byte.
type Key = (String, usize);

/// What was read of a text up to a place.
#[derive(Default)]
struct Reading {
    /// The open brackets, each with the key before it.
    open: Vec<(u8, Option<Key>)>,
    /// The last string or name, which is a key if a separator follows.
    last: Option<Key>,
    /// The key whose value is read.
    pending: Option<Key>,
    /// Whether a part of the value was read.
    has_value: bool,
    /// Whether a `?` waits for its `:`.
    is_condition: bool,
}

/// The quoted value that contains the first byte of `at`.
pub(super) fn entry_at(text: &[u8], at: &Range<usize>) -> Option<Entry> {
    let mut reading = Reading::default();
    let mut next = 0;
    while next < text.len() && next <= at.start {
        let byte = text[next];
        let rest = &text[next..];
        if let Some(length) = comment(text, next) {
            next += length;
        } else if b"\"'`".contains(&byte) {
            let Some(content) = quoted(text, next) else {
                next += 1;
                continue;
            };
            if content.contains(&at.start) {
                return reading.entry(content);
            }
            next = content.end + 1;
            reading.token(unescaped(&text[content.clone()]), content.start);
        } else if is_word_byte(byte) {
            let length = rest.iter().take_while(|b| is_word_byte(**b)).count();
            let name = String::from_utf8_lossy(&rest[..length]);
            reading.token(name.trim_start_matches('$').to_owned(), next);
            next += length;
        } else if byte == b'\n' {
            next += 1;
            reading.line_ends(&text[next..]);
        } else {
            next += reading.operator(rest);
        }
    }
    None
}

impl Reading {
    fn token(&mut self, text: String, at: usize) {
        self.has_value |= self.pending.is_some();
        self.last = Some((text, at));
    }

    /// The entry of a value that is read now. A member of a list has the key of the list.
    fn entry(&self, value: Range<usize>) -> Option<Entry> {
        let of_list = || match self.open.last()? {
            (b'[', key) => key.as_ref(),
            _ => None,
        };
        let innermost = self.pending.as_ref().or_else(of_list)?;
        let open = self.open.iter().filter_map(|(_, key)| key.as_ref());
        let mut keys: Vec<String> = open.map(|key| key.0.clone()).collect();
        keys.extend(self.pending.as_ref().map(|key| key.0.clone()));
        Some(Entry { keys, span: innermost.1..value.end, value })
    }

    /// A value that ends with its line, as a statement may, has no key after it.
    fn line_ends(&mut self, rest: &[u8]) {
        let next = rest.iter().find(|byte| !byte.is_ascii_whitespace());
        let goes_on = next.is_some_and(|byte| b".+\\?:&|\"'`".contains(byte));
        if self.has_value && !goes_on {
            self.ends();
        }
    }

    fn ends(&mut self) {
        (self.pending, self.last) = (None, None);
        (self.has_value, self.is_condition) = (false, false);
    }

    /// Reads what is no name, string or comment, and returns its length.
    fn operator(&mut self, rest: &[u8]) -> usize {
        const NO_SEPARATORS: [&[u8]; 10] =
            [b"===", b"!==", b"==", b"!=", b"<=", b">=", b"::", b"->", b"?.", b"??"];
        if let Some(other) = NO_SEPARATORS.iter().find(|other| rest.starts_with(other)) {
            self.last = None;
            return other.len();
        }
        if rest.starts_with(b"=>") {
            self.separator();
            return 2;
        }
        match rest[0] {
            b':' if self.is_condition => self.is_condition = false,
            b'?' if rest.get(1) != Some(&b':') => self.is_condition = true,
            b'=' | b':' => self.separator(),
            // An array of a type, or an empty list.
            b'[' if rest.get(1) == Some(&b']') => {
                self.has_value |= self.pending.is_some();
                return 2;
            }
            b'{' | b'[' | b'(' => {
                let is_call = rest[0] == b'(';
                // Around a value, brackets group its parts; those of a constant, such as one of an enum, have its text.
                let is_group = is_call && self.pending.is_some() && !self.has_value;
                let constant = self.last.take().filter(|last| is_call && is_constant(&last.0));
                let key = self.pending.take();
                let is_text = is_group || key.is_none() && constant.is_some();
                self.open.push((if is_text { b'[' } else { rest[0] }, key.or(constant)));
                self.ends();
            }
            b'}' | b']' | b')' => {
                let index = self.last.take().filter(|_| rest[0] == b']' && self.pending.is_none());
                let is_index = matches!(self.open.pop(), Some((b'[', None)));
                self.ends();
                // `texts['key'] = 'value'`.
                self.last = index.filter(|_| is_index);
            }
            // The first argument may be the key of the second: `define('KEY', 'value')`.
            b',' if matches!(self.open.last(), Some((b'(', None))) && self.pending.is_none() => {
                let key = self.last.take().filter(|last| is_constant(&last.0));
                self.ends();
                self.pending = key;
            }
            b',' | b';' => self.ends(),
            byte if byte.is_ascii_whitespace() || byte == b'?' => {}
            _ => self.last = None,
        }
        1
    }

    /// What is before a separator is a key; between a key and a second separator stands a type.
    fn separator(&mut self) {
        let before = self.last.take();
        self.pending = self.pending.take().or(before);
        self.has_value = false;
    }
}

/// Whether a name is in capitals, as constants are.
fn is_constant(name: &str) -> bool {
    let is_part = |c: char| c.is_uppercase() || c.is_ascii_digit() || c == '_';
    name.chars().count() > 1 && name.chars().all(is_part) && name.contains(char::is_uppercase)
}

/// The length of the comment that begins at an offset.
pub(crate) fn comment(text: &[u8], at: usize) -> Option<usize> {
    let rest = &text[at..];
    let line = || memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    if rest.starts_with(b"/*") {
        let end = memchr::memmem::find(rest, b"*/");
        return Some(end.map_or(rest.len(), |end| end + 2));
    }
    let begins_line = |at: usize| text[..at].last().is_none_or(u8::is_ascii_whitespace);
    let is_hash = rest.starts_with(b"# ") && begins_line(at);
    (rest.starts_with(b"//") || is_hash).then(line)
}

/// The content of the string that begins at an offset; `None` if it does not end on its line, unless its quotes are those
/// of a template.
pub(crate) fn quoted(text: &[u8], at: usize) -> Option<Range<usize>> {
    let quote = text[at];
    let mut next = at + 1;
    while let Some(&byte) = text.get(next) {
        match byte {
            b'\\' => next += 1,
            b'\n' if quote != b'`' => return None,
            _ if byte == quote => return Some(at + 1..next),
            _ => {}
        }
        next += 1;
    }
    None
}
