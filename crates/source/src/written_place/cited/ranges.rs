//! Reads the lines from a number on: one line, a range, or a list of them.

use std::ops::Range;

use super::super::numbers::{ends_number, is_uncased};
use super::CitedLines;

/// The most letters of a word between two numbers (`3 and 5`), or between a number and its path (`line 3 from a.py`).
pub(super) const MAX_JOINT: usize = 4;

/// What stands between the two numbers of a range.
const DASHES: [&str; 9] =
    ["-", "\u{2013}", "\u{2014}", " - ", " \u{2013} ", " \u{2014} ", "...", "..", "\u{2026}"];

/// The digits from an offset on; none if there are none.
pub(super) fn digits(text: &str, start: usize) -> Range<usize> {
    let rest = text.as_bytes().get(start..).unwrap_or_default();
    start..start + rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

/// The lines from a number on, and where they end; `None` if the text goes on in a way that makes it something else.
pub(super) fn lines_at(text: &str, number: usize) -> Option<(Vec<CitedLines>, usize)> {
    let (first, mut end) = range_at(text, number)?;
    let mut lines = vec![first];
    let mut held = (lines.len(), end);
    while let Some((next, behind, is_tight)) = next_range(text, end) {
        lines.push(next);
        end = behind;
        // A number apart from the others may be one of what the next word says: `a.py:3, 5 tests fail`.
        if is_tight || !text[end..].trim_start_matches(' ').starts_with(char::is_alphanumeric) {
            held = (lines.len(), end);
        }
    }
    lines.truncate(held.0);
    Some((lines, held.1))
}

/// The next lines of a list, where they end, and whether nothing but a comma is before them.
fn next_range(text: &str, end: usize) -> Option<(CitedLines, usize, bool)> {
    let rest = &text[end..];
    let (inner, is_tight) = match rest.strip_prefix([',', '+', ';']) {
        Some(inner) => (inner.trim_start_matches(' '), !inner.starts_with(' ')),
        None => (rest, false),
    };
    let inner = without_joint(inner);
    let start = text.len() - inner.len();
    let start = start + usize::from(inner.starts_with('L'));
    let (lines, behind) = range_at(text, start).filter(|_| inner.len() < rest.len())?;
    Some((lines, behind, is_tight))
}

/// The text behind a short word or a sign between blanks, where a number follows.
fn without_joint(text: &str) -> &str {
    let word = text.trim_start_matches(' ');
    let inner = match word.strip_prefix('&') {
        Some(inner) => inner,
        None => word.trim_start_matches(char::is_alphabetic),
    };
    let is_joint = (1..=MAX_JOINT).contains(&(word.len() - inner.len()));
    inner.strip_prefix(' ').filter(|_| is_joint).unwrap_or(text)
}

/// One line, or a range, and where it ends with its columns.
pub(super) fn range_at(text: &str, at: usize) -> Option<(CitedLines, usize)> {
    let first = some_digits(text, at)?;
    let mut end = skip_column(text, first.end);
    let last = last_number(text, end);
    if let Some(last) = &last {
        end = skip_column(text, last.end);
    }
    let value = |range: &Range<usize>| text[range.clone()].parse().unwrap_or(u32::MAX);
    let start = value(&first);
    let last_line = last.as_ref().map_or(start, value);
    let lines = CitedLines { start, end: last_line, numbers: (first, last), ends: end };
    (!goes_on(&text[end..])).then_some((lines, end))
}

/// The last number of a range, behind the first one and its column.
fn last_number(text: &str, end: usize) -> Option<Range<usize>> {
    let rest = &text[end..];
    let dash = DASHES.into_iter().find(|dash| rest.starts_with(dash))?;
    let second = end + dash.len();
    let last = some_digits(text, second + usize::from(text[second..].starts_with('L')))?;
    // A number apart from the first may be one of what the next word says: `a.py:3 - 5 tests fail`.
    let word_follows = text[last.end..].trim_start_matches(' ').starts_with(char::is_alphanumeric);
    (!dash.starts_with(' ') || !word_follows).then_some(last)
}

fn some_digits(text: &str, at: usize) -> Option<Range<usize>> {
    Some(digits(text, at)).filter(|range| !range.is_empty())
}

/// Whether the text goes on, so that the number before it is part of a version, a time or a name.
fn goes_on(behind: &str) -> bool {
    let mut next = behind.chars();
    match next.next() {
        Some('.' | ':' | '/' | '-') => next.next().is_some_and(char::is_alphanumeric),
        Some(c) if is_uncased(c) => !ends_number(behind),
        Some(c) => c.is_alphanumeric() || c == '_' || c == '%',
        None => false,
    }
}

/// The offset behind a column, which is written `:5` (as compilers do) or `C5`; the same offset if there is no column.
fn skip_column(text: &str, at: usize) -> usize {
    if text[at..].starts_with([':', 'C']) {
        some_digits(text, at + 1).map_or(at, |number| number.end)
    } else {
        at
    }
}
