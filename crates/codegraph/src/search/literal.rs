//! Finds out which texts occur anywhere in the tree, also inside longer words.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use aho_corasick::AhoCorasick;

use firsthand_source::Cancel;

use crate::text::listing::Listing;

/// Those of these texts that occur in a file that can be read, or in its path, in any case. If the search is cancelled
/// or impossible, all of them: then none is known to be absent. Texts in secrets are not found.
pub(crate) fn occurring(listing: &Listing, cancel: &Cancel, texts: &[String]) -> Vec<String> {
    let tree = &listing.tree;
    let Some(texts_in) = TextFinder::of(texts) else {
        return texts.to_vec();
    };
    let found: Vec<AtomicBool> = texts.iter().map(|_| AtomicBool::new(false)).collect();
    let matches = |bytes: &[u8]| texts_in.matches(bytes);
    let mark = |indices: Vec<usize>| {
        for index in indices {
            found[index].store(true, Ordering::Relaxed);
        }
    };
    let is_done = || found.iter().all(|text| text.load(Ordering::Relaxed)) || cancel.is_cancelled();
    tree.threads
        .map(&listing.inventory.files, 8, Vec::new, |buffer, entry| {
            if is_done() {
                return;
            }
            let path = entry.path.as_str();
            mark(matches(path.as_bytes()));
            if listing.reader.read_into(path, buffer).is_ok() && !matches(buffer).is_empty() {
                // Secrets are detected only in files with a match: detection takes longer than matching.
                mark(matches(
                    &tree.searched_text(&Arc::new(std::mem::take(buffer))),
                ));
            }
        });
    if cancel.is_cancelled() {
        return texts.to_vec();
    }
    let pairs = texts.iter().zip(&found);
    let occurring = pairs.filter(|(_, found)| found.load(Ordering::Relaxed));
    occurring.map(|(text, _)| text.clone()).collect()
}

/// Of a longer text, only the beginning is searched for: the automaton of a text takes time with the square of its
/// length.
const MAX_BYTES: usize = 256;

/// Finds texts in any case, also inside longer words.
pub(super) struct TextFinder(AhoCorasick);

impl TextFinder {
    /// `None` if there are too many texts.
    pub(super) fn of(texts: &[String]) -> Option<Self> {
        // The automaton ignores the case of ASCII letters alone.
        let spellings = |text: &String| {
            let text = &text[..text.floor_char_boundary(MAX_BYTES)];
            [text.to_owned(), text.to_lowercase(), text.to_uppercase()]
        };
        let spellings: Vec<String> = texts.iter().flat_map(spellings).collect();
        let builder = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .build(&spellings);
        builder.ok().map(Self)
    }

    /// The indices of the texts that these bytes contain, ascending.
    pub(super) fn matches(&self, bytes: &[u8]) -> Vec<usize> {
        let all = self.0.find_overlapping_iter(bytes);
        let mut indices: Vec<usize> = Vec::new();
        for index in all.map(|found| found.pattern().as_usize() / SPELLINGS) {
            if let Err(at) = indices.binary_search(&index) {
                indices.insert(at, index);
            }
        }
        indices
    }

    /// The byte at which the first text begins.
    pub(super) fn first(&self, bytes: &[u8]) -> Option<usize> {
        self.0.find(bytes).map(|found| found.start())
    }
}

/// How many spellings of each text are searched for.
const SPELLINGS: usize = 3;
