//! Text in the columns of a terminal: its width, cut at a width, and wrapped between words.

use std::borrow::Cow;

use textwrap::core::display_width;
use textwrap::{WordSeparator, WordSplitter, WrapAlgorithm};
use unicode_width::UnicodeWidthChar as _;

/// The most columns of a tab.
const TAB_COLUMNS: usize = 8;

/// The columns of a text.
#[must_use]
pub fn columns(text: &str) -> usize {
    display_width(text)
}

/// The text cut to at most `most` columns; a cut text ends with `…`.
#[must_use]
pub fn cut(text: &str, most: usize) -> Cow<'_, str> {
    let char_columns = |c: char| match c {
        '\t' => TAB_COLUMNS,
        _ => c.width().unwrap_or(0),
    };
    if text.chars().map(char_columns).sum::<usize>() <= most {
        return Cow::Borrowed(text);
    }
    let mut room = most.saturating_sub(1);
    let kept = text.chars().take_while(|&c| {
        let fits = char_columns(c) <= room;
        room = room.saturating_sub(char_columns(c));
        fits
    });
    let kept: String = kept.collect();
    Cow::Owned(format!("{}…", kept.trim_end()))
}

/// A text of one line, wrapped between words at `width` columns: its first line begins at the column `first`, and the
/// others at the column `indent`. The lines are returned without what is before them.
#[must_use]
pub fn wrap(text: &str, width: usize, first: usize, indent: usize) -> Vec<String> {
    // From the last column on, each word has a line of its own.
    let (first, indent) = (first.min(width), indent.min(width));
    let (first_indent, other_indent) = (" ".repeat(first), " ".repeat(indent));
    let options = textwrap::Options::new(width)
        .initial_indent(&first_indent)
        .subsequent_indent(&other_indent)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
        .break_words(width > first.max(indent));
    let lines = textwrap::wrap(text, options).into_iter().enumerate();
    let without_indent = lines.map(|(at, line)| {
        let indent = if at == 0 { first } else { indent };
        line.get(indent..).unwrap_or_default().to_owned()
    });
    without_indent.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_wrapped_at_any_width() {
        let check = |width: usize, first: usize, indent: usize, expect: &[&str]| {
            assert_eq!(wrap("ab cd ef", width, first, indent), expect, "{width} {first} {indent}");
        };
        check(8, 0, 0, &["ab cd ef"]);
        check(8, 2, 4, &["ab cd", "ef"]);
        check(8, 4, 6, &["ab", "cd", "ef"]);
        for at in [8, 9, 70_000, usize::MAX] {
            check(8, at, 0, &["ab", "cd ef"]);
            check(8, 0, at, &["ab cd ef"]);
            check(6, at, at, &["ab", "cd", "ef"]);
        }
        check(0, usize::MAX, usize::MAX, &["ab", "cd", "ef"]);
        check(usize::MAX, 1, 2, &["ab cd ef"]);
    }

    #[test]
    fn source_is_cut_at_the_width() {
        let check = |text: &str, most: usize, expect: &str| assert_eq!(cut(text, most), expect);
        check("fn a() {", 8, "fn a() {");
        check("fn a() {", 7, "fn a()…");
        check("let x = 1;", 7, "let x…");
        check("\tgo()", 12, "\tgo()");
        check("\tgo()", 11, "\tgo…");
        check("認証する", 8, "認証する");
        check("認証する", 7, "認証す…");
        check("認証する", 6, "認証…");
        check("ab", 0, "…");
    }
}
