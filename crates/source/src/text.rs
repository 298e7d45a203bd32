//! Texts as they are printed: escaped, clipped, percent-encoded, counted and listed.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;
use std::borrow::{Borrow, Cow};
use std::fmt::{self, Write as _};

/// Whether a character has no width: control characters that are no white space, soft hyphens, bidirectional marks,
/// zero-width spaces and joiners, invisible operators, the byte order mark, variation selectors, and the tag characters
/// and others of their plane, which can carry hidden bytes.
#[must_use]
pub fn is_invisible(c: char) -> bool {
    match c {
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{feff}' => true,
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e0fff}' => true,
        _ => c.is_control() && !c.is_whitespace(),
    }
}

/// Whether a character could forge, reorder or hide output: invisible ones except the variation selectors U+FE00 to
/// U+FE0F, which emoji need, and what ends a line.
fn is_unsafe(c: char) -> bool {
    match c {
        '\t' | '\u{fe00}'..='\u{fe0f}' => false,
        '\u{2028}' | '\u{2029}' => true,
        _ => c.is_control() || is_invisible(c),
    }
}

/// The text with every character that could forge, reorder or hide output (control, line-breaking, bidirectional,
/// zero-width and tag characters, and the supplementary variation selectors) written as a Rust escape (`\n`,
/// `\u{202e}`); borrowed if there is none. A tab and a backslash are not escaped.
#[must_use]
pub fn escape(text: &str) -> Cow<'_, str> {
    escape_if(text, is_unsafe, |c, out| out.extend(c.escape_default()))
}

/// As [`escape`], for a text of several lines: their ends stay.
#[must_use]
pub fn escape_lines(text: &str) -> Cow<'_, str> {
    escape_if(text, |c| c != '\n' && is_unsafe(c), |c, out| out.extend(c.escape_default()))
}

fn escape_if(
    text: &str,
    is_escaped: impl Fn(char) -> bool,
    write: impl Fn(char, &mut String),
) -> Cow<'_, str> {
    // Nearly every text: no escaped character is among these.
    let is_plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t'));
    if is_plain || !text.chars().any(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_escaped(c) {
            write(c, &mut out);
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// The JSON with every character that [`escape`] escapes written as `\u....` inside its strings. It parses to the same
/// value.
///
/// ```
/// assert_eq!(firsthand_source::escape_json("\"a\u{202e}b\"".to_owned()), r#""a\u202eb""#);
/// ```
#[must_use]
pub fn escape_json(json: String) -> String {
    // In JSON the other control characters are escaped already, or stand between values.
    let is_escaped = |c: char| (!c.is_ascii() || c == '\u{7f}') && is_unsafe(c);
    let escaped = escape_if(&json, is_escaped, |c, out| {
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    });
    match escaped {
        Cow::Owned(escaped) => escaped,
        Cow::Borrowed(_) => json,
    }
}

/// The text without the sequences that set colours, links and titles in a terminal; borrowed if there is none.
///
/// ```
/// assert_eq!(firsthand_source::without_colours("\u{1b}[31ma.py\u{1b}[0m:3"), "a.py:3");
/// ```
#[must_use]
pub fn without_colours(text: &str) -> Cow<'_, str> {
    const ESCAPE: char = '\u{1b}';
    if !text.contains(ESCAPE) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut parts = text.split(ESCAPE);
    out.push_str(parts.next().unwrap_or_default());
    let mut is_in_string = false;
    for part in parts {
        // A string, as of a link or a title, ends at a bell or at an escape and a backslash.
        let rest = match part.as_bytes().first() {
            Some(b'[') => {
                part[1..].trim_start_matches(|c: char| ('\u{20}'..='\u{3f}').contains(&c)).get(1..)
            }
            Some(b']') => {
                let end = part.find('\u{7}');
                is_in_string = end.is_none();
                end.map(|end| &part[end + 1..])
            }
            Some(b'\\') if std::mem::take(&mut is_in_string) => part.get(1..),
            _ => Some(part),
        };
        out.push_str(rest.unwrap_or_default());
    }
    Cow::Owned(out)
}

/// The text cut to at most `max` characters; empty for `max` 0. If anything was cut, the last character is `…`, and the
/// white space before it is removed.
#[must_use]
pub fn clip(text: &str, max: usize) -> Cow<'_, str> {
    if text.len() <= max || text.chars().count() <= max {
        return Cow::Borrowed(text);
    }
    let mut out: String = text.chars().take(max.saturating_sub(1)).collect();
    out.truncate(out.trim_end().len());
    if max > 0 {
        out.push('…');
    }
    Cow::Owned(out)
}

/// As [`clip`], but cut in the middle: a quarter of the rest is from the start, and the end is kept, as the name of a
/// file is at the end of its path.
#[must_use]
pub fn clip_middle(text: &str, max: usize) -> Cow<'_, str> {
    let all = text.chars().count();
    if all <= max || max == 0 {
        return clip(text, max);
    }
    let (head, kept) = (max / 4, max - 1);
    let start = text.chars().take(head);
    let end = text.chars().skip(all - (kept - head));
    start.chain(['…']).chain(end).collect::<String>().into()
}

/// As [`clip`], but cut at white space rather than in a word, where that loses at most `max_loss` more characters and
/// leaves something.
#[must_use]
pub fn clip_between_words(text: &str, max: usize, max_loss: usize) -> Cow<'_, str> {
    let cut = clip(text, max);
    if matches!(cut, Cow::Borrowed(_)) {
        return cut;
    }
    let head = cut.strip_suffix('…').unwrap_or_default();
    let rest = text.get(head.len()..).unwrap_or_default();
    if rest.starts_with(char::is_whitespace) {
        return cut;
    }
    let mut last = head.char_indices().rev().take(max_loss);
    let white = last.find(|(_, c)| c.is_whitespace());
    let kept = white.and_then(|(at, _)| head.get(..at)).map(str::trim_end);
    match kept.filter(|kept| !kept.is_empty()) {
        Some(kept) => format!("{kept}…").into(),
        None => cut,
    }
}

/// The phrase of a number and its noun, `singular` for 1 and `plural` for other numbers: `1 place`, `2 places`.
#[must_use]
pub fn count(number: usize, singular: &str, plural: &str) -> String {
    match number {
        1 => format!("1 {singular}"),
        _ => format!("{number} {plural}"),
    }
}

/// A number with a comma before each group of three digits: `78,214`.
#[must_use]
pub fn grouped_digits(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups = groups.map(|group| String::from_utf8_lossy(group).into_owned());
    groups.collect::<Vec<_>>().join(",")
}

/// The characters that are encoded: all but `/` and the unreserved characters of RFC 3986.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// Percent-encodes a path for a `file://` URL: every UTF-8 byte becomes `%XX`, except `/` and the unreserved characters
/// of RFC 3986.
pub fn percent_encode(path: &str) -> impl fmt::Display {
    utf8_percent_encode(path, ENCODED)
}

/// Each item once, in the order of first occurrence. Compares all pairs: for short lists.
#[must_use]
pub fn distinct<T: PartialEq>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut distinct_items = Vec::new();
    for item in items {
        if !distinct_items.contains(&item) {
            distinct_items.push(item);
        }
    }
    distinct_items
}

/// At most `max_shown` names, and how many others there are: `a, b and 3 more`.
#[must_use]
pub fn join_at_most(names: &[impl Borrow<str>], max_shown: usize) -> String {
    let shown = names[..max_shown.min(names.len())].join(", ");
    match names.len().saturating_sub(max_shown) {
        0 => shown,
        others => format!("{shown} and {others} more"),
    }
}

// What the parts of a source text are, as far as a reader is shown it.

/// What a part of a source text is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Syntax {
    /// A comment.
    Comment,
    /// A string or a character, with what is interpolated in it.
    Text,
    /// A number.
    Number,
    /// A word of the language: a token of letters that the grammar spells out.
    Keyword,
}

/// Rewrites all texts of a JSON value, but not the names of its fields.
pub fn rewrite_texts(value: &mut Value, rewrite: fn(&str) -> Cow<'_, str>) {
    match value {
        Value::String(text) => {
            if let Cow::Owned(other) = rewrite(text) {
                *text = other;
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| rewrite_texts(value, rewrite)),
        Value::Object(fields) => {
            fields.values_mut().for_each(|value| rewrite_texts(value, rewrite));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests;
