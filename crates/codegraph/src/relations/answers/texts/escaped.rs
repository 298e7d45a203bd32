//! The key/value files that escape the characters of a query: no word of it stands in them.

use firsthand_source::split_words;

use crate::facts::scanned_query::ScannedQuery;
use crate::text::distinct::distinct;
use crate::text::entries::Format;
use crate::text::occurring::TextFinder;

/// The most bytes that are searched, and the most files in the result.
const MAX_BYTES: u64 = 64 << 20;
const MAX_FILES: usize = 32;

/// The files with most of the escaped words of a query, at least half of them.
pub(super) fn files(search: &ScannedQuery<'_>) -> Vec<u32> {
    let words = split_words(search.text).filter(|word| !word.is_ascii());
    let words: Vec<String> = distinct(words);
    let Some(finder) = TextFinder::of(&words).filter(|_| !words.is_empty()) else {
        return Vec::new();
    };
    let mut bytes = 0;
    let read = (0..).zip(search.entries).filter(|(_, entry)| {
        let is_format = Format::of(entry.path.as_str()).is_some();
        bytes += if is_format { entry.size } else { 0 };
        is_format && bytes <= MAX_BYTES
    });
    let read: Vec<u32> = read.map(|(file, _)| file).collect();
    let listing = &search.files.listing;
    let counts = listing.tree.threads.map(&read, 8, Vec::new, |buffer, file| {
        let is_read = !search.cancel.is_cancelled()
            && listing.reader.read_into(search.path(*file), buffer).is_ok();
        if is_read { finder.matches(buffer).len() } else { 0 }
    });
    let counted = read.into_iter().zip(counts);
    let mut found: Vec<(usize, u32)> = counted
        .filter(|(_, count)| *count > 0 && count * 2 >= words.len())
        .map(|(file, count)| (count, file))
        .collect();
    found.sort_by_key(|(count, file)| (std::cmp::Reverse(*count), *file));
    found.into_iter().take(MAX_FILES).map(|(_, file)| file).collect()
}
