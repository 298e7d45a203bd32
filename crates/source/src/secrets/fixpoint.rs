//! Detection until nothing more is found: a value may hide that a line has another one, which only the text without
//! the first shows. So what is redacted once stays the same when it is redacted again.

use std::ops::Range;

use super::{HIDDEN, Secret, find_once, merged};
use crate::{LineIndex, without_line_end};

/// The most times that a text is read; the bound keeps the work linear.
const MOST_READINGS: usize = 4;

/// All secrets of a text, in order and without overlaps: those that one reading finds, and those that the text with
/// these replaced shows.
pub(super) fn find(bytes: &[u8]) -> Vec<Secret> {
    let mut found = merged(bytes, find_once(bytes));
    for _ in 1..MOST_READINGS {
        if found.is_empty() {
            break;
        }
        let hidden = Replaced::of(bytes, &found);
        let more = merged(&hidden.text, find_once(&hidden.text));
        let known = found.len();
        found.extend(more.into_iter().filter_map(|secret| hidden.in_original(secret)));
        if found.len() == known {
            break;
        }
        found = merged(bytes, found);
    }
    found
}

/// A text with its secrets replaced, line by line, as a reader sees it.
struct Replaced {
    text: Vec<u8>,
    /// Each replacement: its bytes in `text`, and the bytes of the original that it stands for. In order.
    parts: Vec<(Range<usize>, Range<usize>)>,
}

impl Replaced {
    fn of(bytes: &[u8], secrets: &[Secret]) -> Self {
        let lines = LineIndex::of(bytes);
        let mut replaced = Self { text: Vec::with_capacity(bytes.len()), parts: Vec::new() };
        let (mut at, mut line_end) = (0, 0);
        for secret in secrets {
            let Range { start, end } = secret.range;
            for line in lines.line_at(start)..=lines.line_at(end.saturating_sub(1)) {
                let line = lines.bytes(line, line);
                replaced.copy(bytes, at..line.start, line_end);
                at = at.max(line.start);
                line_end = line.start + without_line_end(&bytes[line.clone()]).len();
                let part = start.clamp(at, line_end)..end.clamp(at, line_end);
                replaced.copy(bytes, at..part.start, line_end);
                at = part.end;
                replaced.put(&[HIDDEN, secret.kind, "]"], part);
            }
        }
        replaced.copy(bytes, at..bytes.len(), line_end);
        replaced
    }

    /// Adds a part of the original. Bytes that are no text are replaced before `line_end`, as in a redacted line.
    fn copy(&mut self, bytes: &[u8], part: Range<usize>, line_end: usize) {
        let in_line = part.start..part.end.min(line_end);
        let mut at = part.start;
        for chunk in bytes.get(in_line).unwrap_or_default().utf8_chunks() {
            self.text.extend_from_slice(chunk.valid().as_bytes());
            at += chunk.valid().len();
            let invalid = at..at + chunk.invalid().len();
            if !invalid.is_empty() {
                at = invalid.end;
                self.put(&["\u{fffd}"], invalid);
            }
        }
        self.text.extend_from_slice(bytes.get(at..part.end).unwrap_or_default());
    }

    fn put(&mut self, pieces: &[&str], original: Range<usize>) {
        let start = self.text.len();
        for piece in pieces {
            self.text.extend_from_slice(piece.as_bytes());
        }
        self.parts.push((start..self.text.len(), original));
    }

    /// The secret of the replaced text as one of the original. `None` if it is within a replacement.
    fn in_original(&self, Secret { range, kind }: Secret) -> Option<Secret> {
        let Range { start, end } = range;
        let range = self.original(start).start..self.original(end).end;
        let before = self.parts.partition_point(|(text, _)| text.start <= start);
        let within = before > 0 && end <= self.parts[before - 1].0.end;
        (!within).then(|| Secret::new(range, kind))
    }

    /// The original's bytes for a position in the text: none of them, but for a position within a replacement.
    fn original(&self, at: usize) -> Range<usize> {
        let before = self.parts.partition_point(|(text, _)| text.start < at);
        match before.checked_sub(1).map(|index| &self.parts[index]) {
            None => at..at,
            Some((text, original)) if at < text.end => original.clone(),
            Some((text, original)) => {
                let at = original.end + (at - text.end);
                at..at
            }
        }
    }
}
