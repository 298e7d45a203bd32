//! Finds locations of the form `path:12-20` or `path#L12` in a piece of text.

use std::ops::Range;

/// A path with lines, found in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LocationMatch {
    /// The byte range of the match in the text.
    pub(crate) at: Range<usize>,
    pub(crate) path: String,
    /// The first line as it is written.
    pub(crate) start: u32,
    /// The last line as it is written.
    pub(crate) end: u32,
    /// The byte ranges of the numbers of the first and, if it is written, of the last line in the text.
    pub(crate) numbers: (Range<usize>, Option<Range<usize>>),
    /// Whether it names no lines: then both are 0.
    pub(crate) whole: bool,
}

impl LocationMatch {
    /// A path without lines.
    pub(crate) fn whole(at: Range<usize>, path: &str) -> Self {
        let numbers = (at.end..at.end, None);
        Self { at, path: path.to_owned(), start: 0, end: 0, numbers, whole: true }
    }
}

/// The locations in a text, in order; no two overlap.
pub(crate) fn find_locations(text: &str) -> Vec<LocationMatch> {
    let mut found: Vec<LocationMatch> = Vec::new();
    for (at, mark) in text.match_indices([':', '#']) {
        let Some(lines) = parse_lines(text, at + mark.len(), mark) else {
            continue;
        };
        let from = path_start(text, at);
        let overlaps = found.last().is_some_and(|last| from < last.at.end);
        let path = &text[from..at];
        if !overlaps && is_path(&text[..from], path) {
            found.push(LocationMatch {
                at: from..lines.end,
                path: path.to_owned(),
                start: lines.first.0,
                end: lines.last.as_ref().map_or(lines.first.0, |last| last.0),
                numbers: (lines.first.1, lines.last.map(|last| last.1)),
                whole: false,
            });
        }
    }
    found
}

/// The files without lines in a text, in order: the words with a `/` and an extension that `is_path` accepts.
pub(crate) fn find_paths(text: &str, is_path: &dyn Fn(&str) -> bool) -> Vec<LocationMatch> {
    let is_border = |c: char| !is_path_char(c) && !"[]()".contains(c);
    let mut found = Vec::new();
    let mut end = 0;
    for part in text.split_inclusive(is_border) {
        let word = part.trim_end_matches(is_border);
        let inner = word.trim_start_matches(['(', '[']);
        let start = end + word.len() - inner.len();
        end += part.len();
        let path = inner.trim_end_matches(['.', ')', ']', '-']);
        let has_extension = path.rsplit_once('/').is_some_and(|(_, name)| name.contains('.'));
        if has_extension && is_path(path) {
            found.push(LocationMatch::whole(start..start + path.len(), path));
        }
    }
    found
}

/// The byte offset at which the path that ends at `end` begins. Brackets belong to the path if they directly follow a
/// `/`, as in `app/[id]/page.tsx`.
fn path_start(text: &str, end: usize) -> usize {
    let mut start = end;
    while let Some(c) = text[..start].chars().next_back() {
        let before = start - c.len_utf8();
        let opening = match c {
            ']' => text[..before].rfind('['),
            ')' => text[..before].rfind('('),
            _ => None,
        };
        start = match opening {
            Some(open)
                if text[..open].ends_with('/') && text[open..start].chars().all(is_name_char) =>
            {
                open
            }
            _ if is_path_char(c) => before,
            _ => break,
        };
    }
    start
}

pub(crate) fn is_path_char(c: char) -> bool {
    c.is_alphanumeric() || "_-./+@~$%".contains(c)
}

fn is_name_char(c: char) -> bool {
    (is_path_char(c) && c != '/') || "[]()".contains(c)
}

/// Whether `path`, which follows the text `before`, can be the path of a file: its last component contains a letter,
/// and it is neither part of a URL nor below a home folder.
fn is_path(before: &str, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let has_letter = name.chars().any(char::is_alphabetic);
    let is_outside = path.starts_with("//") || before.ends_with(':') || path.starts_with('~');
    has_letter && !is_outside && !path.contains("//")
}

/// A number in a text, with its byte range.
type Number = (u32, Range<usize>);

/// Line numbers in a text, and where they end.
struct Lines {
    first: Number,
    last: Option<Number>,
    end: usize,
}

/// Parses the line numbers at an offset of a text, behind a `:` or `#`. `None` if there are none, or if the text goes on in
/// a way that makes the number something else.
fn parse_lines(text: &str, at: usize, mark: &str) -> Option<Lines> {
    let inner = match text[at..].starts_with('L') {
        true => at + 1,
        false if mark == "#" => return None,
        false => at,
    };
    let first = parse_number(text, inner)?;
    let mut end = skip_column(text, first.1.end);
    let dash = ["-", "–", "—"].into_iter().find(|dash| text[end..].starts_with(dash));
    let last = dash.and_then(|dash| {
        let second = end + dash.len();
        parse_number(text, second + usize::from(text[second..].starts_with('L')))
    });
    if let Some((_, last)) = &last {
        end = skip_column(text, last.end);
    }
    // If the text continues, the number is part of a version, a time or a name.
    let mut next = text[end..].chars();
    let goes_on = match next.next() {
        Some('.' | ':' | '/' | '-') => next.next().is_some_and(char::is_alphanumeric),
        Some(c) => c.is_alphanumeric() || c == '_' || c == '%',
        None => false,
    };
    (!goes_on).then_some(Lines { first, last, end })
}

fn parse_number(text: &str, at: usize) -> Option<Number> {
    let digits = text[at..].bytes().take_while(u8::is_ascii_digit).count();
    Some((text[at..at + digits].parse().ok()?, at..at + digits))
}

/// The offset behind a column, which is written `:5` (as compilers do) or `C5`; the same offset if there is no column.
fn skip_column(text: &str, at: usize) -> usize {
    if text[at..].starts_with([':', 'C']) {
        parse_number(text, at + 1).map_or(at, |(_, number)| number.end)
    } else {
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &[&str]) {
        let found: Vec<String> = find_locations(text)
            .iter()
            .map(|one| {
                let (from, to) = (one.at.start, one.at.end);
                format!("{} {}-{} {}", one.path, one.start, one.end, &text[from..to])
            })
            .collect();
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn paths_with_lines_are_found_in_text() {
        check("see src/a.rs:12.", &["src/a.rs 12-12 src/a.rs:12"]);
        check(
            "(a_b.py:3-9), c.go:7:2 and d.ts#L4-L6",
            &["a_b.py 3-9 a_b.py:3-9", "c.go 7-7 c.go:7:2", "d.ts 4-6 d.ts#L4-L6"],
        );
        check("x.rs:L5–L9; y.c#L1C2-L3C4", &["x.rs 5-9 x.rs:L5–L9", "y.c 1-3 y.c#L1C2-L3C4"]);
        check(
            "app/(shop)/[id]/page.tsx:8",
            &["app/(shop)/[id]/page.tsx 8-8 app/(shop)/[id]/page.tsx:8"],
        );
        check("f(src/a.rs:12)", &["src/a.rs 12-12 src/a.rs:12"]);
        check("a.rs:20-12 a.rs:0", &["a.rs 20-12 a.rs:20-12", "a.rs 0-0 a.rs:0"]);
        check("Makefile:3 ../up.md:1", &["Makefile 3-3 Makefile:3", "../up.md 1-1 ../up.md:1"]);
    }

    #[test]
    fn urls_times_and_versions_are_not_locations() {
        for text in [
            "http://host.example:80/a.html:12",
            "https://x.example/a.rs#L12",
            "12:30",
            "127.0.0.1:8080",
            "a.rs:",
            "a.rs:12abc",
            "image:1.2",
            "~/.config/x.toml:3",
            "std::fs::read",
            "#L12",
            "a.md#top",
            "key: 12",
            "a.rs:99999999999",
        ] {
            check(text, &[]);
        }
    }
}
