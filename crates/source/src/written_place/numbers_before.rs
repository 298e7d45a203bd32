//! Finds the numbers that belong to a written path and stand directly before it: a number with one word on each side
//! (`line 12 of a.py`), a number with a sign (`+12 a.py`), or the range of an option (`-L 12,15 a.py`); or behind a word
//! for a line (`line 12, in file a.py`).

use std::ops::Range;

use super::numbers::{LINE_WORDS, MAX_GAP, digits_at, ends_number, line_words, with_range};

/// The most words between a number behind a word for a line and the path.
const MAX_WORDS: usize = 3;

/// The marks around a path or an argument.
const QUOTES: [char; 4] = ['"', '\'', '`', '('];

/// The numbers at the end of the text between another place and a path, and whether punctuation says that they are
/// lines.
pub(super) fn numbers_before(
    text: &str,
    between: Range<usize>,
) -> Option<(Vec<Range<usize>>, bool)> {
    let from = between.end.saturating_sub(2 * MAX_GAP).max(between.start);
    let between = text.ceil_char_boundary(from)..between.end;
    if let Some(number) = stated_before(text, between.clone()) {
        return Some((with_range(text, number), true));
    }
    if let Some(numbers) = numbers_between_words(text, between.clone()) {
        return Some((numbers, false));
    }
    let before = &text[between.clone()];
    let before = before.rsplit('\n').next().unwrap_or(before);
    let before = before.trim_end_matches(QUOTES).strip_suffix([' ', ':'])?;
    let before = before.trim_end_matches(QUOTES);
    let word = before.rsplit([' ', '\'', '"']).next().unwrap_or(before);
    let at = before.as_ptr() as usize - text.as_ptr() as usize + before.len() - word.len();
    let head = &text[between.start..at];
    signed_number(text, word, at).or_else(|| range_of_option(text, word, head, at))
}

/// The number of `+12` or `+12:5`, which is the word at `at`.
fn signed_number(text: &str, word: &str, at: usize) -> Option<(Vec<Range<usize>>, bool)> {
    let number = digits_at(text, at + word.strip_prefix('+').map(|_| 1)?)?;
    let numbers = with_range(text, number);
    (numbers.last()?.end == at + word.len()).then_some((numbers, true))
}

/// The numbers of `-L 12,15`, `-L12,+3` or `-n '12,15p'`, whose last word is at `at`; `head` is the text before it.
fn range_of_option(
    text: &str,
    word: &str,
    head: &str,
    at: usize,
) -> Option<(Vec<Range<usize>>, bool)> {
    let is_option = |word: &str| {
        let mut chars = word.chars();
        chars.next() == Some('-')
            && chars.next().is_some_and(|c| c.is_ascii_alphabetic())
            && chars.next().is_none()
    };
    let last = head.trim_end_matches([' ', '\'', '"']).rsplit(' ').next();
    let begins = word.find(|c: char| c.is_ascii_digit())?;
    let is_of_option = match begins {
        0 => last.is_some_and(is_option),
        _ => is_option(&word[..begins]),
    };
    let first = digits_at(text, at + begins).filter(|_| is_of_option)?;
    let rest = text[first.end..at + word.len()].strip_prefix(',')?;
    let second = rest.strip_prefix('+').unwrap_or(rest);
    let second = digits_at(text, at + word.len() - second.len())?;
    let left = at + word.len() - second.end;
    (left <= 1).then_some((vec![first, second], false))
}

/// The number or the range directly before a path with one word on each side: `line 12 of a.py`, `lines 12-15 of a.py`.
fn numbers_between_words(text: &str, between: Range<usize>) -> Option<Vec<Range<usize>>> {
    let before = text.get(between)?;
    let offset = before.as_ptr() as usize - text.as_ptr() as usize;
    let head = before.trim_end_matches(QUOTES).strip_suffix(' ')?;
    let head = head.trim_end_matches(char::is_alphabetic).strip_suffix(' ')?;
    let digits = |head: &str| head.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let last = digits(head);
    let first = head[..last].strip_suffix(['-', '\u{2013}']).map(digits);
    let start = first.unwrap_or(last);
    let word = head[..start].strip_suffix(' ')?;
    let is_word = word.ends_with(char::is_alphabetic) && word.len() + MAX_GAP >= head.len();
    let number = digits_at(text, offset + start).filter(|_| is_word)?;
    let numbers = match first {
        Some(_) => vec![number, digits_at(text, offset + last)?],
        None => vec![number],
    };
    (numbers.last()?.end == offset + head.len()).then_some(numbers)
}

/// The last number behind a word for a line, or before one (`the 12th line`), with few words between it and the path; or
/// all of the line above one that says no more than the path: `Line: 12`.
fn stated_before(text: &str, between: Range<usize>) -> Option<Range<usize>> {
    let before = &text[between.clone()];
    let own = before.rfind('\n').map_or(0, |at| at + 1);
    let is_label = before[own..].trim().ends_with(':') && words(&before[own..]) == 1;
    let head = before[..own].trim_end();
    let part = match own {
        0 => before,
        _ if is_label => &head[head.rfind('\n').map_or(0, |at| at + 1)..],
        _ => &before[own..],
    };
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    let found = LINE_WORDS.iter().flat_map(|word| line_words(part, word));
    let found = found.filter_map(|word| {
        let behind = part[word.end..].trim_start_matches([' ', ':', '=', '#']);
        let number = digits_at(text, start + part.len() - behind.len());
        let number = number.filter(|_| behind.len() < part.len() - word.end);
        let (number, end) = match number {
            Some(number) => (number.clone(), number.end - start),
            None => (ordinal(text, start..start + word.start)?, word.end),
        };
        let tail = &part[end..];
        let leads = ends_number(&text[number.end..]) || end == word.end;
        (leads && leads_to_path(tail)).then_some(number)
    });
    found.max_by_key(|number| number.start)
}

/// The number at the end of a part of the text in the form of an ordinal: `12th `.
fn ordinal(text: &str, within: Range<usize>) -> Option<Range<usize>> {
    let part = text[within.clone()].strip_suffix(' ')?;
    let digits = part.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let start = digits.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let is_short = part.len() - digits.len() == 2;
    digits_at(text, within.start + start).filter(|_| is_short)
}

/// Whether the text between a number and a path ends no sentence and has few words.
fn leads_to_path(tail: &str) -> bool {
    let is_joint = |c: char| c.is_alphanumeric() || " ,:-\u{2013}'\"`([".contains(c);
    tail.chars().all(is_joint) && words(tail) <= MAX_WORDS
}

fn words(text: &str) -> usize {
    text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).count()
}
