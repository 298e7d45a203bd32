//! Runs of bytes of a kind, and the pieces between separators.

use std::ops::Range;

/// The number of bytes at the beginning of a text, at most `limit`, for which `admits` is true.
pub(super) fn prefix_len(text: &[u8], limit: usize, admits: impl Fn(u8) -> bool) -> usize {
    let text = text.iter().take(limit);
    text.take_while(|byte| admits(**byte)).count()
}

/// The number of bytes at the end of a text, at most `limit`, for which `admits` is true.
pub(super) fn suffix_len(text: &[u8], limit: usize, admits: impl Fn(u8) -> bool) -> usize {
    let text = text.iter().rev().take(limit);
    text.take_while(|byte| admits(**byte)).count()
}

/// The range of the bytes from `start` on, at most `limit`, for which `admits` is true.
pub(super) fn run(
    bytes: &[u8],
    start: usize,
    limit: usize,
    admits: impl Fn(u8) -> bool,
) -> Range<usize> {
    start..start + prefix_len(&bytes[start..], limit, admits)
}

/// The part of a range without the bytes at its ends for which `is_around` is true.
pub(super) fn trimmed(
    bytes: &[u8],
    range: Range<usize>,
    is_around: fn(u8) -> bool,
) -> Range<usize> {
    let start = range.start + prefix_len(&bytes[range.clone()], usize::MAX, is_around);
    start..range.end - suffix_len(&bytes[start..range.end], usize::MAX, is_around)
}

/// The pieces of a part of a text between separators.
pub(super) fn pieces(
    bytes: &[u8],
    part: Range<usize>,
    separator: u8,
) -> impl Iterator<Item = Range<usize>> {
    let mut start = part.start;
    bytes[part].split(move |byte| *byte == separator).map(move |piece| {
        let range = start..start + piece.len();
        start = range.end + 1;
        range
    })
}
