//! The lines around a name.

use std::ops::Range;

use super::pieces;

/// Longer lines, in bytes, are not read here.
pub(super) const MAX_LINE: usize = 1_024;

/// The line around a position, without its end: of it at most so many bytes before the position, and from there on.
pub(super) fn around(bytes: &[u8], at: usize, before: usize, after: usize) -> Range<usize> {
    let before = &bytes[at.saturating_sub(before)..at];
    let start = at - before.len() + memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
    let after = &bytes[at..bytes.len().min(at.saturating_add(after))];
    start..at + memchr::memchr(b'\n', after).unwrap_or(after.len())
}

/// The line around a position, without its end; `None` if it is longer than [`MAX_LINE`] on one side.
pub(super) fn line_at(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let line = around(bytes, at, MAX_LINE, MAX_LINE);
    let is_break = |byte: &u8| *byte == b'\n';
    let is_whole =
        bytes[..line.start].last().is_none_or(is_break) && bytes.get(line.end).is_none_or(is_break);
    is_whole.then_some(line)
}

/// The rest of the line at `start`, and the lines below it, without their ends.
pub(super) fn from(bytes: &[u8], start: usize) -> impl Iterator<Item = Range<usize>> {
    pieces(bytes, start..bytes.len(), b'\n')
}

/// The lines below a line.
pub(super) fn below<'b>(
    bytes: &'b [u8],
    line: &Range<usize>,
    most: usize,
) -> impl Iterator<Item = Range<usize>> + use<'b> {
    let next = move |line: &Range<usize>| {
        line_at(bytes, (line.end < bytes.len()).then_some(line.end + 1)?)
    };
    std::iter::successors(next(line), next).take(most)
}

/// The lines above a line, from the nearest.
pub(super) fn above<'b>(
    bytes: &'b [u8],
    line: &Range<usize>,
    most: usize,
) -> impl Iterator<Item = Range<usize>> + use<'b> {
    let next = move |line: &Range<usize>| line_at(bytes, line.start.checked_sub(1)?);
    std::iter::successors(next(line), next).take(most)
}
