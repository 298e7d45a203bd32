//! Where the text of a break stands in a source file, however the formatter has laid it out.

use std::ops::Range;

/// The byte ranges of `text` that hold `old`. White space, and a comma before a closing bracket, do not count: the
/// formatter sets both.
pub(super) fn spans(text: &str, old: &str) -> Vec<Range<usize>> {
    let (text, old) = (significant(text), significant(old));
    if old.is_empty() {
        return Vec::new();
    }
    let same =
        |window: &[(usize, char)]| window.iter().map(|(_, c)| c).eq(old.iter().map(|(_, c)| c));
    let found = text.windows(old.len()).filter(|window| same(window));
    found
        .map(|window| {
            let (last, c) = window[window.len() - 1];
            window[0].0..last + c.len_utf8()
        })
        .collect()
}

/// The characters that the formatter leaves alone, with their offsets.
fn significant(text: &str) -> Vec<(usize, char)> {
    let mut kept: Vec<(usize, char)> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
        if matches!(c, ')' | ']' | '}') && kept.last().is_some_and(|(_, last)| *last == ',') {
            kept.pop();
        }
        kept.push((at, c));
    }
    kept
}
