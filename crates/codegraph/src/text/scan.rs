//! Counts how often each token of a query occurs in each file, in one pass over all files.

mod cached;
pub(crate) mod matches;
mod rarest;

use crate::answer::{QueryWords, WordCounts};
use crate::text::listing::Listing;
use crate::text::postings_cache::PostingsCache;
use crate::text::rank::Rarity;
use crate::text::tokens::Tokens;
use crate::text::tree::Tree;
use crate::text::unread::Unread;
use crate::text::words::{Word, each_gated};
use firsthand_source::fs::FileEntry;
use firsthand_source::secrets::SecretScan;
use firsthand_source::{Cancel, has_shifts, is_marked_generated};
use rarest::{keep_rarest, renumber};
use std::sync::Arc;

/// The counts of one file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct FileCounts {
    /// Index in the inventory.
    pub(crate) file: u32,
    /// The number of word parts in the file: its length.
    pub(crate) words: u32,
    /// (token, occurrences), ascending by token.
    pub(crate) counts: Vec<(u16, u32)>,
    /// How many of the occurrences are in code, in the order of `counts`.
    pub(crate) in_code: Vec<u32>,
    /// Whether the file says of itself that a program wrote it.
    pub(crate) generated: bool,
    /// Whether it is not in UTF-8, or changes its character set: only words of ASCII letters are found in it.
    pub(crate) foreign: bool,
}

impl FileCounts {
    /// How often the file has words of the query.
    pub(crate) fn hits(&self) -> u32 {
        self.counts.iter().map(|count| count.1).sum()
    }
}

/// The result of a scan: the files that were read, in the order of the inventory.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    pub(crate) files: Vec<FileCounts>,
    /// How many of them came from the postings cache.
    pub(crate) recalled: u64,
    /// The number of bytes that were read.
    pub(crate) bytes: u64,
    /// The files that could not be searched, by their indices, and why.
    pub(crate) unread: Vec<(u32, Unread)>,
}

/// The buffers of one thread.
struct Scratch {
    /// The bytes of the file.
    bytes: Vec<u8>,
    /// The occurrences of each token in it.
    counts: Vec<u32>,
    /// How many of these are in code.
    in_code: Vec<u32>,
    /// The tokens that occur in it.
    found_tokens: Vec<u16>,
}

/// Counts the tokens in every file: in the files that are read, and from the postings cache for unchanged files.
pub(crate) fn scan(
    listing: &Listing,
    entries: &[FileEntry],
    cache: Option<&PostingsCache>,
    tokens: &Tokens,
    cancel: &Cancel,
) -> Scan {
    let files = ScanOf { listing, entries, cancel };
    let (scanned, recalled) = match cache {
        Some(cache) => cached::scan(&files, tokens, cache),
        None => {
            let indices: Vec<u32> = (0..).zip(entries).map(|(file, _)| file).collect();
            (files.scan(&indices, tokens), 0)
        }
    };
    let mut scan = Scan { recalled, bytes: scanned.bytes, ..Scan::default() };
    for (index, file) in scanned.files {
        match file {
            Ok(counts) => scan.files.push(counts),
            Err(reason) => scan.unread.push((index, reason)),
        }
    }
    scan
}

/// The result for each scanned file, by its index in the inventory.
#[derive(Default)]
struct ScannedFiles {
    files: Vec<(u32, Result<FileCounts, Unread>)>,
    /// The number of bytes read.
    bytes: u64,
}

/// The tokens of a text, and the scan for them.
pub(crate) type ScannedTokens = (Tokens, Scan);

/// Scans files for the words of a text, of too many for the rarest. A scan of the same files for a text that has all of
/// them is not repeated.
pub(crate) fn scan_words(
    listing: &Listing,
    entries: &[FileEntry],
    postings: Option<&PostingsCache>,
    text: &str,
    known: Option<&ScannedTokens>,
    cancel: &Cancel,
) -> (Tokens, Scan, Option<QueryWords>) {
    let tokens = Tokens::of(text);
    let known = known.filter(|_| !tokens.is_too_many());
    if let Some(scan) = known.and_then(|(all, scan)| scan.part(all, &tokens)) {
        return (tokens, scan, None);
    }
    // The postings of ids and times in a long log would fill the cache and never be read again.
    let postings = postings.filter(|_| !tokens.is_too_many());
    let mut scan = scan(listing, entries, postings, &tokens, cancel);
    let (tokens, words) = keep_rarest(tokens, &mut scan);
    (tokens, scan, words)
}

/// Counts the words of a text in all listed files.
pub(crate) fn count_words(listing: &Listing, text: &str, cancel: &Cancel) -> WordCounts {
    let entries = &listing.inventory.files;
    if entries.is_empty() {
        return WordCounts::default();
    }
    let (tokens, scan, _) = scan_words(listing, entries, listing.postings(), text, None, cancel);
    WordCounts {
        tokens: Rarity::of(&tokens, &scan).stats(&tokens, cancel),
        files: scan.files.len() as u64,
    }
}

impl Scan {
    /// The counts of `part`, of which no file was read again, if this scan for `tokens` has all of them.
    pub(crate) fn part(&self, tokens: &Tokens, part: &Tokens) -> Option<Scan> {
        let mut ids = vec![None; tokens.len()];
        for (id, token) in (0..).zip(&part.list) {
            let at = usize::from(tokens.find_identifier(token.hash)?);
            (tokens.list[at].joined == token.joined).then(|| ids[at] = Some(id))?;
        }
        let mut scan = Scan {
            files: self.files.clone(),
            recalled: self.recalled,
            bytes: 0,
            unread: self.unread.clone(),
        };
        renumber(&mut scan, &ids);
        Some(scan)
    }
}

/// The files that are scanned.
struct ScanOf<'a> {
    listing: &'a Listing,
    entries: &'a [FileEntry],
    cancel: &'a Cancel,
}

impl ScanOf<'_> {
    /// Reads the files with these indices and counts the tokens in them.
    fn scan(&self, indices: &[u32], tokens: &Tokens) -> ScannedFiles {
        let Listing { reader, tree, .. } = self.listing;
        let scratch = || Scratch {
            bytes: Vec::new(),
            counts: vec![0; tokens.len()],
            in_code: vec![0; tokens.len()],
            found_tokens: Vec::new(),
        };
        let read = tree.threads.map(indices, 8, scratch, |scratch, &file| {
            if self.cancel.is_cancelled() {
                return None;
            }
            let path = self.entries[file as usize].path.as_str();
            let read = reader.read_into(path, &mut scratch.bytes);
            let counts = read.map(|()| {
                let bytes = scratch.bytes.len() as u64;
                let counts = count((file, path), scratch, tokens, tree);
                if !counts.counts.is_empty() {
                    reader.cache(path, &scratch.bytes);
                }
                (bytes, counts)
            });
            Some((file, counts.map_err(Unread::from)))
        });
        let mut scanned = ScannedFiles::default();
        for (file, read) in read.into_iter().flatten() {
            scanned.bytes += read.as_ref().map_or(0, |(bytes, _)| *bytes);
            scanned.files.push((file, read.map(|(_, counts)| counts)));
        }
        scanned
    }
}

/// Counts the tokens in a text except those in secrets, and in what the host hides. That is detected only if a token may be
/// in it.
fn count(
    (file, path): (u32, &str),
    scratch: &mut Scratch,
    tokens: &Tokens,
    tree: &Tree,
) -> FileCounts {
    let (counts, maybe_secret) = count_all(file, scratch, tokens);
    if counts.counts.is_empty() || !tree.may_mask(maybe_secret) {
        return counts;
    }
    let unmasked = Arc::new(std::mem::take(&mut scratch.bytes));
    let text = tree.searched_text(path, &unmasked);
    if Arc::ptr_eq(&text, &unmasked) {
        drop(text);
        scratch.bytes = Arc::unwrap_or_clone(unmasked);
        return counts;
    }
    scratch.bytes = Arc::unwrap_or_clone(text);
    // The number of words must not depend on the query, so it is always that of the unmasked text.
    let words = counts.words;
    let (counts, _) = count_all(file, scratch, tokens);
    scratch.bytes = Arc::unwrap_or_clone(unmasked);
    FileCounts { words, ..counts }
}

/// Counts the tokens in a text, and returns whether one of them may be in a secret.
fn count_all(file: u32, scratch: &mut Scratch, tokens: &Tokens) -> (FileCounts, bool) {
    let Scratch { bytes, counts, in_code, found_tokens } = scratch;
    let (mut secrets, mut maybe_secret) = (SecretScan::of(bytes), false);
    let words = each_gated(bytes, &tokens.gate, |word, _| {
        if let Some(id) = tokens.find(&word) {
            maybe_secret = maybe_secret || secrets.may_hide(&(word.start..word.end));
            let slot = &mut counts[usize::from(id)];
            if *slot == 0 {
                found_tokens.push(id);
            }
            *slot += 1;
            in_code[usize::from(id)] += u32::from(!in_prose(bytes, &word));
        }
    });
    found_tokens.sort_unstable();
    let ids = found_tokens.iter();
    let in_code = ids.map(|&id| std::mem::take(&mut in_code[usize::from(id)]));
    let in_code = in_code.collect();
    let found = found_tokens.drain(..);
    let found = found.map(|id| (id, std::mem::take(&mut counts[usize::from(id)])));
    let counts = FileCounts {
        file,
        words,
        counts: found.collect(),
        in_code,
        generated: is_marked_generated(bytes),
        foreign: std::str::from_utf8(bytes).is_err() || has_shifts(bytes),
    };
    (counts, maybe_secret)
}

/// Whether a word is used as in a sentence: whole, with a blank before it, and a blank or a punctuation mark and a
/// blank after it. A part of an identifier, or a word next to a bracket, a dot or an operator, is in code.
fn in_prose(text: &[u8], word: &Word) -> bool {
    let at = |index: usize| text.get(index).copied().unwrap_or(b' ');
    let before = word.start.checked_sub(1).map_or(b' ', at);
    let ends = match at(word.end) {
        b',' | b'.' | b'?' | b'!' => at(word.end + 1).is_ascii_whitespace(),
        after => after.is_ascii_whitespace(),
    };
    word.whole && before.is_ascii_whitespace() && ends
}
