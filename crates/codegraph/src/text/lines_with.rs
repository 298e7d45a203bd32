//! The lines of the tree that hold given texts, whatever the files are.

use super::listing::Listing;
use super::words::{is_name_byte, is_whole};
use aho_corasick::AhoCorasick;
use firsthand_source::{Cancel, LineIndex, RepoPath};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Of a longer text, only the beginning is searched for.
const MAX_BYTES: usize = 256;

/// For each text, the lines that hold it, by path and line, 1-based: whole, in the same case, and not inside a longer
/// word; not in secrets. At most `cap` lines of one text in one file, the first ones; of a text with more than
/// `most` lines, only more than these. A search that is cancelled returns what it found until then.
pub(crate) fn lines_with(
    listing: &Listing,
    texts: &[String],
    cap: usize,
    most: usize,
    cancel: &Cancel,
) -> Vec<Vec<(RepoPath, u32)>> {
    let mut found: Vec<Vec<(RepoPath, u32)>> = vec![Vec::new(); texts.len()];
    // An empty text has an empty match everywhere, which is none.
    let beginnings = texts.iter().map(|text| &text[..text.floor_char_boundary(MAX_BYTES)]);
    let Ok(finder) = AhoCorasick::new(beginnings) else {
        return found;
    };
    let tree = &listing.tree;
    let counts: Vec<AtomicUsize> = texts.iter().map(|_| AtomicUsize::new(0)).collect();
    let in_files = tree.threads.map(&listing.inventory.files, 8, Vec::new, |buffer, entry| {
        let read =
            !cancel.is_cancelled() && listing.reader.read_into(entry.path.as_str(), buffer).is_ok();
        if !read || !finder.is_match(&*buffer) {
            return Vec::new();
        }
        let text = tree.searched_text(&Arc::new(std::mem::take(buffer)));
        let lines = LineIndex::of(&text);
        let mut of_file: Vec<(usize, u32)> = Vec::new();
        for hit in finder.find_overlapping_iter(&text[..]) {
            let index = hit.pattern().as_usize();
            if !hit.is_empty() && is_whole(&text, &hit.range(), is_name_byte) {
                let line = (index, lines.line_at(hit.start()));
                let of_text = of_file.iter().filter(|(text, _)| *text == index);
                let is_new = !of_file.contains(&line) && of_text.count() < cap;
                if is_new && counts[index].fetch_add(1, Ordering::Relaxed) <= most {
                    of_file.push(line);
                }
            }
        }
        of_file
    });
    for (entry, lines) in listing.inventory.files.iter().zip(in_files) {
        for (text, line) in lines {
            found[text].push((entry.path.clone(), line));
        }
    }
    found
}
