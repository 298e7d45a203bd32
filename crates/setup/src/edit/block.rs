//! Inserts, finds and removes a block between markers in files of the user.

use std::ops::Range;

use super::{EditError, Edited, blank_line_before, newline};
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

/// Returns the text without the block and the blank line before it; `None` if there is no block.
///
/// # Errors
/// As [`insert`].
pub(crate) fn remove(text: &str) -> Edited<Option<String>> {
    let Some(range) = find(text)? else {
        return Ok(None);
    };
    let end = newline(text);
    let rest = &text[range.end..];
    let rest = rest.strip_prefix(end).unwrap_or(rest);
    let before = &text[..range.start];
    let blank = before.ends_with(&end.repeat(2));
    let before = before.strip_suffix(end).filter(|_| blank).unwrap_or(before);
    Ok(Some(format!("{before}{rest}")))
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
