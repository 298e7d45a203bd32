//! Texts in which parts are left blank before a parser reads them.

use std::ops::Range;

use crate::text::brackets::partner;

/// The text with blanks for these ranges, each with this first byte; `None` without a range. Line ends stay.
pub(super) fn with_blanks(text: &[u8], edits: Vec<(Range<usize>, u8)>) -> Option<Vec<u8>> {
    let mut rewritten = (!edits.is_empty()).then(|| text.to_vec())?;
    for (range, byte) in edits {
        let start = range.start;
        blank(&mut rewritten, range);
        if let Some(first) = rewritten.get_mut(start).filter(|_| byte != b' ') {
            *first = byte;
        }
    }
    Some(rewritten)
}

/// Puts blanks in place of a range of a text. Line ends stay.
pub(crate) fn blank(text: &mut [u8], range: Range<usize>) {
    let bytes = text.get_mut(range).unwrap_or_default().iter_mut();
    bytes.filter(|byte| !matches!(byte, b'\n' | b'\r')).for_each(|byte| *byte = b' ');
}

/// The offset of the bracket that closes the one at `open`, of such a pair.
pub(super) fn closing(text: &[u8], open: usize, [opens, closes]: [u8; 2]) -> Option<usize> {
    partner((open..).zip(text.get(open..)?.iter().copied()), &[opens], &[closes])
}
