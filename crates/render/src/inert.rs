//! Escapes live markup in prose that is printed as Markdown.

use std::borrow::Cow;

/// Escapes a text so that no link, image, tag or entity in it is live in Markdown: a backslash goes before the `(` of
/// `](`, the `<` of a possible tag and the `&` of a possible entity. A code span is unchanged; unpaired backticks are
/// escaped, too, so that they cannot open a code span with the text around it. What a forge makes live without markup (an
/// address, `@name`, `#12`) becomes a code span.
#[must_use]
pub fn inert(text: &str) -> Cow<'_, str> {
    if !text.contains(['`', '<', '&', '@', '#']) && !text.contains("](") && !has_address(text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    let (mut rest, mut after_bracket, mut is_word_start) = (text, false, true);
    while let Some(c) = rest.chars().next() {
        let word = if is_word_start { word_at(rest) } else { "" };
        if is_live(word) {
            out.extend(["`", word, "`"]);
            (rest, after_bracket) = (&rest[word.len()..], false);
            continue;
        }
        is_word_start = !is_word_char(c);
        let (length, needs_escape) = match c {
            '`' => code_span(rest),
            // An escape in the text itself, which another backslash would undo.
            '\\' => (1 + escaped_len(rest.get(1..)), false),
            '<' => (1, starts_tag(rest.get(1..))),
            '&' => (1, starts_entity(rest.get(1..))),
            '(' => (1, after_bracket),
            _ => (c.len_utf8(), false),
        };
        let (head, tail) = rest.split_at_checked(length).unwrap_or((rest, ""));
        for piece in head.chars() {
            out.extend(needs_escape.then_some('\\'));
            out.push(piece);
        }
        (rest, after_bracket) = (tail, c == ']');
    }
    Cow::Owned(out)
}

/// Whether the text may have an address that a forge links.
fn has_address(text: &str) -> bool {
    text.contains("://") || text.as_bytes().windows(4).any(|it| it.eq_ignore_ascii_case(b"www."))
}

/// The word at the start of the text, without the marks of a sentence behind it; empty where Markdown may read a part of
/// it in another way.
fn word_at(text: &str) -> &str {
    let end = text.find(|c: char| c.is_whitespace() || "()<>[]{}\"'*\\|,;".contains(c));
    let word = text[..end.unwrap_or(text.len())].trim_end_matches(['.', ':', '!', '?']);
    let is_one = word.starts_with(|c: char| c.is_alphanumeric() || "@#_".contains(c));
    if is_one && !word.contains('`') { word } else { "" }
}

/// Whether a word can go on with the character, so that the next one does not start a word.
fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || "_-./:@#%&=+~".contains(c)
}

/// Whether a forge makes a word live that has no markup: an address, a mention or a reference by number.
fn is_live(word: &str) -> bool {
    let follows = |mark: char, next: fn(&char) -> bool| {
        let mut behind = word.match_indices(mark).map(|(at, _)| word[at + 1..].chars().next());
        behind.any(|c| c.as_ref().is_some_and(next))
    };
    has_address(word)
        || follows('@', char::is_ascii_alphanumeric)
        || follows('#', char::is_ascii_digit)
}

/// The length in bytes of the code span at the start of the text, and `false`; or, where the run of backticks there
/// opens no code span, the length of the run, and `true`, since it must be escaped.
fn code_span(text: &str) -> (usize, bool) {
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

/// The length of the character that a backslash before `rest` escapes: 1 for ASCII punctuation, else 0.
fn escaped_len(rest: Option<&str>) -> usize {
    usize::from(rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_punctuation())))
}

fn starts_tag(rest: Option<&str>) -> bool {
    let begins = |c: char| c.is_ascii_alphabetic() || "/!?".contains(c);
    rest.is_some_and(|rest| rest.starts_with(begins))
}

fn starts_entity(rest: Option<&str>) -> bool {
    rest.is_some_and(|rest| rest.starts_with(|c: char| c == '#' || c.is_ascii_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &str, expect: &str) {
        assert_eq!(inert(input), expect, "input {input:?}");
    }

    #[test]
    fn markup_is_escaped() {
        check("![x](http://evil/?q)", r"![x]\(`http://evil/?q`)");
        check("see [here](http://evil)", r"see [here]\(`http://evil`)");
        check("<img src=x> </a> <!-- <?x", r"\<img src=x> \</a> \<!-- \<?x");
        check("<http://evil>", r"\<`http://evil`>");
        check("&lt;b> & &#60; &&", r"\&lt;b> & \&#60; &&");
        check("an Option<T> is none", r"an Option\<T> is none");
    }

    #[test]
    fn text_without_markup_is_unchanged() {
        for text in
            ["a < b && c <= d", "a[0] (b)", "`Option<T>` and ``a`<b>``", "`[a](b)`", "1 <2", ""]
        {
            check(text, text);
        }
    }

    #[test]
    fn what_a_forge_makes_live_is_code() {
        check("see https://evil.example/login.", "see `https://evil.example/login`.");
        check("(HTTP://a/b?c=d&e) www.evil.example", "(`HTTP://a/b?c=d&e`) `www.evil.example`");
        check("ping @org/team, mail a.b@c.example", "ping `@org/team`, mail `a.b@c.example`");
        check("the decorator @Input() of #12", "the decorator `@Input`() of `#12`");
        check("org/repo#12: fixed", "`org/repo#12`: fixed");
        check("`see https://a` and https://b", "`see https://a` and `https://b`");
        check("a @ b # c, C# and x@", "a @ b # c, C# and x@");
    }

    #[test]
    fn spans_and_escapes_are_parsed_as_in_markdown() {
        check("` <img src=x>", r"\` \<img src=x>");
        check("`` a ` <b> ` c", r"\`\` a ` <b> ` c");
        check(r"\`<img src=x>`", r"\`\<img src=x>\`");
        check(r"\<b> \\<b>", r"\<b> \\\<b>");
        check(r"\[a](b) [a\](b) [a\\](b)", r"\[a]\(b) [a\](b) [a\\]\(b)");
        check("`é` ü<b>", r"`é` ü\<b>");
    }
}
