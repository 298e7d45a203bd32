//! Places that a text names: a path, perhaps with a line, as people, compilers and stack traces write them.
//!
//! Only the structure counts. A path is a run of the characters of paths; the line is a number that stands near it in
//! one of a few shapes: behind it on its line (`numbers`), directly before it (`numbers_before`), or at the
//! beginning of the lines below it (`listed`).

mod cited;
mod gap;
mod listed;
mod numbers;
mod numbers_before;
mod reach;
mod runs;

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use crate::letters::fold;
use crate::{RepoPath, composed};
pub use cited::{CitedLines, CitedPlace, cited_places};
use numbers::numbers_after;
use numbers_before::numbers_before;
pub use reach::Qualifier;
use reach::Reach;
pub use runs::is_path_char;
use runs::{inner_paths, next_start, parts_of, path_end, trimmed};

/// A path in a text, perhaps with a line.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct WrittenPlace {
    /// The parts of the path in composed form, outermost first, without `.`; what is before `..` is left out.
    pub parts: Vec<String>,
    /// The line, 1-based.
    pub line: Option<u32>,
    /// Whether punctuation says that the number is a line: in `a.py line 404` it may be a value, as in `a.py returns 404`.
    pub is_marked: bool,
    /// The bytes of the path in the text.
    pub path_bytes: Range<usize>,
    /// The bytes of its numbers: the line, the last line and the column. Empty without a line.
    pub numbers: Vec<Range<usize>>,
    reach: Reach,
}

impl WrittenPlace {
    /// The places that a text names, in their order. Every word is a possible path.
    #[must_use]
    pub fn all(text: &str) -> Vec<WrittenPlace> {
        let mut found: Vec<WrittenPlace> = Vec::new();
        let (mut at, mut taken) = (0, 0);
        while let Some(start) = next_start(text, at) {
            let end = path_end(text, start);
            at = end.max(start + 1);
            if text[start..].starts_with('/') && text[..start].ends_with('<') {
                // The end of an element.
                continue;
            }
            let whole = trimmed(text, start..end);
            let inner = inner_paths(text, start..end);
            let places = [whole].into_iter().chain(inner);
            let places = places.filter_map(|path| WrittenPlace::at(text, path, taken));
            let places: Vec<WrittenPlace> = places.collect();
            for place in places.iter().filter(|place| place.looks_like_path(text)) {
                let last = place.numbers.iter().map(|range| range.end).max();
                at = at.max(last.unwrap_or(0)).max(end);
                taken = at;
            }
            found.extend(places);
        }
        listed::add(text, &mut found);
        found
    }

    /// The place of a text that is a path with a line, and nothing else but punctuation.
    #[must_use]
    pub fn alone(text: &str) -> Option<WrittenPlace> {
        let mut places = WrittenPlace::all(text).into_iter();
        let place = places.next().filter(|place| place.line.is_some())?;
        let around = [text.get(..place.path_bytes.start), text.get(place.end()..)];
        let mut around = around.into_iter().flatten().flat_map(str::chars);
        (places.next().is_none() && !around.any(char::is_alphanumeric)).then_some(place)
    }

    /// The place of the path with these bytes; the text before `taken` belongs to other places.
    fn at(text: &str, path_bytes: Range<usize>, taken: usize) -> Option<WrittenPlace> {
        let parts = parts_of(&text[path_bytes.clone()]);
        if parts.is_empty() {
            return None;
        }
        let mut place = WrittenPlace {
            parts,
            line: None,
            is_marked: false,
            path_bytes: path_bytes.clone(),
            numbers: Vec::new(),
            reach: Reach::default(),
        };
        let mut numbers = numbers_after(text, path_bytes.end, place.looks_like_path(text));
        let mut is_marked = !numbers.is_empty() && !text[path_bytes.end..].starts_with(' ');
        // A plain word may be a word of a sentence.
        if place.looks_like_path(text) {
            if numbers.is_empty()
                && let Some(before) = numbers_before(text, taken..path_bytes.start)
            {
                (numbers, is_marked) = before;
            }
            place.reach = Reach::of(text, &path_bytes);
        } else if !text[path_bytes.end..].starts_with([':', ',', '(', '#', '"', '`']) {
            numbers.clear();
        }
        place.set_numbers(text, numbers, is_marked);
        Some(place)
    }

    fn set_numbers(&mut self, text: &str, numbers: Vec<Range<usize>>, is_marked: bool) {
        let first = numbers.first().cloned();
        self.line = first.and_then(|range| text[range].parse().ok());
        (self.numbers, self.is_marked) = (numbers, is_marked);
    }

    /// Whether the path has an extension or folders, unlike a word of a sentence.
    fn looks_like_path(&self, text: &str) -> bool {
        text[self.path_bytes.clone()].contains(['.', '/', '\\'])
    }

    /// The places of a text that name one of these lines of these paths, each with these paths.
    #[must_use]
    pub fn with_line_in<'p>(
        text: &str,
        lines: &[(&'p RepoPath, &[u32])],
    ) -> Vec<(WrittenPlace, Vec<&'p RepoPath>)> {
        // A pasted log has tens of thousands of places; few have one of these lines.
        let mut paths_of: HashMap<u32, BTreeSet<&RepoPath>> = HashMap::new();
        for (path, lines) in lines {
            for line in *lines {
                paths_of.entry(*line).or_default().insert(path);
            }
        }
        if paths_of.is_empty() {
            return Vec::new();
        }
        let places = WrittenPlace::all(text).into_iter();
        let named = places.filter_map(|place| {
            let paths = place.line.and_then(|line| paths_of.get(&line))?.iter().copied();
            let named: Vec<_> =
                paths.filter(|path| place.common_parts(path.as_str()).is_some()).collect();
            (!named.is_empty()).then_some((place, named))
        });
        named.collect()
    }

    /// The last word of the path: all paths that the place can name have it as [theirs](last_word_of). A written path has
    /// no blanks and no punctuation.
    #[must_use]
    pub fn last_word(&self) -> &str {
        last_word(self.parts.last().map_or("", String::as_str))
    }

    /// The word before a colon directly before the path, as the `web` of `web:src/api.ts`; empty if there is none.
    #[must_use]
    pub fn behind_colon(&self) -> &str {
        &self.reach.behind
    }

    /// The end of the place in the text.
    #[must_use]
    pub fn end(&self) -> usize {
        let numbers = self.numbers.last().map_or(0, |range| range.end);
        numbers.max(self.path_bytes.end)
    }

    /// How many parts at the end of the written path and of `path` are the same, if it can name that path: one of them
    /// is the end of the other, or two parts at least are the same. What stands directly behind a colon, as in
    /// `package:acme/shop.dart`, can be another name than that of a folder.
    #[must_use]
    pub fn common_parts(&self, path: &str) -> Option<usize> {
        if let Some(count) = self.common_parts_with_marks(path) {
            return Some(count);
        }
        self.parts_alike(path, |own, part| composed(own) == composed(part))
    }

    /// The same, in any case.
    #[must_use]
    pub fn common_parts_in_any_case(&self, path: &str) -> Option<usize> {
        self.parts_alike(path, |own, part| fold(own) == fold(part))
    }

    fn parts_alike(&self, path: &str, are_same: impl Fn(&str, &str) -> bool) -> Option<usize> {
        let own = self.parts.iter().rev();
        let common = own.zip(path.rsplit('/')).take_while(|(own, part)| are_same(own, part));
        let common = common.count();
        let written =
            self.parts.len() - usize::from(self.reach.behind.ends_with(char::is_alphabetic));
        let shorter = written.max(1).min(path.split('/').count());
        (common > 0 && (common >= shorter || common >= 2)).then_some(common)
    }

    /// How many parts at the end of the text up to the end of the written path and of `path` are the same, if some of
    /// them have blanks or marks such as `&`: a run of the characters of paths has none.
    #[must_use]
    pub fn common_parts_with_marks(&self, path: &str) -> Option<usize> {
        self.reach.common_parts(path)
    }

    /// The words before the path on its line and those of the path itself, by which files of one name are told apart.
    #[must_use]
    pub fn qualifier(&self) -> Qualifier {
        self.reach.qualifier()
    }

    /// The line, if the place can name a line of this path.
    #[must_use]
    pub fn line_in(&self, path: &RepoPath) -> Option<u32> {
        self.line.filter(|_| self.common_parts(path.as_str()).is_some())
    }
}

/// The last word of a path, in composed form: `shop.py` of `lib/the shop.py` and of `lib/the,shop.py`.
#[must_use]
pub fn last_word_of(path: &str) -> Cow<'_, str> {
    match composed(path.rsplit('/').next().unwrap_or(path)) {
        Cow::Borrowed(name) => Cow::Borrowed(last_word(name)),
        Cow::Owned(name) => Cow::Owned(last_word(&name).to_owned()),
    }
}

fn last_word(name: &str) -> &str {
    name.rsplit(|c| !is_path_char(c)).next().unwrap_or(name)
}

/// The text with the numbers of the given places left blank, with every other byte at its offset.
#[must_use]
pub fn without_numbers<'p>(
    text: &str,
    places: impl IntoIterator<Item = &'p WrittenPlace>,
) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for range in places.into_iter().flat_map(|place| &place.numbers) {
        if let Some(number) = bytes.get_mut(range.clone()) {
            number.fill(b' ');
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests;
