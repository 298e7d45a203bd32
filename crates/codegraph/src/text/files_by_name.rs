//! Finds the files that contain a name as a word of its own: by reading them, or from the postings cache for unchanged
//! files.

use super::likelihood::{Likelihood, likelihood};
use super::listing::Listing;
use super::store::{Key, key};
use super::unread::{Unread, is_lasting};
use super::words::{is_whole, is_word_byte};
use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use firsthand_source::Cancel;
use firsthand_source::secrets::SecretScan;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The occurrences of some names in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct NameMatches {
    /// The number of occurrences of all names.
    pub(crate) count: u32,
    /// The indices of the names that occur, ascending.
    pub(crate) names: Vec<u16>,
    /// The highest likelihood, among the occurrences, that the line declares the name.
    pub(crate) likelihood: Likelihood,
}

impl NameMatches {
    /// The occurrences in a text of the names of `finder`, and whether one of them may be in a secret.
    fn of(text: &[u8], finder: &AhoCorasick) -> (Self, bool) {
        let (mut secret_scan, mut maybe_secret) = (SecretScan::of(text), false);
        let mut matches = Self { count: 0, names: Vec::new(), likelihood: Likelihood::Low };
        for (at, name) in occurrences(finder, text) {
            maybe_secret = maybe_secret || secret_scan.may_hide(&(at..at + 1));
            matches.count = matches.count.saturating_add(1);
            matches.likelihood = matches.likelihood.max(likelihood(text, at));
            if let Err(place) = matches.names.binary_search(&name) {
                matches.names.insert(place, name);
            }
        }
        (matches, maybe_secret)
    }
}

/// The result for one scanned file, by its index in the inventory.
type ScannedFile = (u32, Result<NameMatches, Unread>);

/// A search for names in files: the parameters of [`find`], and how many bytes were read.
struct Search<'a> {
    listing: &'a Listing,
    names: &'a [String],
    cancel: &'a Cancel,
    bytes: AtomicU64,
}

/// The result of a search for names, by indices in the inventory.
#[derive(Default)]
pub(crate) struct FilesByName {
    /// The files that contain any of the names.
    pub(crate) matches: Vec<(u32, NameMatches)>,
    /// The scanned files, and why some could not be read.
    pub(crate) outcomes: Vec<(u32, Result<(), Unread>)>,
    /// The number of leading outcomes that came from the postings cache.
    pub(crate) recalled: usize,
}

impl FilesByName {
    /// About how many bytes it takes in memory: without the names that a file contains.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.matches) + size_of_val(&*self.outcomes)
    }

    fn add(&mut self, scanned: Vec<ScannedFile>) {
        for (file, matches) in scanned {
            self.outcomes.push((file, matches.as_ref().map(|_| ()).map_err(|why| *why)));
            let some = matches.ok().filter(|matches| matches.count > 0);
            self.matches.extend(some.map(|matches| (file, matches)));
        }
    }
}

/// The files that contain any of `names`, and how many bytes were read for them now.
pub(crate) fn find(
    listing: &Listing,
    names: &[String],
    cancel: &Cancel,
) -> (Arc<FilesByName>, u64) {
    let search = Search { listing, names, cancel, bytes: AtomicU64::new(0) };
    let files_by_names = &listing.files_by_names;
    let found = files_by_names
        .get_or_compute(names.to_vec(), cancel, || Some(Arc::new(search.files_by_name())));
    (found.unwrap_or_default(), search.bytes.into_inner())
}

impl Search<'_> {
    fn files_by_name(&self) -> FilesByName {
        let count = self.listing.inventory.files.len();
        let files = 0..u32::try_from(count).unwrap_or(u32::MAX);
        let mut found = FilesByName::default();
        let Some(postings) = self.listing.postings() else {
            found.add(self.scanned(&files.collect::<Vec<_>>()));
            return found;
        };
        let (covered, changed): (Vec<u32>, Vec<u32>) =
            files.partition(|&file| postings.covers(file));
        let (read_key, names_key) = (key(&[b"read"]), names_key(self.names));
        let cached_outcomes = postings.get(&[read_key]).pop().flatten();
        let cached_matches = postings.get(&[names_key]).pop().flatten();
        let changed = self.scanned(&changed);
        if let (Some(outcomes), Some(matches)) = (&cached_outcomes, cached_matches) {
            found.outcomes.clone_from(outcomes);
            found.recalled = found.outcomes.len();
            found.matches = matches;
            found.add(changed);
            return found;
        }
        found.add(self.scanned(&covered));
        let all_last = found.outcomes.iter().all(|(_, read)| is_lasting(read));
        if !self.cancel.is_cancelled() && all_last {
            if cached_outcomes.is_none() {
                postings.put(&[(read_key, found.outcomes.clone())]);
            }
            postings.put(&[(names_key, found.matches.clone())]);
        }
        found.add(changed);
        found
    }

    /// Reads files and searches them for the names.
    fn scanned(&self, files: &[u32]) -> Vec<ScannedFile> {
        let Some(finder) = finder(self.names) else {
            return Vec::new();
        };
        let threads = self.listing.tree.threads;
        let scanned = threads.map(files, 8, Vec::new, |buffer, &file| {
            (!self.cancel.is_cancelled()).then(|| (file, self.scan_file(file, &finder, buffer)))
        });
        scanned.into_iter().flatten().collect()
    }

    fn scan_file(
        &self,
        file: u32,
        finder: &AhoCorasick,
        buffer: &mut Vec<u8>,
    ) -> Result<NameMatches, Unread> {
        let Listing { inventory, reader, tree, .. } = self.listing;
        let path = inventory.files[file as usize].path.as_str();
        reader.read_into(path, buffer)?;
        self.bytes.fetch_add(buffer.len() as u64, Ordering::Relaxed);
        let (matches, maybe_secret) = NameMatches::of(buffer, finder);
        if matches.count > 0 {
            reader.cache(path, buffer);
        }
        if matches.count == 0 || !tree.may_mask(maybe_secret) {
            return Ok(matches);
        }
        let text = tree.searched_text(path, &Arc::new(buffer.clone()));
        Ok(NameMatches::of(&text, finder).0)
    }
}

fn names_key(names: &[String]) -> Key {
    let parts = names.iter().map(String::as_bytes);
    key(&std::iter::once(&b"names"[..]).chain(parts).collect::<Vec<_>>())
}

/// A searcher for names; of names with a common prefix it finds the longest.
pub(crate) fn finder(names: impl IntoIterator<Item = impl AsRef<[u8]>>) -> Option<AhoCorasick> {
    let mut builder = AhoCorasick::builder();
    // Every file of a tree is searched, so a slower construction pays off.
    builder.match_kind(MatchKind::LeftmostLongest).kind(Some(AhoCorasickKind::DFA));
    let finder = builder.build(names);
    finder.ok()
}

/// The occurrences of names as words of their own: the byte offset and the index of the name.
pub(crate) fn occurrences<'t>(
    finder: &'t AhoCorasick,
    text: &'t [u8],
) -> impl Iterator<Item = (usize, u16)> + 't {
    finder.find_iter(text).filter_map(|found| {
        let name = u16::try_from(found.pattern().as_usize()).unwrap_or(u16::MAX);
        is_whole(text, &found.range(), is_word_byte).then_some((found.start(), name))
    })
}
