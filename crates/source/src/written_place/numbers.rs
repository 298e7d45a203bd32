//! Finds the numbers that belong to a written path: its line, the end of a range, and the column.

use std::ops::Range;

/// The most bytes between a path and its line, and the most digits of the line.
const MAX_GAP: usize = 24;
const MAX_DIGITS: usize = 7;

/// The line, and what follows it of a range or a column, behind a path that ends at `end`.
pub(super) fn numbers_after(text: &str, end: usize) -> Vec<Range<usize>> {
    let rest = without_query(&text[end..]);
    let start = text.len() - rest.len();
    let Some(gap) = rest
        .bytes()
        .take(MAX_GAP + 1)
        .position(|byte| byte.is_ascii_digit())
    else {
        return Vec::new();
    };
    let Some(first) = digits_at(text, start + gap).filter(|_| rest.is_char_boundary(gap)) else {
        return Vec::new();
    };
    if !joins(&rest[..gap], &text[first.end..]) {
        return Vec::new();
    }
    let mut numbers = vec![first];
    while let Some(last) = numbers.last().cloned().filter(|_| numbers.len() < 4) {
        let rest = &text[last.end..];
        let separator = rest.len()
            - rest
                .trim_start_matches([':', '-', ',', '\u{2013}', 'L', 'C', '.'])
                .len();
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
fn without_query(text: &str) -> &str {
    match text.strip_prefix('?') {
        Some(query) => {
            query.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || "=&_.%-".contains(c))
        }
        None => text,
    }
}

/// Whether `gap`, the text between a path and a number, says that the number is the path's line; `after` is the text
/// behind the number. It is punctuation with at most one word, one word alone, or two words if no word follows.
fn joins(gap: &str, after: &str) -> bool {
    if gap.is_empty()
        || gap.contains('\n')
        || after.starts_with(|c: char| is_word_char(c) || matches!(c, '/' | '\\'))
    {
        return false;
    }
    let words = gap
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_empty())
        .count();
    let is_blank = gap.trim().is_empty();
    let punctuated = gap
        .trim_start()
        .starts_with(|c: char| ":,#(\"'`;|}>)]".contains(c));
    // `.5`, `-5` and `=5` are values.
    let odd =
        |c: char| !c.is_alphabetic() && !c.is_whitespace() && !":,#(\"'`;|{}[]>)@".contains(c);
    let word_follows = after
        .trim_start_matches(' ')
        .starts_with(char::is_alphabetic);
    match words {
        _ if is_blank || gap.contains(odd) => false,
        0 => gap.starts_with([':', '(', '#', ',', '[', '"', '\'', '@', '`']),
        1 => punctuated || gap.starts_with(' '),
        2 => {
            gap.starts_with(' ')
                && !word_follows
                && gap.chars().all(|c| c.is_alphabetic() || c == ' ')
        }
        _ => false,
    }
}

/// The number directly before a path with one word on each side: `line 12 of a.py`.
pub(super) fn number_before(text: &str, between: Range<usize>) -> Option<Range<usize>> {
    let before = text.get(between)?;
    let offset = before.as_ptr() as usize - text.as_ptr() as usize;
    let head = before
        .trim_end_matches(['"', '\'', '`', '('])
        .strip_suffix(' ')?;
    let head = head
        .trim_end_matches(char::is_alphabetic)
        .strip_suffix(' ')?;
    let start = head.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let word = head[..start].strip_suffix(' ')?;
    let is_word = word.ends_with(char::is_alphabetic) && word.len() + MAX_GAP >= head.len();
    digits_at(text, offset + start).filter(|number| is_word && number.end == offset + head.len())
}

/// The digits at `at`, if they can be a line number.
fn digits_at(text: &str, at: usize) -> Option<Range<usize>> {
    let length = text
        .get(at..)?
        .bytes()
        .take_while(u8::is_ascii_digit)
        .count();
    let is_line = (1..=MAX_DIGITS).contains(&length) && !text[at..].starts_with('0');
    is_line.then_some(at..at + length)
}

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
