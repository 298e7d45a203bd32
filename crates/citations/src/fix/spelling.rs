//! How a citation is written in its document, and how another place is written in the same way.

use std::ops::Range;

use firsthand_source::{LineRange, RepoPath, folder, is_path_char};
use percent_encoding::percent_decode_str;

use crate::find::{Citation, CitationStyle};
use crate::spot::find_locations;

/// The byte ranges in a document of a citation's path and of its line numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Spelling {
    path: Range<usize>,
    first: Range<usize>,
    last: Option<Range<usize>>,
}

impl Spelling {
    /// How a citation is written; `None` if it is not written in one place, as with a link whose target stands elsewhere.
    pub(super) fn of(document: &str, citation: &Citation) -> Option<Self> {
        let written = document.get(citation.at.clone())?;
        match citation.style {
            CitationStyle::Link => Self::of_link(written, citation.at.start, citation),
            CitationStyle::Text | CitationStyle::Code => {
                let mut found = find_locations(written).into_iter();
                let only = found.next().filter(|_| found.next().is_none())?;
                let is_it = (&only.path, only.start, only.end)
                    == (&citation.path, citation.start, citation.end);
                if !is_it {
                    return None;
                }
                let path = only.at.start..only.at.start + only.path.len();
                Some(Self::at(citation.at.start, path, only.numbers))
            }
        }
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
        let behind = |range: Range<usize>| range.start + end - 1..range.end + end - 1;
        let (first, last) = located.numbers;
        is_it.then(|| Self::at(offset, start..end, (behind(first), last.map(behind))))
    }

    fn at(
        offset: usize,
        path: Range<usize>,
        (first, last): (Range<usize>, Option<Range<usize>>),
    ) -> Self {
        let behind = |range: Range<usize>| range.start + offset..range.end + offset;
        Self { path: behind(path), first: behind(first), last: last.map(behind) }
    }

    /// The byte range from its path to its last number.
    pub(super) fn range(&self) -> Range<usize> {
        self.path.start..self.last.as_ref().unwrap_or(&self.first).end
    }

    /// Whether it names one line alone.
    pub(super) fn is_one_line(&self) -> bool {
        self.last.is_none()
    }

    /// The text of the range for other lines, and for another path where one is given.
    pub(super) fn with(&self, document: &str, path: Option<String>, lines: LineRange) -> String {
        let path = path.unwrap_or_else(|| document[self.path.clone()].to_owned());
        let mark = &document[self.path.end..self.first.start];
        let last = self.last.as_ref().map_or(String::new(), |last| {
            let between = &document[self.first.end..last.start];
            format!("{between}{}", lines.end())
        });
        format!("{path}{mark}{}{last}", lines.start())
    }
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
            let spelling = Spelling::of(document, &found[0]).unwrap();
            assert_eq!(&document[spelling.range()], before, "{document}");
            let path = path_like(
                &found[0],
                &RepoPath::new("docs/a.md").unwrap(),
                &RepoPath::new("src/new.rs").unwrap(),
            );
            let lines = LineRange::new(31, 44).unwrap();
            assert_eq!(spelling.with(document, path, lines), after, "{document}");
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
    }

    #[test]
    fn what_is_not_written_in_one_place_has_no_spelling() {
        for document in ["[x][y]\n\n[y]: src/a.rs#L5\n", "[x](<src/a.rs#L5> \"](b.rs#L6)\")"] {
            let found = citations(document, &Form::Markdown);
            assert_eq!(found.len(), 1, "{document}");
            assert_eq!(Spelling::of(document, &found[0]), None, "{document}");
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
