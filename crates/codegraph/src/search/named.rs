//! The places that a query names: files, and lines of files, as in a stack trace.

mod among;
mod around;
mod frames;

use super::rank::passages::score;
use super::{FileRank, Passage, QueryContext, SearchedFile};
use crate::answer::Region;
use crate::facts::languages;
use crate::facts::scanned_query::ScannedQuery;
use crate::query::Query;
use crate::text::listing::Listing;
use crate::text::named_files::NamedFiles;
use crate::text::tokens::Tokens;
use crate::text::words::{is_word_byte, wholes};
pub(super) use around::place_of_line;
use firsthand_source::fs::FileEntry;
use firsthand_source::{LineIndex, PathClass, WrittenPlace, join_at_most, without_numbers};
use frames::Frame;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The most named lines that come first; the other places of the result are those of the search.
const MAX_FIRST: usize = 3;
/// The most files of one name whose lines come first, if nothing says which one the query means.
const MAX_ALIKE: usize = 5;
/// The most lines that are read from a query: the first and the last of more.
const MAX_FRAMES: usize = 256;
/// The most named files that are opened if they do not rank among the best.
const MAX_OPENED: usize = 8;

/// The share of the query from which the path of a file is much of what it asks for.
const MIN_NAMED_SHARE: f64 = 0.2;

/// The places in the tree that a query names.
#[derive(Debug, Default)]
pub(super) struct NamedPlaces {
    /// Lines, by the index of the file in the inventory, with the functions that the frames of a stack trace name; the
    /// innermost frame first.
    lines: Vec<(u32, Frame)>,
    /// The files that the query names, with a line or without.
    pub(super) files: HashSet<u32>,
    /// The query with the numbers of the lines left blank: they are no words to search for.
    pub(super) text: String,
    /// Lines that the files do not have.
    pub(super) notes: Vec<String>,
    /// The files of named lines that could not be read.
    unread: HashSet<u32>,
    /// The most files that one written place may name.
    alike: usize,
}

impl NamedPlaces {
    pub(super) fn of(listing: &Listing, entries: &[FileEntry], query: &Query) -> NamedPlaces {
        let written = WrittenPlace::all(&query.text);
        let tree = NamedFiles::of(entries, listing.tree.workspace(), &written);
        let mut named = NamedPlaces::default();
        let mut known: HashMap<(usize, u32), Vec<u32>> = HashMap::new();
        let mut frames: Vec<(u32, u32, &WrittenPlace, usize)> = Vec::new();
        for place in &written {
            let (common, files) = tree.named_by(place);
            let is_name = is_file_name(&place.parts);
            match (&files[..], place.line) {
                ([file], Some(line)) => frames.push((*file, line, place, common)),
                ([file], None) if is_name => drop(named.files.insert(*file)),
                ([_, _, ..], Some(line)) if is_name && place.is_marked => {
                    let files = known.entry((place.path_bytes.start, line)).or_insert_with(|| {
                        among::meant(listing, &tree, &query.text, place, (common, files))
                    });
                    if let [_, _, ..] = files[..] {
                        named.add_note(&tree, place, files);
                        files.truncate(MAX_ALIKE);
                        named.alike = named.alike.max(files.len());
                    }
                    frames.extend(files.iter().map(|file| (*file, line, place, common)));
                }
                _ => {}
            }
        }
        drop_other_roots(&mut frames);
        if frames.len() > MAX_FRAMES {
            frames.drain(MAX_FRAMES / 2..frames.len() - MAX_FRAMES / 2);
        }
        let mut texts: HashMap<u32, (Arc<Vec<u8>>, u32)> = HashMap::new();
        frames.retain(|&(file, line, place, _)| {
            let path = entries[file as usize].path.as_str();
            let (text, count) = texts.entry(file).or_insert_with(|| {
                let read = listing.reader.read(path);
                named.unread.extend(read.is_err().then_some(file));
                let text = read.unwrap_or_default();
                let count = LineIndex::of(&text).count();
                (text, count)
            });
            let count = *count;
            let is_one =
                known.get(&(place.path_bytes.start, line)).is_none_or(|all| all.len() == 1);
            if line > count && count > 0 && place.is_marked && is_one {
                named.notes.push(format!("{path} has {count} lines: line {line} is not in it"));
            }
            // A number that the file contains is more likely a value of it than a line.
            let is_line = place.is_marked && (is_one || line <= count)
                || line <= count && wholes(text, &line.to_string(), is_word_byte).next().is_none();
            named.files.extend((!is_line).then_some(file));
            is_line
        });
        let has_line = |frame: &&(u32, u32, &WrittenPlace, usize)| {
            texts.get(&frame.0).is_some_and(|(_, count)| frame.1 <= *count)
        };
        let lines = frames.iter().filter(has_line).map(|frame| frame.2);
        named.text = without_numbers(&query.text, lines);
        let last = frames
            .last()
            .and_then(|frame| languages::of_path(entries[frame.0 as usize].path.as_str()));
        if last.is_some_and(|language| language.innermost_frame_last) {
            frames.reverse();
        }
        let mut seen = HashSet::new();
        let is_of_several = are_on_several_lines(&query.text, &written);
        let lines = frames.iter();
        let lines =
            lines.map(|(file, _, place, _)| (*file, Frame::of(&query.text, place, is_of_several)));
        named.lines = lines.filter(|(file, frame)| seen.insert((*file, frame.line))).collect();
        named.files.extend(named.lines.iter().map(|line| line.0));
        named.notes.dedup();
        named
    }

    /// Notes that a written place may name a line of several files.
    fn add_note(&mut self, tree: &NamedFiles<'_>, place: &WrittenPlace, files: &[u32]) {
        let paths: Vec<&str> = files.iter().map(|file| tree.path(*file)).collect();
        let (written, line) = (place.parts.join("/"), place.line.unwrap_or(1));
        let named = join_at_most(&paths, MAX_ALIKE);
        self.notes.push(format!("{written}:{line} can be in several files: {named}"));
    }

    /// Whether a region has only such words of the query as stand in the path of a named file that could not be read: it
    /// is not what the query names.
    pub(super) fn is_beside_unread(&self, entries: &[FileEntry], region: &Region) -> bool {
        if self.unread.is_empty() {
            return false;
        }
        let words_of = |file: &u32| Tokens::of(entries[*file as usize].path.as_str());
        let query = Tokens::of(&self.text);
        // A file that is shown for its path alone has no word of the query in its text.
        let of_path = Tokens::of(region.path.as_str()).list.into_iter();
        let of_path = of_path.map(|token| token.text).filter(|word| query.has(word));
        let words: Vec<String> =
            if region.tokens.is_empty() { of_path.collect() } else { region.tokens.clone() };
        let mut unread = self.unread.iter().map(words_of);
        unread.any(|path| words.iter().all(|word| path.has(word)))
    }

    /// The named lines of opened files, by their indices, as the files are now.
    pub(super) fn lines(
        &self,
        context: &QueryContext<'_>,
        opened: &[SearchedFile],
    ) -> Vec<(usize, u32)> {
        let lines = self.lines.iter().filter_map(|(file, frame)| {
            let index = context.index_of(opened, *file)?;
            Some((index, frame.line_in(&opened[index].file)?))
        });
        lines.collect()
    }

    /// Adds the named files to those that are opened.
    pub(super) fn add_files(
        &self,
        context: &QueryContext<'_>,
        top: &mut Vec<FileRank>,
        ranks: &[FileRank],
    ) {
        let &ScannedQuery { entries, query, .. } = context.scanned;
        let mut files: Vec<u32> = self.files.iter().copied().collect();
        files.sort_unstable_by_key(|file| {
            let at = self.lines.iter().position(|line| line.0 == *file);
            (at.unwrap_or(usize::MAX), *file)
        });
        for file in files.into_iter().take(MAX_OPENED) {
            let is_test = PathClass::of(&entries[file as usize].path).test;
            let is_left_out = query.no_tests && is_test;
            if !is_left_out {
                FileRank::add(top, ranks, file);
            }
        }
    }

    /// Marks the files that a query names without a line and that are all or much of what it asks for: all their
    /// declarations are places.
    pub(super) fn mark_files(&self, context: &QueryContext<'_>, opened: &mut [SearchedFile]) {
        for file in &self.files {
            if let Some(index) = context.index_of(opened, *file) {
                let searched = &mut opened[index];
                let words = searched.path_tokens.iter().map(|(token, _)| (*token, 1.0));
                let share = context.scanned.rarity.query_share(&words.collect::<Vec<_>>());
                searched.named = searched.hits.is_empty() || share >= MIN_NAMED_SHARE;
            }
        }
    }

    /// The declarations around the first named lines, or the blocks of text, each with a score above that of every
    /// passage. They are removed from the passages.
    pub(super) fn first_places(
        &self,
        lines: &[(usize, u32)],
        context: &QueryContext<'_>,
        opened: &[SearchedFile],
        passages: &mut Vec<Passage>,
    ) -> Vec<Passage> {
        let best = passages.first().map_or(0.0, |passage| passage.total);
        let mut first: Vec<Passage> = Vec::new();
        for &(index, line) in lines {
            let known = first
                .iter()
                .any(|place| place.file == index && (place.start..=place.end).contains(&line));
            if first.len() >= self.alike.max(MAX_FIRST) || known {
                continue;
            }
            let max_lines = context.scanned.query.max_lines();
            let (kind, range) = place_of_line(&opened[index].file, line, max_lines);
            passages
                .retain(|other| (other.file, other.start, other.end) != (index, range.0, range.1));
            let found = score(index, &opened[index], kind, range, context);
            first.push(found.unwrap_or_else(|| Passage::at(index, kind, range)));
        }
        let count = first.len();
        for (at, place) in first.iter_mut().enumerate() {
            let own = place.score.total();
            place.add("place", best + (count - at) as f64 - own);
        }
        first
    }
}

/// Whether several lines of a text name lines of files.
fn are_on_several_lines(text: &str, written: &[WrittenPlace]) -> bool {
    let marked = written.iter().filter(|place| place.is_marked && place.line.is_some());
    let mut starts = marked.map(|place| place.path_bytes.start);
    // Lines that are listed below a path have its start.
    let (mut first, mut last) = match starts.next() {
        Some(start) => (start, start),
        None => return false,
    };
    for start in starts {
        (first, last) = (first.min(start), last.max(start));
    }
    text[first..last].contains('\n')
}

/// Whether a written path looks like that of a file: it has folders or an extension, or it is a name that a language or
/// a tool prescribes. A single word is more often a word.
fn is_file_name(parts: &[String]) -> bool {
    let name = parts.last().map(String::as_str).unwrap_or_default();
    let has_extension = name.rsplit_once('.').is_some_and(|(_, end)| !end.is_empty());
    let is_prescribed = || languages::of_path(name).is_some() || PathClass::is_conventional(name);
    parts.len() > 1 || has_extension || is_prescribed()
}

/// Removes the frames outside the tree whose file has the name of one at the tree's root: what is before the name of
/// their file is not the root on the machine of the trace, which other frames show.
fn drop_other_roots(frames: &mut Vec<(u32, u32, &WrittenPlace, usize)>) {
    let root = |place: &WrittenPlace, common: usize| {
        place.parts[..place.parts.len().saturating_sub(common)].to_vec()
    };
    let mut roots: HashMap<Vec<String>, usize> = HashMap::new();
    for (_, _, place, common) in &*frames {
        *roots.entry(root(place, *common)).or_default() += common;
    }
    let most = roots.values().copied().max().unwrap_or(0);
    frames.retain(|(_, _, place, common)| {
        let own = root(place, *common);
        *common > 1 || own.is_empty() || roots.get(&own) == Some(&most)
    });
}
