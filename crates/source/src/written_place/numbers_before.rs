//! Finds the numbers that belong to a written path and stand directly before it: a number with one word on each side
//! (`line 12 of a.py`), a number with a sign (`+12 a.py`), or the range of an option (`-L 12,15 a.py`).

use std::ops::Range;

use super::numbers::{MAX_GAP, digits_at, with_range};

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
    if let Some(number) = number_between_words(text, between.clone()) {
        return Some((vec![number], false));
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

/// The number directly before a path with one word on each side: `line 12 of a.py`.
fn number_between_words(text: &str, between: Range<usize>) -> Option<Range<usize>> {
    let before = text.get(between)?;
    let offset = before.as_ptr() as usize - text.as_ptr() as usize;
    let head = before.trim_end_matches(QUOTES).strip_suffix(' ')?;
    let head = head.trim_end_matches(char::is_alphabetic).strip_suffix(' ')?;
    let start = head.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let word = head[..start].strip_suffix(' ')?;
    let is_word = word.ends_with(char::is_alphabetic) && word.len() + MAX_GAP >= head.len();
    digits_at(text, offset + start).filter(|number| is_word && number.end == offset + head.len())
}
