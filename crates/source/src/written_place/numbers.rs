//! Finds the numbers that belong to a written path and stand behind it on its line: its line, the end of a range, and
//! the column.
//!
//! Nothing but punctuation and at most two words are between: `a.py:12:5`, `"a.py", line 12`, `a.cs:line 12`,
//! `a.php(12)`, `a.php on line 12`, `a.py#L12`. More may be between if the last word says that a line follows
//! (`a.py in run at line 12`, `a.py&rev=3&line=12`), or if the number and a column end the line in brackets
//! (`a.js: Unexpected token (12:5)`).

use std::ops::Range;

use super::gap::up_to_digit;
use crate::usual_width;

/// The most bytes between a path and its line, and the most digits of the line.
pub(super) const MAX_GAP: usize = 24;
const MAX_DIGITS: usize = 7;
/// The words for a line in scripts without blanks, and the most letters between a number and them.
const LINE_LETTERS: [char; 3] = ['行', '줄', '행'];
const MAX_COUNTERS: usize = 4;
/// What stands between a path and its line in the links of code hosts.
const LINK_MARKS: [&str; 4] = ["#L", "?L", ";l=", "$"];
/// The most bytes between a path and its line if more says that the number is one.
const MAX_STATED_GAP: usize = 96;
/// The most marks between a word for a line and its number.
const MAX_MARKS: usize = 4;
/// The words of tools for a line, by themselves or as a part of an identifier.
pub(super) const LINE_WORDS: [&str; 4] = ["line", "lines", "lineno", "line number"];

/// The line, and what follows it of a range or a column, behind a path that ends at `end`. `is_path` is whether it looks
/// like a path, unlike a word of a sentence.
pub(super) fn numbers_after(text: &str, end: usize, is_path: bool) -> Vec<Range<usize>> {
    let stated = || {
        let window = text.floor_char_boundary(end + MAX_STATED_GAP);
        let line_end = text[end..window].find('\n').map(|at| end + at);
        let is_last = window == text.len();
        let whole_line = line_end.or(is_last.then_some(window));
        stated_number(text, end..line_end.unwrap_or(window))
            .or_else(|| bracketed_pair(text, end..whole_line?))
    };
    let near = linked_number(text, end).or_else(|| number_near(text, end));
    let first = near.or_else(|| is_path.then(stated).flatten());
    first.map_or_else(Vec::new, |first| with_range(text, first))
}

/// The number directly behind a path and a mark of a code host's link.
fn linked_number(text: &str, end: usize) -> Option<Range<usize>> {
    let rest = text.get(end..)?;
    LINK_MARKS.iter().find_map(|mark| {
        rest.strip_prefix(mark)?;
        let number = digits_at(text, end + mark.len())?;
        let after = &text[number.end..];
        let column = after.strip_prefix('C').filter(|_| mark.ends_with('L'));
        let has_column = column.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        (has_column || ends_number(after)).then_some(number)
    })
}

/// The number behind a path with nothing but punctuation and at most two words between.
fn number_near(text: &str, end: usize) -> Option<Range<usize>> {
    let rest = without_query(&text[end..]);
    let start = text.len() - rest.len();
    let (gap, digits) = up_to_digit(rest)?;
    let first = digits_at(text, start + digits)?;
    let after = &text[first.end..];
    // A word may follow without a blank where there is none before the number, either.
    let is_direct = matches!(&*gap, ":" | "#") && after.starts_with(is_uncased);
    let gap: String = gap.chars().map(usual_width).collect();
    (is_direct || joins(&gap, after)).then_some(first)
}

/// The number behind a word for a line in a part of a line of the text, before the end of a sentence and not of another
/// path.
pub(super) fn stated_number(text: &str, within: Range<usize>) -> Option<Range<usize>> {
    let part = &text[within.clone()];
    let words = LINE_WORDS.iter().flat_map(|word| line_words(part, word));
    let numbers = words.filter_map(|range| {
        let rest =
            part[range.end..].trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '_');
        let rest = below_key(rest).unwrap_or(rest);
        let number = rest.trim_start_matches(|c: char| " =:-\"'#(".contains(c));
        let is_near = (1..=MAX_MARKS).contains(&(rest.len() - number.len()));
        let number = digits_at(text, within.start + part.len() - number.len());
        let number = number.filter(|_| is_near && !separates(&part[..range.start]))?;
        let after = text.get(number.end..within.end)?;
        (ends_number(after) && !names_path(after)).then_some(number)
    });
    numbers.min_by_key(|number| number.start)
}

/// What follows the first key of an object in JSON that is the value of a key: `:78}` of `":{"begin":78}`.
fn below_key(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('"')?.trim_start_matches([' ', ':']).strip_prefix('{')?;
    let key = inner.trim_start_matches(' ').strip_prefix('"')?;
    key.trim_start_matches(|c: char| c.is_ascii_alphabetic()).strip_prefix('"')
}

/// Where a text has a word for a line, by itself or as a part of an identifier: `line`, `startLine`, `line_number`.
pub(super) fn line_words<'t>(
    text: &'t str,
    word: &'t str,
) -> impl Iterator<Item = Range<usize>> + 't {
    let letter = |c: char| c.is_ascii_alphabetic();
    (0..text.len()).filter_map(move |at| {
        let found = text.get(at..at + word.len())?;
        let begins = !text[..at].ends_with(letter) || found.starts_with('L');
        let ends = !text[at + word.len()..].starts_with(|c: char| c.is_ascii_lowercase());
        let is_word = found.eq_ignore_ascii_case(word) && begins && ends;
        is_word.then_some(at..at + word.len())
    })
}

/// The line and the column in brackets at the end of a line of the text, behind a colon: `: Unexpected token (12:5)`.
fn bracketed_pair(text: &str, within: Range<usize>) -> Option<Range<usize>> {
    let part = text[within.clone()].trim_end();
    let open = part.strip_suffix(')')?.rfind('(')?;
    let number = digits_at(text, within.start + open + 1)?;
    let pair = with_range(text, number.clone());
    let is_pair = pair.len() == 2 && pair[1].end + 1 == within.start + part.len();
    (is_pair && part.starts_with(':')).then_some(number)
}

/// Whether a sentence ends in a text, or another path stands there.
fn separates(text: &str) -> bool {
    let mut dots = text.split('.').skip(1);
    text.contains(['/', '\\', '?', '!', ';'])
        || dots.any(|rest| rest.starts_with(|c: char| c == ' ' || c.is_alphanumeric()))
}

/// Whether the text behind a number says of which path it is a line: `12 of a.py`.
fn names_path(after: &str) -> bool {
    let mut words = after.split(' ').filter(|word| !word.is_empty());
    let is_joined = after.starts_with(' ') && words.next().is_some();
    words
        .next()
        .is_some_and(|word| is_joined && word.trim_end_matches(['.', ',']).contains(['.', '/']))
}

/// A number, and what follows it of a range or a column.
pub(super) fn with_range(text: &str, first: Range<usize>) -> Vec<Range<usize>> {
    let mut numbers = vec![first];
    while let Some(last) = numbers.last().cloned().filter(|_| numbers.len() < 4) {
        let rest = &text[last.end..];
        let separator =
            rest.len() - rest.trim_start_matches([':', '-', ',', '\u{2013}', 'L', 'C', '.']).len();
        match digits_at(text, last.end + separator).filter(|_| (1..=4).contains(&separator)) {
            Some(next) if separator_joins(&rest[..separator]) => numbers.push(next),
            _ => break,
        }
    }
    numbers
}

/// Whether text between two numbers makes them a range or a line and a column: `:5`, `-L9`, `,13`.
fn separator_joins(separator: &str) -> bool {
    !separator.starts_with(['L', 'C', '.']) || separator == "C"
}

/// The text without the query of a URL, as development servers append it to paths.
pub(super) fn without_query(text: &str) -> &str {
    match text.strip_prefix('?') {
        Some(query) => {
            query.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || "=&_.%-".contains(c))
        }
        None => text,
    }
}

/// Whether `gap`, the text between a path and a number, says that the number is the path's line; `after` is the text
/// behind the number. It is punctuation with at most one word, one word alone, or two words if no word follows, before
/// them perhaps one more that is as short as an article.
fn joins(gap: &str, after: &str) -> bool {
    if gap.is_empty() || gap.contains('\n') || !ends_number(after) {
        return false;
    }
    // A version: `v1.80`.
    let goes_on = after.strip_prefix('.').is_some_and(|rest| rest.starts_with(char::is_numeric));
    if goes_on && gap.ends_with(char::is_alphabetic) {
        return false;
    }
    let words = gap.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).count();
    let is_blank = gap.trim().is_empty();
    let punctuated = gap.trim_start().starts_with(|c: char| ":,#(\"'`;|}>)]".contains(c));
    // `.5`, `-5` and `=5` are values.
    let odd =
        |c: char| !c.is_alphabetic() && !c.is_whitespace() && !":,#(\"'`;|{}[]>)@".contains(c);
    let word_follows = after.trim_start_matches(' ').starts_with(char::is_alphabetic);
    let is_stated = after.starts_with(is_uncased);
    match words {
        _ if is_stated && gap.chars().all(|c| c == ' ' || is_uncased(c)) => true,
        // The number of a line of context: `a.py-12-`.
        0 if gap == "-" => after.starts_with('-'),
        // A line and a column alone, as bundlers write them: `a.js 12:5`; or the lines of a range: `a.py 12-15`.
        0 if gap == " " => is_column(after) || is_range(after),
        0 if is_sign(gap.trim(), after) => true,
        // An abbreviated word: `a.py l. 12`.
        1 if is_abbreviation(gap) => !word_follows,
        _ if is_blank || gap.contains(odd) => false,
        0 => gap.starts_with([':', '(', '#', ',', '[', '"', '\'', '`']),
        1 => punctuated || gap.starts_with(' '),
        2 | 3 => {
            let mut parts = gap.split(' ').filter(|word| !word.is_empty());
            let are_short = parts.by_ref().take(2).all(|word| word.chars().count() <= 2);
            gap.starts_with(' ')
                && !word_follows
                && (words == 2 || are_short)
                && gap.chars().all(|c| c.is_alphabetic() || c == ' ')
        }
        _ => false,
    }
}

/// Whether the text behind a number is a column and nothing that makes both a time or a ratio.
fn is_column(after: &str) -> bool {
    let column = after.strip_prefix(':').unwrap_or_default();
    let rest = column.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_last = rest.starts_with(['-', '\n', '\r']) || rest.is_empty();
    rest.len() < column.len() && is_last
}

/// Whether the text behind a number is the end of a range, and nothing that makes both a date or a count.
fn is_range(after: &str) -> bool {
    let Some(end) = after.strip_prefix(['-', '\u{2013}']) else {
        return false;
    };
    let rest = end.trim_start_matches(|c: char| c.is_ascii_digit());
    let goes_on = rest.trim_start_matches(' ').starts_with(char::is_alphanumeric);
    rest.len() < end.len() && !goes_on && !rest.starts_with(['-', '\u{2013}', '/', '%', '.'])
        || rest.starts_with('.') && rest.len() == 1
}

/// Whether a sign between a path and a number says that this is a line: `a.py (12)`, `a.c @ 12`, `a.py +12`.
fn is_sign(sign: &str, after: &str) -> bool {
    let is_decimal = after.strip_prefix('.').is_some_and(|rest| rest.starts_with(char::is_numeric));
    // The lines that a change adds and removes.
    let is_count = after.trim_start().starts_with(['-', '\u{2212}', '+']);
    match sign.trim_matches(['"', '\'', ' ']) {
        "(" => after.starts_with(')'),
        "[" => after.starts_with(']'),
        "@" => !is_decimal,
        "+" => !is_decimal && !is_count,
        _ => false,
    }
}

/// Whether a text between a path and a number is a short word with a dot.
fn is_abbreviation(gap: &str) -> bool {
    let word = gap.trim_start_matches([' ', ',', '(']).trim_end();
    let letters = word.strip_suffix('.').unwrap_or_default();
    let is_apart = !gap.starts_with(char::is_alphabetic) && !letters.is_empty();
    is_apart && letters.chars().count() <= 3 && letters.chars().all(char::is_alphabetic)
}

/// The digits at `at`, if they can be a line number.
pub(super) fn digits_at(text: &str, at: usize) -> Option<Range<usize>> {
    let length = text.get(at..)?.bytes().take_while(u8::is_ascii_digit).count();
    let is_line = (1..=MAX_DIGITS).contains(&length) && !text[at..].starts_with('0');
    is_line.then_some(at..at + length)
}

/// Whether a number ends before this text: a word for a line can follow without a blank (`第12行`).
pub(super) fn ends_number(after: &str) -> bool {
    if after.starts_with(is_uncased) {
        let mut next = after.chars().take(MAX_COUNTERS);
        return next.any(|c| LINE_LETTERS.contains(&c));
    }
    !after.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '/' | '\\'))
}

pub(super) fn is_uncased(c: char) -> bool {
    crate::Letter::of(c) == crate::Letter::Uncased
}
