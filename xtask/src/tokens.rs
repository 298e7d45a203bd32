//! A tokenizer for Rust source: words, literals, comments and punctuation, so that rules can tell code from strings and
//! comments.

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    /// A name, keyword or number.
    Word,
    /// A string or character literal, with its quotes.
    Text,
    /// With its slashes.
    Comment,
    /// One other character.
    Mark,
}

/// A token and the 1-based line where it starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Token<'a> {
    pub(crate) kind: Kind,
    pub(crate) text: &'a str,
    pub(crate) line: usize,
}

/// All tokens of `source`. Never fails: text that is not Rust becomes punctuation.
pub(crate) fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 1);
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        if first.is_whitespace() {
            line += usize::from(first == '\n');
            at += first.len_utf8();
            continue;
        }
        let (kind, length) = measure(rest, first);
        let text = &rest[..length];
        found.push(Token { kind, text, line });
        line += text.matches('\n').count();
        at += length;
    }
    found
}

/// The tokens that are code.
pub(crate) fn code(source: &str) -> Vec<Token<'_>> {
    tokens(source)
        .into_iter()
        .filter(|token| token.kind != Kind::Comment)
        .collect()
}

fn measure(rest: &str, first: char) -> (Kind, usize) {
    if rest.starts_with("//") {
        return (Kind::Comment, rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return (Kind::Comment, block_comment(rest));
    }
    if let Some(length) = raw_text(rest) {
        return (Kind::Text, length);
    }
    let prefix = usize::from(rest.starts_with(['b', 'c']));
    if rest[prefix..].starts_with('"') {
        return (Kind::Text, prefix + quoted(&rest[prefix..], '"'));
    }
    if let Some(length) = character(&rest[prefix..]) {
        return (Kind::Text, prefix + length);
    }
    let in_word = |c: char| c == '_' || c.is_alphanumeric();
    if in_word(first) {
        return (Kind::Word, rest.find(|c| !in_word(c)).unwrap_or(rest.len()));
    }
    (Kind::Mark, first.len_utf8())
}

/// Block comments nest.
fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                break;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    at
}

/// `r"…"`, `r#"…"#`, also with `b` or `c` in front.
fn raw_text(rest: &str) -> Option<usize> {
    let body = rest
        .strip_prefix(['b', 'c'])
        .unwrap_or(rest)
        .strip_prefix('r')?;
    let hashes = body.len() - body.trim_start_matches('#').len();
    let body = body[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let opening = rest.len() - body.len();
    Some(
        body.find(&end)
            .map_or(rest.len(), |at| opening + at + end.len()),
    )
}

/// The length of a literal that starts and ends with `mark`, where a backslash escapes.
fn quoted(rest: &str, mark: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == mark => return at + c.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}

/// A character literal, and not a lifetime.
fn character(rest: &str) -> Option<usize> {
    let mut chars = rest.strip_prefix('\'')?.chars();
    match (chars.next()?, chars.next()) {
        ('\\', _) => Some(quoted(rest, '\'')),
        (c, Some('\'')) => Some(c.len_utf8() + 2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, tokens};

    fn of_kind(source: &str, kind: Kind) -> Vec<&str> {
        tokens(source)
            .into_iter()
            .filter(|t| t.kind == kind)
            .map(|t| t.text)
            .collect()
    }

    #[test]
    fn literals_and_comments_are_not_words() {
        let source = "let a = \"todo \\\" x\"; // todo\n/* a /* b */ c */ r#\"x \" y\"# b\"z\" 'q' '\\'' &'life b'k' fin";
        assert_eq!(of_kind(source, Kind::Word), ["let", "a", "life", "fin"]);
        assert_eq!(
            of_kind(source, Kind::Comment),
            ["// todo", "/* a /* b */ c */"]
        );
        let texts = [
            "\"todo \\\" x\"",
            "r#\"x \" y\"#",
            "b\"z\"",
            "'q'",
            "'\\''",
            "b'k'",
        ];
        assert_eq!(of_kind(source, Kind::Text), texts);
    }

    #[test]
    fn lines_are_counted_through_literals() {
        let found = tokens("a\n\"x\ny\" b");
        let lines: Vec<usize> = found.iter().map(|token| token.line).collect();
        assert_eq!(lines, [1, 2, 3]);
    }

    #[test]
    fn unfinished_literals_end_with_the_source() {
        for source in [
            "\"abc",
            "r#\"abc\"",
            "/* abc",
            "'",
            "b'",
            "'\\",
            "r#type é…",
        ] {
            let whole: String = tokens(source).iter().map(|token| token.text).collect();
            assert_eq!(
                whole.len(),
                source.replace(' ', "").len().max(whole.len()),
                "{source}"
            );
        }
    }
}
