//! Prints a path so that its bounds are unambiguous.

use firsthand_registry::{LineRange, RepoPath, escape};

use crate::parts::PathPart;

/// A path as the text forms print it, and the separator between it and its lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PathText {
    pub(crate) text: String,
    pub(crate) separator: &'static str,
    /// Whether Markdown would parse some of it as markup, so that it is printed as code.
    pub(crate) needs_delimiters: bool,
}

impl PathText {
    /// The lines behind the path, or that none was seen.
    pub(crate) fn lines(&self, range: Option<LineRange>) -> String {
        match range {
            Some(range) => format!("{}{}", self.separator, range.short()),
            None if self.separator == ":" => " (not read)".to_owned(),
            // Two spaces, where one could make the text read as that of another path.
            None => "  (not read)".to_owned(),
        }
    }
}

/// Characters, in addition to letters and digits, of paths that are printed unquoted.
const PLAIN_PUNCTUATION: &str = "_./-@+~#$[](){},=!%&'";

/// The path itself, or a string literal where its bounds would be ambiguous: where it has
/// a space or another character that is rare in paths, `~~~` or `](`, or ends with another path of the same
/// report (`@b.ts` beside `b.ts`).
pub(crate) fn path_text(path: &RepoPath, all: &[&RepoPath], separator: &'static str) -> PathText {
    let raw = path.as_str();
    let is_plain = |c: char| c.is_alphanumeric() || PLAIN_PUNCTUATION.contains(c);
    let (root, path) = in_named_root(raw);
    // A number behind a colon would be a line.
    let mut of_root = root.split(':');
    let first_is_plain = of_root.next().is_none_or(|part| part.chars().all(is_plain));
    let others_are_plain =
        of_root.all(|part| !part.starts_with(char::is_numeric) && part.chars().all(is_plain));
    if first_is_plain
        && others_are_plain
        && path.chars().all(is_plain)
        && !raw.contains("~~~")
        && !raw.contains("](")
        && !all.iter().any(|other| ends_with_path(raw, other.as_str()))
    {
        return PathText { text: raw.to_owned(), separator: ":", needs_delimiters: is_markup(raw) };
    }
    PathText { text: literal(raw), separator, needs_delimiters: true }
}

/// The shortest end of a path, in whole parts, with which no other of these paths ends, if it is printed as it is.
pub(crate) fn short_path(path: &RepoPath, all: &[&RepoPath]) -> Option<PathText> {
    let raw = path.as_str();
    let slashes = raw.rmatch_indices('/').map(|(at, _)| &raw[at + 1..]);
    let is_own = |end: &&str| {
        let others = all.iter().filter(|other| **other != path).map(|other| other.as_str());
        let ends_so = |other: &str| {
            other.strip_suffix(end).is_some_and(|before| before.is_empty() || before.ends_with('/'))
        };
        !others.into_iter().any(|other| ends_so(other) || ends_with_path(other, end))
    };
    let end = slashes.chain([raw]).find(is_own)?;
    let text = path_text(&RepoPath::new(end).ok()?, &[], ":");
    (text.text == end).then_some(text)
}

/// The name of the root, and the path in it, where several roots are searched together (`web:/src/a.ts`); the colon there
/// is before no line.
fn in_named_root(raw: &str) -> (&str, &str) {
    let named = raw.split_once(":/");
    let named = named.filter(|(root, _)| !root.is_empty() && !root.contains('/'));
    named.unwrap_or(("", raw))
}

/// What stands for the [shared folder](shared_folder). No path is printed that begins so, except as a string literal.
pub(crate) const SHARED_FOLDER: &str = "…/";
/// The characters of the line that names the folder, besides the folder, and the fewest that the short form must save.
const LEGEND_CHARS: usize = 14;
const MIN_SAVED_CHARS: usize = 60;

/// How many characters of these paths the short form of the folder saves, less the line that names it.
pub(crate) fn saved_chars<'p>(folder: &str, paths: impl Iterator<Item = &'p str>) -> usize {
    let paths = paths.filter(|path| path.starts_with(folder)).count();
    let (chars, short) = (folder.chars().count(), SHARED_FOLDER.chars().count());
    (paths * chars.saturating_sub(short)).saturating_sub(chars + LEGEND_CHARS)
}

/// The folder of a file, with its last slash, if it can be printed as it is.
pub(crate) fn plain_folder<'p>(part: &'p PathPart<'_>) -> Option<&'p str> {
    let path = part.path.as_str();
    let folder = path.get(..=path.rfind('/')?)?;
    (path == part.text.text && !is_markup(folder)).then_some(folder)
}

/// The folder, with its last slash, whose short form saves the most characters; `None` where that are few.
pub(crate) fn shared_folder(paths: &[PathPart<'_>]) -> Option<String> {
    let plain: Vec<&str> = (paths.iter())
        .map(|part| (part.path.as_str(), &part.text.text))
        .filter_map(|(path, text)| (path == text).then_some(path))
        .collect();
    let saved = |folder: &str| saved_chars(folder, plain.iter().copied());
    let folders = plain.iter().flat_map(|path| path.match_indices('/').map(|(at, _)| &path[..=at]));
    let best = folders.filter(|folder| !is_markup(folder)).max_by_key(|folder| saved(folder))?;
    (saved(best) >= MIN_SAVED_CHARS).then(|| best.to_owned())
}

/// Whether some of a plain path could be emphasis, an entity or a link in Markdown; an underscore
/// between letters could not.
fn is_markup(raw: &str) -> bool {
    let is_at_word_edge = |at: usize| {
        let before = raw[..at].chars().next_back();
        let after = raw[at + 1..].chars().next();
        !(before.is_some_and(char::is_alphanumeric) && after.is_some_and(char::is_alphanumeric))
    };
    raw.contains(['~', '&', '[', '!']) || raw.match_indices('_').any(|(at, _)| is_at_word_edge(at))
}

/// The separator between `(n)` or a quoted path and its lines: a colon, or a space if some path of the report
/// ends with `)` or `"`, so that the lines could be taken for those of that path.
pub(crate) fn range_separator(all: &[&RepoPath]) -> &'static str {
    if all.iter().any(|path| path.as_str().ends_with([')', '"'])) { " " } else { ":" }
}

/// Whether `path` ends with `other`, after a character that could precede a path.
fn ends_with_path(path: &str, other: &str) -> bool {
    let before = path.strip_suffix(other).and_then(|rest| rest.chars().next_back());
    before.is_some_and(|c| !(c.is_ascii_alphanumeric() || "_./-".contains(c)))
}

/// A string literal without fences, links, tags, or anything that looks like a range of lines or like `(not read)`.
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
        let others: Vec<_> = others.iter().map(|text| RepoPath::new(text).unwrap()).collect();
        let all: Vec<&RepoPath> = others.iter().chain([&path]).collect();
        assert_eq!(path_text(&path, &all, range_separator(&all)).text, expect);
    }

    #[test]
    fn a_path_has_unambiguous_bounds() {
        check("src/app/[id]/page.tsx", &["page.tsx", "src/b.ts"], "src/app/[id]/page.tsx");
        check("src/größe.rs", &[], "src/größe.rs");
        check("web:/src/a.ts", &[], "web:/src/a.ts");
        check("web:/src/a:b.ts", &[], r#""web:/src/a:b.ts""#);
        check("dep:left-pad@1.3.0:/a.ts", &[], "dep:left-pad@1.3.0:/a.ts");
        check("dep:1-2@1:/a.ts", &[], r#""dep\u{3a}1-2@1:/a.ts""#);
        check("src/web:/a.ts", &[], r#""src/web:/a.ts""#);
        check("@b.ts", &[], "@b.ts");
        check("@b.ts", &["b.ts"], r#""@b.ts""#);
        check("my file.md", &[], r#""my file.md""#);
        check("a\n\t\"`\\\u{202e}", &[], r#""a\n\t\"\u{60}\\\u{202e}""#);
        check("a.ts:1-2 (not read)", &[], r#""a.ts\u{3a}1-2 \u{28}not read)""#);
        check("~~~rust", &[], r#""~~~rust""#);
        check("![a](b).ts", &[], r#""![a]\u{28}b).ts""#);
        check("<img src=x>.ts", &[], r#""\u{3c}img src=x>.ts""#);
    }

    #[test]
    fn the_end_that_only_one_path_has_stands_for_it() {
        let check = |path: &str, others: &[&str], expect: Option<&str>| {
            let path = RepoPath::new(path).unwrap();
            let others: Vec<_> = others.iter().map(|text| RepoPath::new(text).unwrap()).collect();
            let all: Vec<&RepoPath> = others.iter().chain([&path]).collect();
            let short = short_path(&path, &all).map(|text| text.text);
            assert_eq!(short.as_deref(), expect, "{path}");
        };
        check("src/a/b.ts", &["src/xb.ts", "b.tsx"], Some("b.ts"));
        check("src/a/b.ts", &["src/c/b.ts"], Some("a/b.ts"));
        check("src/a/b.ts", &["src/@b.ts"], Some("a/b.ts"));
        check("b.ts", &["src/b.ts"], None);
        check("src/b.ts", &["lib/src/b.ts"], None);
        check("src/my page.ts", &[], None);
        check("src/__init__.py", &[], Some("__init__.py"));
    }

    #[test]
    fn a_path_that_ends_like_a_literal_changes_the_separator() {
        for (path, expect) in [("(2)", " "), ("x\"", " "), ("a/(id).ts", ":")] {
            assert_eq!(range_separator(&[&RepoPath::new(path).unwrap()]), expect, "{path}");
        }
    }
}
