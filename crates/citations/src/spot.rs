//! Where a piece of text names a file and lines of it.

use std::ops::Range;

use firsthand_source::LineRange;

/// A named place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NamedPlace {
    /// In bytes of the piece.
    pub(crate) at: Range<usize>,
    pub(crate) path: String,
    pub(crate) lines: LineRange,
}

/// The places that a piece of text names, in order.
pub(crate) fn spot(text: &str) -> Vec<NamedPlace> {
    let mut found: Vec<NamedPlace> = Vec::new();
    for (at, mark) in text.match_indices([':', '#']) {
        let rest = &text[at + mark.len()..];
        let from = path_start(text, at);
        if found.last().is_some_and(|last| from < last.at.end) {
            continue;
        }
        let path = &text[from..at];
        if let Some((lines, length)) = lines(mark, rest)
            && is_path(&text[..from], path)
        {
            found.push(NamedPlace {
                at: from..at + mark.len() + length,
                path: path.to_owned(),
                lines,
            });
        }
    }
    found
}

/// Where the path begins that ends at a byte. Brackets belong to it where they are a folder's or a file's name.
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
            Some(open) if text[..open].ends_with('/') && text[open..start].chars().all(in_name) => {
                open
            }
            _ if in_path(c) => before,
            _ => break,
        };
    }
    start
}

fn in_path(c: char) -> bool {
    c.is_alphanumeric() || "_-./+@~$%".contains(c)
}

fn in_name(c: char) -> bool {
    (in_path(c) && c != '/') || "[]()".contains(c)
}

/// Whether it may be the path of a file: it has a name, and is no part of an address.
fn is_path(before: &str, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let named = name.chars().any(char::is_alphabetic);
    let address = path.starts_with("//") || before.ends_with(':') || path.starts_with('~');
    named && !address && !path.contains("//")
}

/// The lines that stand behind a mark, and how many bytes hold them.
fn lines(mark: &str, rest: &str) -> Option<(LineRange, usize)> {
    let prefix = if mark == "#" { "L" } else { "" };
    let inner = rest.strip_prefix("L").or(rest.strip_prefix(prefix))?;
    let (start, mut tail) = number(inner)?;
    tail = column(tail);
    let mut end = start;
    for dash in ["-", "–", "—"] {
        let second = tail.strip_prefix(dash);
        let second = second.map(|second| second.strip_prefix('L').unwrap_or(second));
        if let Some((last, after)) = second.and_then(number).filter(|(last, _)| *last >= start) {
            (end, tail) = (last, column(after));
            break;
        }
    }
    // What goes on is a number of another kind: a version, a time, a name.
    let mut next = tail.chars();
    let goes_on = match next.next() {
        Some('.' | ':' | '/' | '-') => next.next().is_some_and(char::is_alphanumeric),
        Some(c) => c.is_alphanumeric() || c == '_' || c == '%',
        None => false,
    };
    let lines = LineRange::new(start, end).filter(|_| !goes_on)?;
    Some((lines, rest.len() - tail.len()))
}

fn number(text: &str) -> Option<(u32, &str)> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, tail) = text.split_at(end);
    Some((digits.parse().ok()?, tail))
}

/// What follows a column: `:5`, as compilers write it, or `C5`.
fn column(text: &str) -> &str {
    let inner = text.strip_prefix(':').or(text.strip_prefix('C'));
    inner.and_then(number).map_or(text, |(_, tail)| tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &[&str]) {
        let found: Vec<String> = spot(text)
            .iter()
            .map(|one| {
                let (from, to) = (one.at.start, one.at.end);
                format!("{} {} {}", one.path, one.lines, &text[from..to])
            })
            .collect();
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn places_are_spotted_in_text() {
        check("see src/a.rs:12.", &["src/a.rs 12-12 src/a.rs:12"]);
        check(
            "(a_b.py:3-9), c.go:7:2 and d.ts#L4-L6",
            &[
                "a_b.py 3-9 a_b.py:3-9",
                "c.go 7-7 c.go:7:2",
                "d.ts 4-6 d.ts#L4-L6",
            ],
        );
        check(
            "x.rs:L5–L9; y.c#L1C2-L3C4",
            &["x.rs 5-9 x.rs:L5–L9", "y.c 1-3 y.c#L1C2-L3C4"],
        );
        check(
            "app/(shop)/[id]/page.tsx:8",
            &["app/(shop)/[id]/page.tsx 8-8 app/(shop)/[id]/page.tsx:8"],
        );
        check("f(src/a.rs:12)", &["src/a.rs 12-12 src/a.rs:12"]);
        check(
            "Makefile:3 ../up.md:1",
            &["Makefile 3-3 Makefile:3", "../up.md 1-1 ../up.md:1"],
        );
    }

    #[test]
    fn what_is_no_place_is_not() {
        for text in [
            "http://host.example:80/a.html:12",
            "https://x.example/a.rs#L12",
            "12:30",
            "127.0.0.1:8080",
            "a.rs:",
            "a.rs:12abc",
            "a.rs:20-12",
            "image:1.2",
            "a.rs:0",
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
