//! Values after a key on a line, or on the lines after it: YAML, properties, INI, TOML and Fluent.

use super::{Entry, bracketed, unescaped};
use firsthand_source::LineIndex;
use std::ops::Range;

/// The most lines of a value before the one that is looked for.
const MAX_VALUE_LINES: u32 = 60;

/// A line with a key.
struct Line {
    indent: usize,
    key: Range<usize>,
    value: Range<usize>,
}

/// The value that contains the first byte of `at`, or the key that does.
pub(super) fn entry_at(text: &[u8], at: &Range<usize>) -> Option<Entry> {
    let lines = LineIndex::of(text);
    let number = lines.line_at(at.start);
    let bytes = lines.bytes(number, number);
    let quoted = long_string(text, at.start);
    let own = line(text, bytes.clone()).filter(|line| line.key.start <= at.start);
    let (first, own) = match (own, &quoted) {
        (_, Some((open, _))) => {
            let first = lines.line_at(*open);
            (first, line(text, lines.bytes(first, first))?)
        }
        (Some(own), None) => (number, own),
        (None, None) => first_line(text, &lines, number)?,
    };
    let value = if let Some((_, content)) = quoted {
        content
    } else if own.value.contains(&at.start) || own.key.contains(&at.start) {
        own.value.clone()
    } else {
        // A value of several lines: the part on this one.
        trimmed(text, bytes)
    };
    let mut keys = vec![unescaped(&text[own.key.clone()])];
    // A value in brackets has keys of its own.
    let flow = text[own.value.clone()].starts_with(b"{").then_some(own.value.start);
    let flow = flow.filter(|start| *start <= at.start).and_then(|start| {
        let inner = bracketed::entry_at(&text[start..], &(at.start - start..at.end - start))?;
        Some((inner.keys, start + inner.value.start..start + inner.value.end))
    });
    let value = flow.as_ref().map_or(value, |(_, value)| value.clone());
    let mut indent = own.indent;
    for above in (1..first).rev() {
        let bytes = lines.bytes(above, above);
        if let Some(heading) = heading(text, bytes.clone()) {
            keys.insert(0, unescaped(&text[heading]));
            break;
        }
        let parent = line(text, bytes).filter(|line| line.indent < indent && line.value.is_empty());
        if let Some(parent) = parent {
            keys.insert(0, unescaped(&text[parent.key]));
            indent = parent.indent;
        }
    }
    keys.extend(flow.into_iter().flat_map(|(keys, _)| keys));
    Some(Entry { keys, span: own.key.start..value.end, value })
}

/// Where the string over several lines begins, in three quotes, that contains an offset; and its content.
fn long_string(text: &[u8], at: usize) -> Option<(usize, Range<usize>)> {
    [&b"\"\"\""[..], b"\'\'\'"].iter().find_map(|quotes| {
        let marks: Vec<usize> = memchr::memmem::find_iter(text, quotes).collect();
        let pairs = marks.chunks_exact(2).map(|pair| pair[0] + quotes.len()..pair[1]);
        let content = pairs.into_iter().find(|content| content.contains(&at))?;
        Some((content.start - quotes.len(), trimmed(text, content)))
    })
}

/// The line with the key of a value that continues on the line `number`: one that is indented less, or that says that the
/// next line continues it.
fn first_line(text: &[u8], lines: &LineIndex, number: u32) -> Option<(u32, Line)> {
    let own_bytes = lines.bytes(number, number);
    let indent = indent(&text[own_bytes]);
    let from = number.saturating_sub(MAX_VALUE_LINES).max(1);
    for above in (from..number).rev() {
        let bytes = lines.bytes(above, above);
        let continues = text[bytes.clone()].trim_ascii_end().ends_with(b"\\");
        let found = line(text, bytes).filter(|line| line.indent < indent || continues);
        if let Some(found) = found {
            return Some((above, found));
        }
        if !continues && indent == 0 {
            break;
        }
    }
    None
}

fn indent(line: &[u8]) -> usize {
    let blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'-');
    line.iter().take_while(blank).count()
}

/// A range without the white space and the quotes around it.
fn trimmed(text: &[u8], range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = part.len() - part.trim_ascii_start().len();
    let end = part.trim_ascii_end().len().max(start);
    let part = &part[start..end];
    let is_quoted = matches!(part, [first, .., last] if first == last && b"\"'".contains(first));
    let quotes = usize::from(is_quoted);
    range.start + start + quotes..range.start + end - quotes
}

/// The name of a section: `[name]`.
fn heading(text: &[u8], bytes: Range<usize>) -> Option<Range<usize>> {
    let range = trimmed(text, bytes);
    let inside = text[range.clone()].strip_prefix(b"[")?;
    let inside = inside.strip_suffix(b"]")?;
    let plain = !inside.is_empty() && !inside.contains(&b',') && !inside.contains(&b'"');
    plain.then_some(range.start + 1..range.end - 1)
}

/// The key and the value of a line: the key ends at the first `=`, or at the first `:` before a blank or the end.
fn line(text: &[u8], bytes: Range<usize>) -> Option<Line> {
    let whole = &text[bytes.clone()];
    let indent = indent(whole);
    let rest = whole[indent..].trim_ascii_end();
    if rest.is_empty() || b"#;!<".contains(&rest[0]) {
        return None;
    }
    let separator = separator(rest)?;
    let start = bytes.start + indent;
    let key = trimmed(text, start..start + separator);
    let value = trimmed(text, start + separator + 1..start + rest.len());
    // A block follows on the next lines.
    let is_block =
        matches!(&text[value.clone()], b"|" | b">" | b"|-" | b">-" | b"|+" | b">+" | b"\\");
    let value = if is_block { value.end..value.end } else { value };
    (!key.is_empty()).then_some(Line { indent, key, value })
}

/// The offset of the separator: outside of quotes and not escaped.
fn separator(line: &[u8]) -> Option<usize> {
    let mut at = 0;
    if let Some(quote) = line.first().filter(|byte| b"\"'".contains(byte)) {
        at = 2 + line[1..].iter().position(|byte| byte == quote)?;
    }
    while let Some(&byte) = line.get(at) {
        let ends_key = line.get(at + 1).is_none_or(u8::is_ascii_whitespace);
        match byte {
            b'\\' => at += 1,
            b'=' => return Some(at),
            b':' if ends_key => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

// Messages and their translations in the format of gettext: the message itself is the key.

/// The word before a message.
pub(super) const MESSAGE: &[u8] = b"msgid ";

/// The message or translation that contains the first byte of `at`, by the message.
pub(super) fn message_at(text: &[u8], at: &Range<usize>) -> Option<Entry> {
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
    let first = (1..=own).rev().find(|line| !text[bytes(*line)].starts_with(b"\""))?;
    let mut block = (1..=first).rev().take_while(is_inside);
    let message = block.find(|line| text[bytes(*line)].starts_with(MESSAGE))?;
    let parts = strings(message);
    let key: String = parts.iter().map(|part| unescaped(&text[part.clone()])).collect();
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
