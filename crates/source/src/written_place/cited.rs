//! Finds the lines that a text cites of a path for certain: numbers directly behind it (`a.py:3-9`, `a.py#L3`,
//! `a.py(3)`), and numbers with a word for a line beside it (`a.py, lines 3-9`, `a.py L3`, `line 3 of a.py`).
//!
//! It looks for numbers first, as most of a text has none: of a text without places, only the digits are looked at.

mod ranges;

use std::ops::Range;

use super::numbers::{LINE_WORDS, ends_number, is_uncased, without_query};
use super::runs::{is_path_char, next_start, path_end, trimmed};
use crate::usual_width;
use ranges::{MAX_JOINT, digits, lines_at, range_at};

/// The most bytes before a number that are looked at, and before the end of a path.
const MAX_REACH: usize = 64;
const MAX_PATH: usize = 1_024;
/// The most letters of a word between a path and a word for a line, as in `a.py at line 3`.
const MAX_WORD: usize = 2;

/// A path with the lines that are cited of it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CitedPlace {
    /// The bytes of the path in the text.
    pub path: Range<usize>,
    /// The cited lines as they are written, at least one.
    pub lines: Vec<CitedLines>,
    /// Whether the first number stands directly behind the path.
    pub is_joined: bool,
    /// Whether it can be the number of an issue (`a.js#12`), or its path a name (`` `keep` line 12 ``), as well.
    pub is_unsure: bool,
}

/// One line, or a range of lines, as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CitedLines {
    /// The first line; [`u32::MAX`] for every larger number.
    pub start: u32,
    /// The last line.
    pub end: u32,
    /// The bytes of the first number, and of the last one if it is written.
    pub numbers: (Range<usize>, Option<Range<usize>>),
    /// The offset behind the last number and its column.
    pub ends: usize,
}

/// The places of a text with cited lines, in the order of their numbers; no two share a number.
#[must_use]
pub fn cited_places(text: &str) -> Vec<CitedPlace> {
    let mut found: Vec<CitedPlace> = Vec::new();
    let (mut at, mut taken) = (0, 0);
    while let Some(number) = next_number(text, at) {
        at = number.end;
        if number.start < taken {
            continue;
        }
        if let Some((place, end)) = place_of(text, number.start, taken) {
            taken = end;
            found.push(place);
        }
    }
    found
}

/// The digits from an offset on.
fn next_number(text: &str, from: usize) -> Option<Range<usize>> {
    let start = from + text.as_bytes().get(from..)?.iter().position(u8::is_ascii_digit)?;
    Some(digits(text, start))
}

/// The place whose first number begins at an offset, and where it ends. The text before `taken` belongs to others.
fn place_of(text: &str, number: usize, taken: usize) -> Option<(CitedPlace, usize)> {
    let gap = Gap::before(text, number, taken)?;
    let (lines, mut end) = match gap.kind {
        // Behind a comma stands the column.
        GapKind::Bracket => range_at(text, number).map(|(lines, end)| (vec![lines], end))?,
        _ => lines_at(text, number)?,
    };
    let behind = &text[end..];
    let (path, is_joined) = match gap.kind {
        GapKind::Line => match (path_before(text, gap.path_end), path_behind(text, end)) {
            (Some(path), _) => (path, false),
            (None, Some(path)) => {
                end = path.end;
                (path, false)
            }
            (None, None) => (word_before(text, gap.path_end)?, false),
        },
        GapKind::Uncased => {
            let is_stated = behind.starts_with(is_uncased) && ends_number(behind);
            (path_before(text, gap.path_end).filter(|_| is_stated)?, false)
        }
        GapKind::Bracket if !behind.starts_with(|c| "),:".contains(c) || is_uncased(c)) => {
            return None;
        }
        _ => {
            let path = run_before(text, gap.path_end)?;
            // Behind the mark that ends a code span, the number is no part of it.
            let is_joined = !text[path.end..number].contains(['`', '*']);
            (path, is_joined)
        }
    };
    let is_word = !text[path.clone()].contains(['.', '/']);
    if is_word && !matches!(gap.kind, GapKind::Joined | GapKind::Line) {
        return None;
    }
    let is_unsure = matches!(gap.kind, GapKind::Hash) || is_word && !is_joined;
    Some((CitedPlace { path, lines, is_joined, is_unsure }, end))
}

/// What stands between a path and a number behind it.
struct Gap {
    kind: GapKind,
    path_end: usize,
}

enum GapKind {
    /// `:3`, `#L3`.
    Joined,
    /// `#3`.
    Hash,
    /// `(3`.
    Bracket,
    /// A word for a line, or `L`; the path may also stand behind the number.
    Line,
    /// Letters without case: what follows the number decides.
    Uncased,
}

impl Gap {
    fn before(text: &str, number: usize, taken: usize) -> Option<Gap> {
        let from = number.saturating_sub(MAX_REACH).max(taken).min(number);
        let from = text.ceil_char_boundary(from);
        let before = &text[from..number];
        let of = |kind, rest: &str| Some(Gap { kind, path_end: from + rest.len() });
        let outside =
            before.strip_suffix('L').filter(|rest| !rest.ends_with(char::is_alphanumeric));
        let (inner, has_letter) = (outside.unwrap_or(before), outside.is_some());
        let mark = inner.chars().next_back()?;
        let rest = &inner[..inner.len() - mark.len_utf8()];
        let unquoted = rest.trim_end_matches(['`', '*']);
        match usual_width(mark) {
            ':' if !rest.ends_with(char::is_whitespace) => return of(GapKind::Joined, unquoted),
            '#' if has_letter => return of(GapKind::Joined, without_query_before(rest)),
            '#' if !rest.ends_with(char::is_whitespace) => return of(GapKind::Hash, rest),
            '(' if rest.ends_with(is_path_char) => return of(GapKind::Bracket, rest),
            _ => {}
        }
        if has_letter {
            return of(GapKind::Line, before_word(inner));
        }
        if inner.ends_with(is_uncased) || (mark == ' ' && rest.ends_with(is_uncased)) {
            let rest = inner.trim_end_matches(|c| c == ' ' || is_uncased(c));
            return of(GapKind::Uncased, rest.trim_end_matches(['`', '*', ',', '\u{ff0c}', ' ']));
        }
        let words = inner.trim_end_matches([' ', '*']);
        let word = words.len() - words.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
        let is_word = words.len() < inner.len()
            && LINE_WORDS.iter().any(|line| words[words.len() - word..].eq_ignore_ascii_case(line));
        if is_word {
            return of(GapKind::Line, before_word(&words[..words.len() - word]));
        }
        None
    }
}

/// The text up to a path: without the marks of a sentence, and at most one short word among them.
fn before_word(text: &str) -> &str {
    let trim = |text| {
        str::trim_end_matches(text, |c: char| " \t,;:([*`'\"|)]\u{ff0c}\u{ff08}".contains(c))
    };
    let rest = trim(text);
    let letters = rest.trim_end_matches(char::is_alphabetic);
    let is_short = (1..=MAX_WORD).contains(&(rest.len() - letters.len()));
    if is_short && letters.ends_with([' ', '(']) { trim(letters) } else { rest }
}

/// The text up to a path, without the query of a link.
fn without_query_before(text: &str) -> &str {
    let query = text.rfind('?').filter(|at| without_query(&text[*at..]).is_empty());
    query.map_or(text, |at| &text[..at])
}

/// The path that ends at an offset.
fn run_before(text: &str, end: usize) -> Option<Range<usize>> {
    let from = text.ceil_char_boundary(end.saturating_sub(MAX_PATH));
    let mut at = from + text[from..end].rfind(char::is_whitespace).map_or(0, |at| at + 1);
    at = text.ceil_char_boundary(at);
    while let Some(start) = next_start(text, at).filter(|start| *start < end) {
        let run = start..path_end(text, start);
        if run.end >= end {
            let path = trimmed(text, start..end);
            return (run.end == end && path.end == end && has_letter(&text[path.clone()]))
                .then_some(path);
        }
        at = run.end.max(start + 1);
        at = text.ceil_char_boundary(at);
    }
    None
}

/// The path before a word for a line.
fn path_before(text: &str, end: usize) -> Option<Range<usize>> {
    run_before(text, end).filter(|path| text[path.clone()].contains(['.', '/']))
}

/// The word alone in a code span before a word for a line, as the file of `` `Makefile`, line 3 ``.
fn word_before(text: &str, end: usize) -> Option<Range<usize>> {
    let word = run_before(text, end)?;
    let is_span = text[..word.start].ends_with('`') && text[word.end..].starts_with('`');
    is_span.then_some(word)
}

/// The path behind a number: `3 of a.py`.
fn path_behind(text: &str, end: usize) -> Option<Range<usize>> {
    let rest = text[end..].strip_prefix(' ')?;
    let inner = rest.trim_start_matches(char::is_alphabetic);
    let is_word = (1..=MAX_JOINT).contains(&(rest.len() - inner.len()));
    let inner = inner.strip_prefix(' ').filter(|_| is_word)?;
    let start = text.len() - inner.trim_start_matches(['`', '"', '\'', '*', '[', '(']).len();
    let path = trimmed(text, start..path_end(text, start));
    let is_path = text[path.clone()].contains(['.', '/']) && has_letter(&text[path.clone()]);
    is_path.then_some(path)
}

fn has_letter(path: &str) -> bool {
    path.rsplit(['/', '\\']).next().is_some_and(|name| name.contains(char::is_alphabetic))
}

#[cfg(test)]
mod tests;
