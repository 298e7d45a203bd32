//! How a path is written for people.

use firsthand_registry::{RepoPath, escape};

/// A path as the text forms write it, and what stands between it and its lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ShownPath {
    pub(crate) text: String,
    pub(crate) colon: &'static str,
    /// Whether Markdown would take some of it for markup.
    pub(crate) odd: bool,
}

/// Characters, beside letters and digits, that leave no doubt about where a path ends.
const PLAIN: &str = "_./-@+~#$[](){},=!%&'";

/// The path as it is, or as a string literal where a reader could mistake its bounds: where it holds
/// a space or another character that is rare in paths, or where its end is another path of the same
/// report (`@b.ts` beside `b.ts`).
pub(crate) fn shown(path: &RepoPath, all: &[&RepoPath], colon: &'static str) -> ShownPath {
    let raw = path.as_str();
    let plain = raw
        .chars()
        .all(|c| c.is_alphanumeric() || PLAIN.contains(c));
    if plain
        && !raw.contains("~~~")
        && !raw.contains("](")
        && !all.iter().any(|other| ends_as(raw, other.as_str()))
    {
        return ShownPath {
            text: raw.to_owned(),
            colon: ":",
            odd: is_markup(raw),
        };
    }
    ShownPath {
        text: literal(raw),
        colon,
        odd: true,
    }
}

/// Whether some of a plain path could be emphasis, an entity or a link in Markdown. An underscore
/// between letters is none.
fn is_markup(raw: &str) -> bool {
    let outer = |at: usize| {
        let before = raw[..at].chars().next_back();
        let after = raw[at + 1..].chars().next();
        !(before.is_some_and(char::is_alphanumeric) && after.is_some_and(char::is_alphanumeric))
    };
    raw.contains(['~', '&', '[', '!']) || raw.match_indices('_').any(|(at, _)| outer(at))
}

/// What stands between `(n)` or a quoted path and its lines: a colon, unless some path of the report
/// ends like those, so that the lines could be taken for its own.
pub(crate) fn colon(all: &[&RepoPath]) -> &'static str {
    if all.iter().any(|path| path.as_str().ends_with([')', '"'])) {
        " "
    } else {
        ":"
    }
}

/// Whether `other` is the end of `path`, from a place on where a path could begin.
fn ends_as(path: &str, other: &str) -> bool {
    let before = path
        .strip_suffix(other)
        .and_then(|rest| rest.chars().next_back());
    before.is_some_and(|c| !(c.is_ascii_alphanumeric() || "_./-".contains(c)))
}

/// A string literal that holds neither a fence, a link or a tag nor anything that looks like lines.
fn literal(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len() + 8);
    out.push('"');
    let mut buffer = [0; 4];
    for (at, c) in raw.char_indices() {
        let rest = &raw[at + c.len_utf8()..];
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\t' => out.push_str("\\t"),
            '`' => out.push_str("\\u{60}"),
            ':' if rest.starts_with(char::is_numeric) => out.push_str("\\u{3a}"),
            '(' if rest.starts_with("not read)") || out.ends_with(']') => out.push_str("\\u{28}"),
            '<' => out.push_str("\\u{3c}"),
            _ => out.push_str(&escape(c.encode_utf8(&mut buffer))),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, others: &[&str], expect: &str) {
        let path = RepoPath::new(path).unwrap();
        let others: Vec<_> = others
            .iter()
            .map(|text| RepoPath::new(text).unwrap())
            .collect();
        let all: Vec<&RepoPath> = others.iter().chain([&path]).collect();
        assert_eq!(shown(&path, &all, colon(&all)).text, expect);
    }

    #[test]
    fn a_path_has_clear_bounds() {
        check(
            "src/app/[id]/page.tsx",
            &["page.tsx", "src/b.ts"],
            "src/app/[id]/page.tsx",
        );
        check("src/größe.rs", &[], "src/größe.rs");
        check("@b.ts", &[], "@b.ts");
        check("@b.ts", &["b.ts"], r#""@b.ts""#);
        check("my file.md", &[], r#""my file.md""#);
        check("a\n\t\"`\\\u{202e}", &[], r#""a\n\t\"\u{60}\\\u{202e}""#);
        check(
            "a.ts:1-2 (not read)",
            &[],
            r#""a.ts\u{3a}1-2 \u{28}not read)""#,
        );
        check("~~~rust", &[], r#""~~~rust""#);
        check("![a](b).ts", &[], r#""![a]\u{28}b).ts""#);
        check("<img src=x>.ts", &[], r#""\u{3c}img src=x>.ts""#);
    }

    #[test]
    fn lines_are_not_taken_for_those_of_an_odd_path() {
        for (path, expect) in [("(2)", " "), ("x\"", " "), ("a/(id).ts", ":")] {
            assert_eq!(colon(&[&RepoPath::new(path).unwrap()]), expect, "{path}");
        }
    }
}
