//! The lines of a text. There is one idea of a line: it ends at `\n`, or at the end of the text; one `\r` before
//! either of these belongs to the line end; a final `\n` opens no further line; an empty text has no line. Lines are
//! numbered from 1, and a range of them is inclusive and never empty.

use std::fmt;
use std::ops::Range;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The lines of a text, without their line ends.
///
/// ```
/// let lines: Vec<&[u8]> = firsthand_source::lines_of(b"a\r\n\nb").collect();
/// assert_eq!(lines, [&b"a"[..], b"", b"b"]);
/// ```
pub fn lines_of(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let body = text.strip_suffix(b"\n").unwrap_or(text);
    let mut rest = (!text.is_empty()).then_some(body);
    std::iter::from_fn(move || {
        let current = rest?;
        let line = match memchr::memchr(b'\n', current) {
            Some(at) => {
                rest = Some(&current[at + 1..]);
                &current[..at]
            }
            None => {
                rest = None;
                current
            }
        };
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    })
}

/// One line without its line end: one final `\n`, and one `\r` before it or at the end.
#[must_use]
pub fn without_line_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// The offsets at which the lines of a text begin, to find the line of a byte and the bytes of a line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LineIndex {
    starts: Vec<u32>,
    len: u32,
}

impl LineIndex {
    /// Reads a text once. Of a text over 4 GiB only the beginning is indexed.
    #[must_use]
    pub fn of(text: &[u8]) -> Self {
        let len = clamp(text.len());
        let mut starts = Vec::with_capacity(text.len() / 32 + 1);
        if len > 0 {
            starts.push(0);
        }
        let ends = memchr::memchr_iter(b'\n', text).map(|at| clamp(at + 1));
        starts.extend(ends.filter(|&start| start < len));
        Self { starts, len }
    }

    /// How many lines the text has.
    #[must_use]
    pub fn count(&self) -> u32 {
        clamp(self.starts.len())
    }

    /// The line that holds the byte at `offset`; the last line for an offset past the end, 1 where the
    /// text is empty.
    #[must_use]
    pub fn line_at(&self, offset: usize) -> u32 {
        let offset = clamp(offset);
        clamp(self.starts.partition_point(|&start| start <= offset)).max(1)
    }

    /// The bytes of lines `start` to `end` (1-based, inclusive) with their line ends, clamped to the text.
    #[must_use]
    pub fn bytes(&self, start: u32, end: u32) -> Range<usize> {
        self.start_of(start.max(1))..self.start_of(end.max(start).saturating_add(1))
    }

    /// The text of one line without its line end; empty where there is no such line.
    #[must_use]
    pub fn line<'t>(&self, text: &'t [u8], line: u32) -> &'t [u8] {
        without_line_end(text.get(self.bytes(line, line)).unwrap_or_default())
    }

    fn start_of(&self, line: u32) -> usize {
        let index = usize::try_from(line.saturating_sub(1)).unwrap_or(usize::MAX);
        self.starts.get(index).copied().unwrap_or(self.len) as usize
    }
}

fn clamp(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Lines `start` to `end` of a file, 1-based and inclusive; never empty.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "(u32, u32)", into = "(u32, u32)")]
#[schemars(with = "(u32, u32)")]
pub struct LineRange {
    start: u32,
    end: u32,
}

impl LineRange {
    /// The range, or `None` where it would be empty or start before line 1.
    #[must_use]
    pub fn new(start: u32, end: u32) -> Option<Self> {
        (1 <= start && start <= end).then_some(Self { start, end })
    }

    /// The range of one line; line 0, which does not exist, counts as line 1.
    #[must_use]
    pub fn one(line: u32) -> Self {
        let line = line.max(1);
        Self { start: line, end: line }
    }

    /// All lines of any file: where it is read, it is clamped to the file's end.
    #[must_use]
    pub const fn whole() -> Self {
        Self { start: 1, end: u32::MAX }
    }

    /// The first line.
    #[must_use]
    pub fn start(self) -> u32 {
        self.start
    }

    /// The last line, itself in the range.
    #[must_use]
    pub fn end(self) -> u32 {
        self.end
    }

    /// How many lines; at least 1.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a range is never empty")]
    pub fn len(self) -> u32 {
        self.end - self.start + 1
    }

    /// Whether the line is in the range.
    #[must_use]
    pub fn contains(self, line: u32) -> bool {
        self.start <= line && line <= self.end
    }

    /// Whether every line of `other` is in this range.
    #[must_use]
    pub fn covers(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Whether the two share a line.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        self.start <= other.end && other.start <= self.end
    }

    /// The lines that both have.
    #[must_use]
    pub fn intersection(self, other: Self) -> Option<Self> {
        Self::new(self.start.max(other.start), self.end.min(other.end))
    }

    /// The parts before and after the other one; all of it if they do not overlap.
    pub fn without(self, other: Self) -> impl Iterator<Item = Self> {
        let parts = if self.overlaps(other) {
            let after = other.end.checked_add(1).and_then(|next| Self::new(next, self.end));
            [Self::new(self.start, other.start - 1), after]
        } else {
            [Some(self), None]
        };
        parts.into_iter().flatten()
    }

    /// As it is printed for a reader: both ends, or one line alone, `3-9` or `7`.
    #[must_use]
    pub fn short(self) -> String {
        if self.end > self.start { self.to_string() } else { self.start.to_string() }
    }

    /// The smallest range that covers both.
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

impl fmt::Display for LineRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.start, self.end)
    }
}

impl TryFrom<(u32, u32)> for LineRange {
    type Error = &'static str;
    fn try_from((start, end): (u32, u32)) -> Result<Self, Self::Error> {
        Self::new(start, end).ok_or("a line range is 1-based and not empty")
    }
}

impl From<LineRange> for (u32, u32) {
    fn from(range: LineRange) -> Self {
        (range.start, range.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `lines_of` and the index's lines agree.
    fn check(text: &str, expect: &[&str]) {
        let lines: Vec<_> = lines_of(text.as_bytes()).map(String::from_utf8_lossy).collect();
        assert_eq!(lines, expect, "lines of {text:?}");
        let index = LineIndex::of(text.as_bytes());
        let indexed: Vec<_> = (1..=index.count())
            .map(|line| String::from_utf8_lossy(index.line(text.as_bytes(), line)))
            .collect();
        assert_eq!(indexed, expect, "index of {text:?}");
    }

    #[test]
    fn lines_end_at_newlines_only() {
        check("", &[]);
        check("\n", &[""]);
        check("a", &["a"]);
        check("a\n", &["a"]);
        check("a\n\n", &["a", ""]);
        check("a\r\nb\r\n", &["a", "b"]);
        check("a\r\r\nb\r", &["a\r", "b"]);
        check("a\rb\n\nc", &["a\rb", "", "c"]);
    }

    #[test]
    fn lines_of_offsets_and_bytes_of_lines_are_clamped_to_the_text() {
        let lines = LineIndex::of(b"ab\ncd\n");
        let seen: Vec<u32> = (0..=6).map(|at| lines.line_at(at)).collect();
        assert_eq!(seen, [1, 1, 1, 2, 2, 2, 2]);
        assert_eq!(lines.bytes(2, 99), 3..6);
        assert_eq!(lines.bytes(7, 9), 6..6);
        assert_eq!(LineIndex::of(b"").line_at(5), 1);
    }
}
