//! Messages and their translations in the format of gettext: the message itself is the key.

use std::ops::Range;

use super::{Entry, unescaped};
use firsthand_source::LineIndex;

/// The word before a message.
const MESSAGE: &[u8] = b"msgid ";

/// The message or translation that contains the first byte of `at`, by the message.
pub(super) fn entry_at(text: &[u8], at: &Range<usize>) -> Option<Entry> {
    let lines = LineIndex::of(text);
    let bytes = |line: u32| lines.bytes(line, line);
    let own = lines.line_at(at.start);
    let strings = |first: u32| {
        let next =
            (first + 1..=lines.count()).take_while(|line| text[bytes(*line)].starts_with(b"\""));
        let parts = std::iter::once(first).chain(next);
        parts
            .filter_map(|line| quoted(text, bytes(line)))
            .filter(|part| !part.is_empty())
            .collect::<Vec<Range<usize>>>()
    };
    let is_inside = |line: &u32| !text[bytes(*line)].trim_ascii().is_empty();
    let first = (1..=own)
        .rev()
        .find(|line| !text[bytes(*line)].starts_with(b"\""))?;
    let mut block = (1..=first).rev().take_while(is_inside);
    let message = block.find(|line| text[bytes(*line)].starts_with(MESSAGE))?;
    let parts = strings(message);
    let key: String = parts
        .iter()
        .map(|part| unescaped(&text[part.clone()]))
        .collect();
    let values = strings(first);
    let (start, end) = (values.first()?.start, values.last()?.end);
    (!key.is_empty()).then_some(Entry {
        keys: vec![key],
        span: parts.first()?.start..end,
        value: start..end,
    })
}

/// The content of the string on a line.
fn quoted(text: &[u8], line: Range<usize>) -> Option<Range<usize>> {
    let open = memchr::memchr(b'"', &text[line.clone()])?;
    let close = memchr::memrchr(b'"', &text[line.clone()]).filter(|close| *close > open)?;
    Some(line.start + open + 1..line.start + close)
}
