//! The lines around a name.

use std::ops::Range;

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

/// The lines below a line.
pub(super) fn below<'b>(
    bytes: &'b [u8],
    line: &Range<usize>,
    most: usize,
) -> impl Iterator<Item = Range<usize>> + use<'b> {
    let mut end = line.end;
    let lines = std::iter::from_fn(move || {
        let next = line_at(bytes, (end < bytes.len()).then_some(end + 1)?)?;
        end = next.end;
        Some(next)
    });
    lines.take(most)
}

/// The lines above a line, from the nearest.
pub(super) fn above<'b>(
    bytes: &'b [u8],
    line: &Range<usize>,
    most: usize,
) -> impl Iterator<Item = Range<usize>> + use<'b> {
    let mut start = line.start;
    let lines = std::iter::from_fn(move || {
        let last = line_at(bytes, start.checked_sub(1)?)?;
        start = last.start;
        Some(last)
    });
    lines.take(most)
}
