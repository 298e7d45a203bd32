//! Finds locations of the form `path:12-20` or `path, lines 12-20` in a piece of text.

use std::ops::Range;

use firsthand_source::{CitedPlace, WrittenPlace, cited_places, is_path_char};

/// A path, mostly with lines, found in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LocationMatch {
    /// The byte range of the match in the text: of the path alone, where the lines do not stand directly behind it.
    pub(crate) at: Range<usize>,
    /// The path with `/` between its parts.
    pub(crate) path: String,
    /// The first line as it is written.
    pub(crate) start: u32,
    /// The last line as it is written.
    pub(crate) end: u32,
    /// The byte ranges of the numbers of the first and, if it is written, of the last line in the text.
    pub(crate) numbers: (Range<usize>, Option<Range<usize>>),
    pub(crate) reading: Reading,
}

/// How a path with lines is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    /// It cites lines.
    Lines,
    /// It cites several parts of the file, of which this is one: what stands beside it may be of any of them.
    OneOfSeveral,
    /// It may be something else, unless the file is there.
    IfThere,
    /// It names no lines: both are 0.
    Whole,
    /// A number beside the path that may be a line, and is not read as one.
    Unread,
}

impl LocationMatch {
    /// A path without lines.
    pub(crate) fn whole(at: Range<usize>, path: &str) -> Self {
        let numbers = (at.end..at.end, None);
        Self { at, path: path.to_owned(), start: 0, end: 0, numbers, reading: Reading::Whole }
    }

    /// A cited place of a text: one for each of its lines.
    fn all_of(text: &str, place: CitedPlace) -> impl Iterator<Item = Self> {
        let path = text[place.path.clone()].replace('\\', "/");
        let reading = match place.lines.len() {
            1 if place.is_unsure => Reading::IfThere,
            1 => Reading::Lines,
            _ => Reading::OneOfSeveral,
        };
        place.lines.into_iter().map(move |lines| Self {
            at: place.path.start..if place.is_joined { lines.ends } else { place.path.end },
            path: path.clone(),
            start: lines.start,
            end: lines.end,
            numbers: lines.numbers,
            reading,
        })
    }

    /// Whether its path is a word, which can be a name as well.
    pub(crate) fn is_word(&self) -> bool {
        self.reading == Reading::IfThere && !self.path.contains(['.', '/'])
    }

    /// The location of a code span in which all before its line is one path with blanks, as in `src/page one.js:12`.
    pub(crate) fn with_blanks(code: &str, offset: usize, found: &[Self]) -> Option<Self> {
        let [one] = found else {
            return None;
        };
        let (first, _) = code.split_once(' ')?;
        let length = one.at.start.checked_sub(offset)? + one.path.len();
        let is_whole =
            first.contains('/') && one.at.start > offset && one.at.end == offset + code.len();
        let path = code.get(..length).filter(|path| is_whole && path.ends_with(&*one.path))?;
        let at = offset..one.at.end;
        Some(Self { at, path: path.to_owned(), reading: Reading::IfThere, ..one.clone() })
    }

    /// The same location in a text that begins `offset` bytes before.
    pub(crate) fn behind(self, offset: usize) -> Self {
        let moved = |range: Range<usize>| range.start + offset..range.end + offset;
        let (first, last) = self.numbers;
        Self { at: moved(self.at), numbers: (moved(first), last.map(moved)), ..self }
    }
}

/// The locations in a text with lines, in order.
pub(crate) fn find_locations(text: &str) -> Vec<LocationMatch> {
    let is_file = |place: &CitedPlace| is_file(text, &place.path);
    let places = cited_places(text).into_iter().filter(is_file);
    places.flat_map(|place| LocationMatch::all_of(text, place)).collect()
}

/// The paths in a text beside which a number stands that may be a line, but for those in the locations `read`.
pub(crate) fn find_unread(text: &str, read: &[LocationMatch]) -> Vec<LocationMatch> {
    let is_read =
        |at: &Range<usize>| read.iter().any(|one| one.at.start < at.end && at.start < one.at.end);
    let places = WrittenPlace::all(text).into_iter().filter(|place| is_like_a_line(text, place));
    let places = places.filter_map(|place| {
        let at = place.path_bytes;
        let is_seen = text[at.clone()].contains('.') && is_file(text, &at) && !is_read(&at);
        let line = place.line.filter(|_| is_seen)?;
        let path = text[at.clone()].replace('\\', "/");
        let unread = LocationMatch { start: line, end: line, ..LocationMatch::whole(at, &path) };
        Some(LocationMatch { reading: Reading::Unread, ..unread })
    });
    places.collect()
}

/// Whether the numbers of a place are alone behind its path and a mark or an abbreviated word, as in `a.py: 12` and
/// `a.py ll. 12`: not a count, a date or a share.
fn is_like_a_line(text: &str, place: &WrittenPlace) -> bool {
    let first = place.numbers.first().map_or(0, |number| number.start);
    let gap = text.get(place.path_bytes.end..first).unwrap_or_default();
    let mark = gap.trim_start_matches(['`', '"', '*']).trim_matches(' ');
    let after = &text[place.end()..];
    let goes_on = after.starts_with(['%', '-', '/']);
    let is_counted = after.trim_start_matches(' ').starts_with(char::is_alphanumeric);
    let is_word = mark.strip_suffix('.').is_some_and(|word| word.chars().all(char::is_alphabetic));
    (is_word || matches!(mark, ":" | "::" | "[" | "@" | "+" | "(")) && !goes_on && !is_counted
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

/// Whether these bytes of a text can be the path of a file: its last component contains a letter, and it is neither part of
/// a URL nor below a home folder.
fn is_file(text: &str, path: &Range<usize>) -> bool {
    let (before, path) = (&text[..path.start], &text[path.clone()]);
    let has_letter = path.rsplit('/').next().unwrap_or_default().chars().any(char::is_alphabetic);
    let is_outside = path.starts_with("//") || before.ends_with(':') || path.starts_with('~');
    has_letter && !is_outside && !path.contains("//")
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
    fn the_range_of_a_location_is_that_of_its_path_and_the_numbers_behind_it() {
        check("see src/a.rs:12.", &["src/a.rs 12-12 src/a.rs:12"]);
        check("c.go:7:2, d.ts#L4C1-L6C2", &["c.go 7-7 c.go:7:2", "d.ts 4-6 d.ts#L4C1-L6C2"]);
        check("a.rs:3,7", &["a.rs 3-3 a.rs:3", "a.rs 7-7 a.rs:3,7"]);
        check("src\\a.rs:12", &["src/a.rs 12-12 src\\a.rs:12"]);
        check("`a.rs`, line 12", &["a.rs 12-12 a.rs"]);
    }

    #[test]
    fn urls_and_files_below_a_home_folder_are_not_locations() {
        for text in
            ["http://host.example:80/a.html:12", "https://x.example/a.rs#L12", "~/.config/x.toml:3"]
        {
            check(text, &[]);
        }
    }

    #[test]
    fn numbers_that_may_be_lines_are_seen() {
        let check = |text: &str, expect: &[&str]| {
            let unread = find_unread(text, &find_locations(text));
            let unread: Vec<String> = unread.into_iter().map(|one| one.path).collect();
            assert_eq!(unread, expect, "{text}");
        };
        check("a.rs: 12", &["a.rs"]);
        check("a.rs[12] and b.rs:3", &["a.rs"]);
        check("`a.rs` :12, b.rs@ 3., src/c.rs::7", &["a.rs", "b.rs", "src/c.rs"]);
        check("a.rs:12, a.rs line 12, a.rs has 12", &[]);
        check("a.rs: 12 tests, `a.rs`, 95 and a.rs: 2026-01-02, | a.rs | 53 |", &[]);
    }
}
