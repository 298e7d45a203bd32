//! Which files a search did not search, and why: their texts may hold what it did not find.

use super::listing::{Listing, Reader};
use aho_corasick::AhoCorasick;
use firsthand_source::fs::{FileEntry, Inventory, MAX_LARGE_BYTES, ReadError, text_of_utf16};
use firsthand_source::{NotSearched, Unsearched};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// The reason why a file was not searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Unread {
    /// It is no text.
    Binary,
    Nul,
    Utf16,
    TooLarge,
    /// The permissions do not allow it.
    Denied,
    /// Another error, possibly a temporary one.
    Unreadable,
}

/// Whether a result of reading a file stays the same while the file does: an error that may be temporary does not.
pub(super) fn is_lasting<T>(read: &Result<T, Unread>) -> bool {
    !matches!(read, Err(Unread::Unreadable))
}

impl From<ReadError> for Unread {
    fn from(error: ReadError) -> Unread {
        match error {
            ReadError::Binary => Unread::Binary,
            ReadError::Nul => Unread::Nul,
            ReadError::Utf16 => Unread::Utf16,
            ReadError::TooLarge { .. } => Unread::TooLarge,
            ReadError::Denied => Unread::Denied,
            _ => Unread::Unreadable,
        }
    }
}

impl Unread {
    /// Why its text may hold what was not found; `None` for a file that is no text.
    fn may_hold(self) -> Option<Unsearched> {
        match self {
            Unread::Binary => None,
            Unread::Nul => Some(Unsearched::Nul),
            Unread::Utf16 => Some(Unsearched::Utf16),
            Unread::TooLarge => Some(Unsearched::TooLarge),
            Unread::Denied | Unread::Unreadable => Some(Unsearched::Unreadable),
        }
    }
}

/// What of an inventory was not searched: what it does not list, these files by their indices, and those of `foreign`,
/// in which the characters of the query cannot be searched for. The files that the query names come first; of these also
/// those that are no text.
pub(crate) fn not_searched(
    inventory: &Inventory,
    entries: &[FileEntry],
    unread: impl IntoIterator<Item = (u32, Unread)>,
    foreign: impl IntoIterator<Item = u32>,
    named: &HashSet<u32>,
) -> Vec<NotSearched> {
    let unread = unread.into_iter().filter_map(|(file, reason)| {
        let is_named = named.contains(&file).then_some(Unsearched::Binary);
        Some((reason.may_hold().or(is_named)?, file))
    });
    let foreign = foreign.into_iter().map(|file| (Unsearched::Encoding, file));
    let (first, others): (Vec<_>, Vec<_>) =
        unread.chain(foreign).partition(|(_, file)| named.contains(file));
    let grouped = |files: Vec<(Unsearched, u32)>| {
        let path = |file: u32| entries[file as usize].path.as_str().to_owned();
        NotSearched::grouped(files.into_iter().map(|(why, file)| (why, path(file))))
    };
    let files = NotSearched::joined(grouped(first), grouped(others));
    NotSearched::joined(files, inventory.not_listed.clone())
}

// Reads, to claim that something is absent, also what is not searched.

/// Whether the inventory leaves something out that may hold anything.
pub(crate) fn may_be_in_unlisted(inventory: &Inventory) -> bool {
    !inventory.not_listed.is_empty()
}

/// Reads the text of a file that is not searched for this reason, in UTF-8, into the buffer; `Some(false)` for one that
/// holds no text, `None` if the text cannot be read.
pub(crate) fn read_anyhow(
    reader: &Reader,
    path: &str,
    why: Unread,
    buffer: &mut Vec<u8>,
) -> Option<bool> {
    match why {
        Unread::Binary => return Some(false),
        Unread::Denied | Unread::Unreadable => return None,
        Unread::Nul | Unread::Utf16 | Unread::TooLarge => {}
    }
    let raw = reader.read_raw(path, MAX_LARGE_BYTES).ok()?;
    *buffer = text_of_utf16(&raw).unwrap_or(raw);
    Some(true)
}

/// Those of the files that were not searched whose texts may hold one of the words: a text that can be read nevertheless and
/// holds none of them in any case is as good as searched. All of them without words, or if a word is not ASCII.
pub(crate) fn may_hold_words(
    listing: &Listing,
    entries: &[FileEntry],
    unread: Vec<(u32, Unread)>,
    words: &[&str],
) -> Vec<(u32, Unread)> {
    if unread.is_empty() || words.is_empty() || !words.iter().all(|word| word.is_ascii()) {
        return unread;
    }
    let Ok(finder) = AhoCorasick::builder().ascii_case_insensitive(true).build(words) else {
        return unread;
    };
    let threads = listing.tree.threads;
    let may_hold = threads.map(&unread, 1, Vec::new, |buffer, (file, why)| {
        let path = entries[*file as usize].path.as_str();
        let read = read_anyhow(&listing.reader, path, *why, buffer);
        read.is_none_or(|is_text| !is_text || finder.is_match(&*buffer))
    });
    unread
        .into_iter()
        .zip(may_hold)
        .filter(|(_, may_hold)| *may_hold)
        .map(|(file, _)| file)
        .collect()
}
