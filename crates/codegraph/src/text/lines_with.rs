//! The lines of the tree that hold given texts, whatever the files are.

use super::files_by_name;
use super::listing::Listing;
use super::words::{is_name_byte, is_whole};
use aho_corasick::AhoCorasick;
use firsthand_source::{Cancel, LineIndex, RepoPath};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Of a longer text, only the beginning is searched for.
const MAX_BYTES: usize = 256;

/// The lines with a text, by path and line, 1-based.
type Lines = Vec<(RepoPath, u32)>;

/// For each text, the lines that hold it, by path and line, 1-based: whole, in the same case, and not inside a longer
/// word; not in secrets. At most `cap` lines of one text in one file, the first ones; of a text with more than
/// `most` lines, only more than these. A search that is cancelled returns what it found until then.
pub(crate) fn lines_with(
    listing: &Listing,
    texts: &[String],
    cap: usize,
    most: usize,
    cancel: &Cancel,
) -> Vec<Lines> {
    let mut found: Vec<Lines> = vec![Vec::new(); texts.len()];
    // An empty text has an empty match everywhere, which is none.
    let beginnings = texts.iter().map(|text| beginning(text));
    let Ok(finder) = AhoCorasick::new(beginnings) else {
        return found;
    };
    let counts: Vec<AtomicUsize> = texts.iter().map(|_| AtomicUsize::new(0)).collect();
    let tree = &listing.tree;
    let hits = |text: &[u8], most: usize| -> Vec<(usize, usize)> {
        let hits = finder.find_overlapping_iter(text).filter(|hit| !hit.is_empty());
        let hits = hits.filter(|hit| is_whole(text, &hit.range(), is_name_byte));
        hits.map(|hit| (hit.pattern().as_usize(), hit.start())).take(most).collect()
    };
    let files = &listing.inventory.files;
    let in_files = tree.threads.map(files, 8, Vec::new, |buffer, entry| {
        let read =
            !cancel.is_cancelled() && listing.reader.read_into(entry.path.as_str(), buffer).is_ok();
        let mut of_file: Vec<(usize, u32)> = Vec::new();
        // Most files have none, and are not looked at for secrets and lines.
        if !read || hits(buffer, 1).is_empty() {
            return of_file;
        }
        let text = tree.searched_text(entry.path.as_str(), &Arc::new(std::mem::take(buffer)));
        let lines = LineIndex::of(&text);
        // Of each text, how many lines there are, and the last one.
        let mut in_file: HashMap<usize, (usize, u32)> = HashMap::new();
        for (index, at) in hits(&text, usize::MAX) {
            let line = lines.line_at(at);
            let (count, last) = in_file.entry(index).or_default();
            if *last == line || *count >= cap {
                continue;
            }
            (*count, *last) = (*count + 1, line);
            if counts[index].fetch_add(1, Ordering::Relaxed) <= most {
                of_file.push((index, line));
            }
        }
        of_file
    });
    for (entry, of_file) in files.iter().zip(in_files) {
        for (text, line) in of_file {
            found[text].push((entry.path.clone(), line));
        }
    }
    found
}

/// The lines that hold a name as a word of its own, by path and line, 1-based; not in secrets. Only files that hold it are
/// read, as far as an earlier search knows them.
pub(crate) fn lines_with_name(listing: &Listing, name: &str, cancel: &Cancel) -> Lines {
    let Some(finder) = files_by_name::finder([name]) else {
        return Lines::new();
    };
    let (files, _) = files_by_name::find(listing, &[name.to_owned()], cancel);
    let entries = &listing.inventory.files;
    let in_files = listing.tree.threads.filter_map(&files.matches, 8, |(file, _)| {
        let path = &entries[*file as usize].path;
        let raw_bytes = listing.reader.read(path.as_str()).ok()?;
        let text = listing.tree.searched_text(path.as_str(), &raw_bytes);
        let index = LineIndex::of(&text);
        let lines = files_by_name::occurrences(&finder, &text).map(|(at, _)| index.line_at(at));
        let mut lines: Vec<u32> = lines.collect();
        lines.dedup();
        Some(lines.into_iter().map(|line| (path.clone(), line)).collect::<Lines>())
    });
    let mut found: Lines = in_files.into_iter().flatten().collect();
    found.sort_unstable();
    found
}

/// The part of a text that is searched for.
fn beginning(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_BYTES)]
}
