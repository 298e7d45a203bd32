//! Inserts, finds and removes a block between markers in files of the user.

use std::ops::Range;

use super::{EditError, Edited, blank_line_before, cut, newline};
use crate::texts::{BEGIN, END, block};

/// Returns the text with `inside` between the markers: in place of the existing block, else at the end of the text.
///
/// # Errors
/// [`EditError::UnpairedMarkers`] if the text does not have exactly one pair of markers or none.
pub(crate) fn insert(text: &str, inside: &str) -> Edited<String> {
    if let Some(range) = find(text)? {
        let old = &text[range.clone()];
        let end = newline(if old.contains('\n') { old } else { text });
        let ours = block(inside).replace('\n', end);
        return Ok([&text[..range.start], &ours, &text[range.end..]].concat());
    }
    let end = newline(text);
    let ours = block(inside).replace('\n', end);
    Ok(format!("{text}{}{ours}{end}", blank_line_before(text)))
}

/// Returns the text without the block and the `gap` that was added before it, which may be unknown; `None` if there is no
/// block.
///
/// # Errors
/// As [`insert`].
pub(super) fn remove(text: &str, gap: Option<&str>) -> Edited<Option<String>> {
    let range = find(text)?.map(|range| {
        let rest = &text[range.end..];
        let line_end = ["\r\n", "\n"].into_iter().find(|end| rest.starts_with(end));
        range.start..range.end + line_end.map_or(0, str::len)
    });
    Ok(range.map(|range| cut(text, range, gap)))
}

/// What is between the markers of a block.
pub(super) fn inside(block: &str) -> &str {
    let inside = block.strip_prefix(BEGIN).unwrap_or(block);
    inside.strip_suffix(END).unwrap_or(inside).trim_start_matches('\n')
}

/// The byte range of the block with its markers; `None` if there is no block.
///
/// # Errors
/// As [`insert`].
pub(crate) fn find(text: &str) -> Edited<Option<Range<usize>>> {
    let begins: Vec<usize> = text.match_indices(BEGIN).map(|(at, _)| at).collect();
    let ends: Vec<usize> = text.match_indices(END).map(|(at, _)| at).collect();
    match (begins.as_slice(), ends.as_slice()) {
        ([], []) => Ok(None),
        ([begin], [end]) if begin < end => Ok(Some(*begin..end + END.len())),
        _ => Err(EditError::UnpairedMarkers),
    }
}
