//! Finds the files that contain a name as a word of its own: by reading them, or from the postings cache for unchanged
//! files.

use std::sync::Arc;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use firsthand_source::secrets::SecretScan;
use serde::{Deserialize, Serialize};

use super::context::RelationContext;
use super::likelihood::{Likelihood, likelihood};
use super::tally::{READ, RECALLED, UNREAD};
use crate::store::{Key, key};
use crate::unread::Unread;
use crate::words::is_whole_word;

/// The occurrences of some names in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct NameMatches {
    /// The number of occurrences of all names.
    pub(super) count: u32,
    /// The indices of the names that occur, ascending.
    pub(super) names: Vec<u16>,
    /// The highest likelihood, among the occurrences, that the line declares the name.
    pub(super) likelihood: Likelihood,
}

impl NameMatches {
    /// The occurrences in a text of the names of `finder`, and whether one of them may be in a secret.
    fn of(text: &[u8], finder: &AhoCorasick) -> (Self, bool) {
        let (mut secret_scan, mut maybe_secret) = (SecretScan::of(text), false);
        let mut matches = Self {
            count: 0,
            names: Vec::new(),
            likelihood: Likelihood::Low,
        };
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

/// The result of a search for names, by indices in the inventory.
#[derive(Default)]
pub(crate) struct FilesByName {
    /// The files that contain any of the names.
    pub(super) matches: Vec<(u32, NameMatches)>,
    /// The scanned files, and why some could not be read.
    outcomes: Vec<(u32, Result<(), Unread>)>,
    /// The number of leading outcomes that came from the postings cache.
    recalled: usize,
}

impl FilesByName {
    /// About how many bytes it takes in memory: without the names that a file contains.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.matches) + size_of_val(&*self.outcomes)
    }

    fn add(&mut self, scanned: Vec<ScannedFile>) {
        for (file, matches) in scanned {
            self.outcomes
                .push((file, matches.as_ref().map(|_| ()).map_err(|why| *why)));
            let some = matches.ok().filter(|matches| matches.count > 0);
            self.matches.extend(some.map(|matches| (file, matches)));
        }
    }
}

/// The files that contain any of `names`. Records in the tally which files were read.
pub(super) fn find(context: &RelationContext<'_>, names: &[String]) -> Arc<FilesByName> {
    let compute = || Some(Arc::new(search(context, names)));
    let files_by_names = &context.listing.files_by_names;
    let found = files_by_names.get_or_compute(names.to_vec(), context.cancel, compute);
    let found = found.unwrap_or_default();
    for (at, (file, outcome)) in found.outcomes.iter().enumerate() {
        if *outcome == Err(Unread::Utf16) {
            context.tally.add_utf16(*file);
        }
        let state = match outcome {
            Err(_) => UNREAD,
            Ok(()) if at < found.recalled => RECALLED,
            Ok(()) => READ,
        };
        context.tally.mark(*file as usize, state);
    }
    found
}

fn search(context: &RelationContext<'_>, names: &[String]) -> FilesByName {
    let files = 0..u32::try_from(context.inventory.files.len()).unwrap_or(u32::MAX);
    let mut found = FilesByName::default();
    let Some(postings) = context.postings else {
        found.add(search_files(context, names, &files.collect::<Vec<_>>()));
        return found;
    };
    let (covered, changed): (Vec<u32>, Vec<u32>) = files.partition(|&file| postings.covers(file));
    let keys = [read_key(), names_key(names)];
    let cached_outcomes = postings
        .get::<Result<(), Unread>>(&keys[..1])
        .pop()
        .flatten();
    let cached_matches = postings.get::<NameMatches>(&keys[1..]).pop().flatten();
    let changed = search_files(context, names, &changed);
    if let (Some(outcomes), Some(matches)) = (&cached_outcomes, cached_matches) {
        found.outcomes.clone_from(outcomes);
        found.recalled = found.outcomes.len();
        found.matches = matches;
        found.add(changed);
        return found;
    }
    let mut searched = FilesByName::default();
    searched.add(search_files(context, names, &covered));
    let is_cacheable = |(_, read): &(u32, Result<(), Unread>)| *read != Err(Unread::Unreadable);
    if !context.cancel.is_cancelled() && searched.outcomes.iter().all(is_cacheable) {
        if cached_outcomes.is_none() {
            postings.put(&[(read_key(), searched.outcomes.clone())]);
        }
        postings.put(&[(names_key(names), searched.matches.clone())]);
    }
    searched.add(changed);
    searched
}

fn read_key() -> Key {
    key(&[b"read"])
}

fn names_key(names: &[String]) -> Key {
    let parts = names.iter().map(String::as_bytes);
    key(&std::iter::once(&b"names"[..])
        .chain(parts)
        .collect::<Vec<_>>())
}

/// Reads files and searches them for the names.
fn search_files(
    context: &RelationContext<'_>,
    names: &[String],
    files: &[u32],
) -> Vec<ScannedFile> {
    let Some(finder) = finder(names) else {
        return Vec::new();
    };
    let search_file = |buffer: &mut Vec<u8>, &file: &u32| {
        if context.cancel.is_cancelled() {
            return None;
        }
        let path = &context.inventory.files[file as usize].path;
        let reader = &context.listing.reader;
        if let Err(why) = reader.read_into(path.as_str(), buffer) {
            return Some((file, Err(why.into())));
        }
        context.tally.add_bytes(buffer.len());
        let (matches, maybe_secret) = NameMatches::of(buffer, &finder);
        if matches.count == 0 {
            return Some((file, Ok(matches)));
        }
        reader.cache(path.as_str(), buffer);
        if !maybe_secret {
            return Some((file, Ok(matches)));
        }
        let text = context.graph.searched_text(&Arc::new(buffer.clone()));
        Some((file, Ok(NameMatches::of(&text, &finder).0)))
    };
    let scanned = context.graph.threads.map(files, 8, Vec::new, search_file);
    scanned.into_iter().flatten().collect()
}

/// A searcher for names; of names with a common prefix it finds the longest.
pub(super) fn finder(names: impl IntoIterator<Item = impl AsRef<[u8]>>) -> Option<AhoCorasick> {
    let mut builder = AhoCorasick::builder();
    // Every file of a tree is searched, so a slower construction pays off.
    builder
        .match_kind(MatchKind::LeftmostLongest)
        .kind(Some(AhoCorasickKind::DFA));
    let finder = builder.build(names);
    finder.ok()
}

/// The occurrences of names as words of their own: the byte offset and the index of the name.
pub(super) fn occurrences<'t>(
    finder: &'t AhoCorasick,
    text: &'t [u8],
) -> impl Iterator<Item = (usize, u16)> + 't {
    finder.find_iter(text).filter_map(|found| {
        let name = u16::try_from(found.pattern().as_usize()).unwrap_or(u16::MAX);
        is_whole_word(text, &found.range()).then_some((found.start(), name))
    })
}
