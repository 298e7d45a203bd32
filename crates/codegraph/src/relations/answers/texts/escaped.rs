//! The key/value files that escape the characters of a query: no word of it stands in them.

use aho_corasick::AhoCorasick;
use firsthand_source::split_words;

use crate::facts::scanned_query::ScannedQuery;
use crate::text::distinct::distinct;
use crate::text::entries::Format;

/// The most bytes that are searched, and the most files in the result.
const MAX_BYTES: u64 = 64 << 20;
const MAX_FILES: usize = 32;

/// The files with most of the escaped words of a query, at least half of them.
pub(super) fn files(search: &ScannedQuery<'_>) -> Vec<u32> {
    let words = split_words(search.text).filter(|word| !word.is_ascii());
    let words: Vec<String> = distinct(words.map(|word| in_escapes(&word)));
    let builder = AhoCorasick::builder().ascii_case_insensitive(true).build(&words);
    let Some(finder) = builder.ok().filter(|_| !words.is_empty()) else {
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
        let mut seen = vec![false; words.len()];
        for found in finder.find_overlapping_iter(&*buffer).take_while(|_| is_read) {
            seen[found.pattern().as_usize()] = true;
        }
        seen.into_iter().filter(|word| *word).count()
    });
    let counted = read.into_iter().zip(counts);
    let mut found: Vec<(usize, u32)> = counted
        .filter(|(_, count)| *count > 0 && count * 2 >= words.len())
        .map(|(file, count)| (count, file))
        .collect();
    found.sort_by_key(|(count, file)| (std::cmp::Reverse(*count), *file));
    found.into_iter().take(MAX_FILES).map(|(_, file)| file).collect()
}

/// A word as JSON and properties escape it, from its first escaped letter on, which may be a capital.
fn in_escapes(word: &str) -> String {
    let start = word.find(|c: char| !c.is_ascii()).unwrap_or(0);
    let cased = word[start..].chars().next().is_some_and(|c| start == 0 && c.is_lowercase());
    let skipped = word[start..].chars().next().filter(|_| cased).map_or(0, char::len_utf8);
    let rest = &word[start + skipped..];
    let rest = if rest.is_empty() { &word[start..] } else { rest };
    let mut out = String::new();
    for c in rest.chars() {
        if c.is_ascii() {
            out.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                out += &format!("\\u{unit:04x}");
            }
        }
    }
    out
}
