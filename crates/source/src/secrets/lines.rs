//! The lines around a name.

use std::ops::Range;

use super::pieces;

/// Longer lines, in bytes, are not read here.
pub(super) const MAX_LINE: usize = 1_024;

/// The line around a position, without its end; `None` if it is longer than [`MAX_LINE`] on one side.
pub(super) fn line_at(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let before = &bytes[at.saturating_sub(MAX_LINE)..at];
    let start = match memchr::memrchr(b'\n', before) {
        Some(end) => at - before.len() + end + 1,
        None if before.len() == at => 0,
        None => return None,
    };
    let after = &bytes[at..bytes.len().min(at + MAX_LINE)];
    match memchr::memchr(b'\n', after) {
        Some(end) => Some(start..at + end),
        None => (at + after.len() == bytes.len()).then_some(start..bytes.len()),
    }
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
