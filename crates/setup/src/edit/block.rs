//! Blocks between markers, in files that belong to someone else.

use std::ops::Range;

use super::{gap, newline};
use crate::texts::{BEGIN, END, block};

/// Why a file's block is not touched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("its markers `{BEGIN}` and `{END}` are not one pair: put that right by hand")]
pub(crate) struct Unpaired;

/// The text with this between the markers: in place of what stands there, else at its end.
pub(crate) fn put(text: &str, inside: &str) -> Result<String, Unpaired> {
    if let Some(at) = find(text)? {
        let old = &text[at.clone()];
        let end = newline(if old.contains('\n') { old } else { text });
        let ours = block(inside).replace('\n', end);
        return Ok([&text[..at.start], &ours, &text[at.end..]].concat());
    }
    let end = newline(text);
    let ours = block(inside).replace('\n', end);
    Ok(format!("{text}{}{ours}{end}", gap(text)))
}

/// The text without the block, and without the blank line before it; `None` where there is none.
pub(crate) fn take(text: &str) -> Result<Option<String>, Unpaired> {
    let Some(at) = find(text)? else {
        return Ok(None);
    };
    let end = newline(text);
    let rest = &text[at.end..];
    let rest = rest.strip_prefix(end).unwrap_or(rest);
    let before = &text[..at.start];
    let blank = before.ends_with(&end.repeat(2));
    let before = before.strip_suffix(end).filter(|_| blank).unwrap_or(before);
    Ok(Some(format!("{before}{rest}")))
}

/// Where the block stands, markers included.
pub(crate) fn find(text: &str) -> Result<Option<Range<usize>>, Unpaired> {
    let begins: Vec<usize> = text.match_indices(BEGIN).map(|(at, _)| at).collect();
    let ends: Vec<usize> = text.match_indices(END).map(|(at, _)| at).collect();
    match (begins.as_slice(), ends.as_slice()) {
        ([], []) => Ok(None),
        ([begin], [end]) if begin < end => Ok(Some(*begin..end + END.len())),
        _ => Err(Unpaired),
    }
}
