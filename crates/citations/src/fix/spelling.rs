//! How a citation is written in its document, and how another place is written in the same way.

use std::ops::Range;

use firsthand_source::{LineRange, RepoPath, folder, is_path_char};
use percent_encoding::percent_decode_str;

use crate::find::{Citation, CitationStyle};
use crate::spot::{LocationMatch, find_locations};

/// The byte ranges in a document of a citation's path and of its line numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Spelling {
    path: Range<usize>,
    first: Range<usize>,
    last: Option<Range<usize>>,
    /// From the first to the last byte of the path and all numbers that stand with it.
    whole: Range<usize>,
}

impl Spelling {
    /// How a citation is written, where `all` are the locations of its document; `None` if it is not written in one place,
    /// as with a link whose target stands elsewhere.
    pub(super) fn of(document: &str, all: &[LocationMatch], citation: &Citation) -> Option<Self> {
        let written = document.get(citation.at.clone())?;
        if citation.style == CitationStyle::Link {
            return Self::of_link(written, citation.at.start, citation);
        }
        let is_it = |one: &&LocationMatch| {
            (&one.path, one.start, one.end) == (&citation.path, citation.start, citation.end)
        };
        // In the info string of a code block, it is a part of what is written.
        let inside = find_locations(written).into_iter().map(|one| one.behind(citation.at.start));
        let inside: Vec<LocationMatch> = inside.collect();
        let beside = all.iter().filter(|one| one.at.start == citation.at.start);
        let beside: Vec<&LocationMatch> = beside.collect();
        let same = if beside.is_empty() { inside.iter().collect() } else { beside };
        let only = same.iter().copied().find(is_it)?;
        let path = only.at.start..only.at.start + only.path.len();
        let numbers = same.iter().flat_map(|one| numbers_of(&one.numbers));
        let (start, end) = numbers.fold((path.start, path.end), |(start, end), number| {
            (start.min(number.start), end.max(number.end))
        });
        let (first, last) = only.numbers.clone();
        Some(Self { path, first, last, whole: start..end })
    }

    /// How a link of Markdown with its text is written; `offset` is where it begins.
    fn of_link(written: &str, offset: usize, citation: &Citation) -> Option<Self> {
        const BEFORE_TARGET: &str = "](";
        let target = written.rfind(BEFORE_TARGET)? + BEFORE_TARGET.len();
        let end = target + written[target..].find("#L")?;
        let start = end - written[target..end].trim_start_matches([' ', '<']).len();
        let path = percent_decode_str(&written[start..end]).decode_utf8_lossy();
        // Only the fragment is parsed, after a placeholder: the path of a link may contain any characters.
        let located = find_locations(&format!("x{}", &written[end..])).into_iter().next()?;
        let is_it = located.at.start == 0
            && path == citation.path
            && (located.start, located.end) == (citation.start, citation.end);
        let behind =
            |range: Range<usize>| range.start + end + offset - 1..range.end + end + offset - 1;
        let (first, last) = located.numbers;
        let (first, last) = (behind(first), last.map(behind));
        let path = start + offset..end + offset;
        let whole = path.start..last.as_ref().unwrap_or(&first).end;
        is_it.then_some(Self { path, first, last, whole })
    }

    /// The byte range from its path to its last number; of a list, of the whole list.
    pub(super) fn range(&self) -> Range<usize> {
        self.whole.clone()
    }

    /// Whether it names one line alone.
    pub(super) fn is_one_line(&self) -> bool {
        self.last.is_none()
    }

    /// What is written in place of its numbers for other lines, and of its path where another one is given.
    pub(super) fn edits(&self, path: Option<String>, lines: LineRange) -> Vec<Edit> {
        let first = Some((self.first.clone(), lines.start().to_string()));
        let last = self.last.clone().map(|last| (last, lines.end().to_string()));
        let path = path.map(|path| (self.path.clone(), path));
        path.into_iter().chain(first).chain(last).collect()
    }
}

/// A byte range of a document, and what is written there instead.
pub(super) type Edit = (Range<usize>, String);

fn numbers_of(
    (first, last): &(Range<usize>, Option<Range<usize>>),
) -> impl Iterator<Item = &Range<usize>> {
    std::iter::once(first).chain(last)
}

/// The part of a document with these edits, of which none overlaps another.
pub(super) fn edited(document: &str, part: Range<usize>, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|(at, _)| at.start);
    edits.dedup();
    let mut after = String::with_capacity(part.len());
    let mut end = part.start;
    for (at, text) in edits {
        after += &document[end..at.start];
        after += &text;
        end = at.end;
    }
    after + &document[end..part.end]
}

/// The path of a file in the way in which a citation of a document is written; `None` if it would not be read as one.
pub(super) fn path_like(
    citation: &Citation,
    document: &RepoPath,
    file: &RepoPath,
) -> Option<String> {
    let before = &citation.path;
    let is_relative = before.starts_with("./") || before.starts_with("../");
    let path = match (citation.style, before.starts_with('/')) {
        (_, true) => format!("/{}", file.as_str()),
        (CitationStyle::Link, false) => relative(folder(document.as_str()), file.as_str()),
        _ if is_relative => relative(folder(document.as_str()), file.as_str()),
        _ => file.as_str().to_owned(),
    };
    path.chars().all(|c| is_path_char(c) && c != '%').then_some(path)
}

/// The path of a file from a folder on.
fn relative(from: &str, file: &str) -> String {
    let parts = |path: &'_ str| -> Vec<String> {
        path.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    let (from, file) = (parts(from), parts(file));
    let shared = from.iter().zip(&file).take_while(|(one, other)| one == other).count();
    let shared = shared.min(file.len() - 1);
    let up = from[shared..].iter().map(|_| "..".to_owned());
    up.chain(file[shared..].iter().cloned()).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::{Form, citations};

    #[test]
    fn only_the_path_and_the_numbers_are_rewritten() {
        let check = |document: &str, before: &str, after: &str| {
            let found = citations(document, &Form::Markdown);
            let spelling = Spelling::of(document, &find_locations(document), &found[0]).unwrap();
            assert_eq!(&document[spelling.range()], before, "{document}");
            let path = path_like(
                &found[0],
                &RepoPath::new("docs/a.md").unwrap(),
                &RepoPath::new("src/new.rs").unwrap(),
            );
            let lines = LineRange::new(31, 44).unwrap();
            let edits = spelling.edits(path, lines);
            assert_eq!(edited(document, spelling.range(), edits), after, "{document}");
        };
        check("See `src/é.rs:9`.", "src/é.rs:9", "src/new.rs:31");
        check("é src/a.rs:9–12, b", "src/a.rs:9–12", "src/new.rs:31–44");
        check("c.go:7:2-9:1", "c.go:7:2-9", "src/new.rs:31:2-44");
        check("y.c#L1C2-L3C4", "y.c#L1C2-L3", "src/new.rs#L31C2-L44");
        check("[x](../src/a%20b.rs#L5-L6 \"t\")", "../src/a%20b.rs#L5-L6", "../src/new.rs#L31-L44");
        check("[a.rs#L5](<../src/a.rs#L5>)", "../src/a.rs#L5", "../src/new.rs#L31");
        check("[x](/src/a.rs#L5)", "/src/a.rs#L5", "/src/new.rs#L31");
        check("```rust title=\"src/a.rs:3-5\"\nx\n```", "src/a.rs:3-5", "src/new.rs:31-44");
        check("`../src/a.rs:3`", "../src/a.rs:3", "../src/new.rs:31");
        check("src/a.rs, lines 3-4.", "src/a.rs, lines 3-4", "src/new.rs, lines 31-44");
        check("`src/a.rs` (L3-L4)", "src/a.rs` (L3-L4", "src/new.rs` (L31-L44");
        check("lines 3-4 of `src/a.rs`", "3-4 of `src/a.rs", "31-44 of `src/new.rs");
        check("src/a.rs:3, 7-9 and 12", "src/a.rs:3, 7-9 and 12", "src/new.rs:31, 7-9 and 12");
    }

    #[test]
    fn what_is_not_written_in_one_place_has_no_spelling() {
        for document in ["[x][y]\n\n[y]: src/a.rs#L5\n", "[x](<src/a.rs#L5> \"](b.rs#L6)\")"] {
            let found = citations(document, &Form::Markdown);
            assert_eq!(found.len(), 1, "{document}");
            assert_eq!(
                Spelling::of(document, &find_locations(document), &found[0]),
                None,
                "{document}"
            );
        }
    }

    #[test]
    fn paths_from_a_folder_on() {
        let check = |from: &str, file: &str, expect: &str| assert_eq!(relative(from, file), expect);
        check("", "a.rs", "a.rs");
        check("docs", "docs/a.rs", "a.rs");
        check("docs/x", "docs/y/a.rs", "../y/a.rs");
        check("a/b", "c.rs", "../../c.rs");
        check("a/b", "a/b", "../b");
    }
}
