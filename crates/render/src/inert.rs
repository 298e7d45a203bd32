//! Prose that is drawn as Markdown, and does nothing there.

use std::borrow::Cow;

/// A text in which no link, image, tag or entity is live where Markdown is drawn: the `(` of `](` gets
/// a backslash, and so do the `<` of what could begin a tag and the `&` of what could begin an entity. A code span stays as it is; backticks without
/// partners get backslashes, too, so that they cannot turn inside out what stands beside the text.
#[must_use]
pub fn inert(text: &str) -> Cow<'_, str> {
    if !text.contains(['`', '<', '&']) && !text.contains("](") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    let (mut rest, mut bracket) = (text, false);
    while let Some(c) = rest.chars().next() {
        let (taken, marked) = match c {
            '`' => ticks(rest),
            // An escape of the text's own, which a backslash more would undo.
            '\\' => (1 + punctuation(rest.get(1..)), false),
            '<' => (1, begins_tag(rest.get(1..))),
            '&' => (1, begins_entity(rest.get(1..))),
            '(' => (1, bracket),
            _ => (c.len_utf8(), false),
        };
        let (head, tail) = rest.split_at_checked(taken).unwrap_or((rest, ""));
        for piece in head.chars() {
            out.extend(marked.then_some('\\'));
            out.push(piece);
        }
        (rest, bracket) = (tail, c == ']');
    }
    Cow::Owned(out)
}

/// The length of the code span that begins here; or of a run of backticks that begins none.
fn ticks(text: &str) -> (usize, bool) {
    let run = |text: &str| text.len() - text.trim_start_matches('`').len();
    let open = run(text);
    let mut at = open;
    while let Some(next) = text.get(at..).and_then(|rest| rest.find('`')) {
        at += next;
        let close = text.get(at..).map_or(0, run);
        at += close;
        if close == open {
            return (at, false);
        }
    }
    (open, true)
}

fn punctuation(rest: Option<&str>) -> usize {
    usize::from(rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_punctuation())))
}

fn begins_tag(rest: Option<&str>) -> bool {
    let begins = |c: char| c.is_ascii_alphabetic() || "/!?".contains(c);
    rest.is_some_and(|rest| rest.starts_with(begins))
}

fn begins_entity(rest: Option<&str>) -> bool {
    rest.is_some_and(|rest| rest.starts_with(|c: char| c == '#' || c.is_ascii_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &str, expect: &str) {
        assert_eq!(inert(input), expect, "input {input:?}");
    }

    #[test]
    fn markup_is_broken() {
        check("![x](http://evil/?q)", r"![x]\(http://evil/?q)");
        check("see [here](http://evil)", r"see [here]\(http://evil)");
        check(
            "<img src=x> </a> <!-- <?x",
            r"\<img src=x> \</a> \<!-- \<?x",
        );
        check("<http://evil>", r"\<http://evil>");
        check("&lt;b> & &#60; &&", r"\&lt;b> & \&#60; &&");
        check("an Option<T> is none", r"an Option\<T> is none");
    }

    #[test]
    fn what_is_none_stays() {
        for text in [
            "a < b && c <= d",
            "a[0] (b)",
            "`Option<T>` and ``a`<b>``",
            "`[a](b)`",
            "1 <2",
            "",
        ] {
            check(text, text);
        }
    }

    /// Backticks and backslashes of the text's own open no way around.
    #[test]
    fn spans_and_escapes_are_read_as_markdown_reads_them() {
        check("` <img src=x>", r"\` \<img src=x>");
        check("`` a ` <b> ` c", r"\`\` a ` <b> ` c");
        check(r"\`<img src=x>`", r"\`\<img src=x>\`");
        check(r"\<b> \\<b>", r"\<b> \\\<b>");
        check(r"\[a](b) [a\](b) [a\\](b)", r"\[a]\(b) [a\](b) [a\\]\(b)");
        check("`é` ü<b>", r"`é` ü\<b>");
    }
}
