//! A scan that reads only what the postings cache does not have: changed files, and in the others the tokens that no
//! earlier scan scanned for.

use crate::text::postings_cache::PostingsCache;
use crate::text::store::{Key, key};
use crate::text::tokens::{Token, Tokens};
use crate::text::unread::{Unread, is_lasting};

use super::{FileCounts, ScanOf, ScannedFiles};

/// The occurrences of a token in a file, and how many of them are in code.
type Counts = (u32, u32);
/// The files that contain a token, ascending.
type Posting = Vec<(u32, Counts)>;
/// The length of a file in words, whether it says that it is generated, and whether it is not in UTF-8.
type Length = (u32, bool, bool);
/// For each file in the table of file states, its length, or the reason why it was not read.
type Lengths = Vec<(u32, Result<Length, Unread>)>;

/// The key of the lengths, which every search needs.
fn length_key() -> Key {
    key(&[b"words"])
}

fn token_key(token: &Token) -> Key {
    let hash = token.hash.to_le_bytes();
    key(&[b"token", &hash, &[u8::from(token.joined)]])
}

/// Counts the tokens in every file. Also returns the number of files whose counts came from the cache.
pub(super) fn scan(
    files: &ScanOf<'_>,
    tokens: &Tokens,
    cache: &PostingsCache,
) -> (ScannedFiles, u64) {
    let indices = 0..u32::try_from(files.entries.len()).unwrap_or(u32::MAX);
    let (covered, changed): (Vec<u32>, Vec<u32>) = indices.partition(|&file| cache.covers(file));
    let mut found = files.scan(&changed, tokens);
    let (lengths, mut postings) = read_cached(cache, tokens);
    let missing: Vec<u16> = (0..)
        .zip(&postings)
        .filter_map(|(token, cached)| cached.is_none().then_some(token))
        .collect();
    let (lengths, recalled) = match lengths {
        Some(lengths) if missing.is_empty() => {
            let recalled = lengths.iter().filter(|(_, read)| read.is_ok()).count();
            (lengths, recalled as u64)
        }
        cached_lengths => {
            let scanned = files.scan(&covered, &tokens.only(&missing));
            found.bytes += scanned.bytes;
            let lengths = add_scanned(&scanned, &missing, &mut postings);
            let complete =
                !files.cancel.is_cancelled() && lengths.iter().all(|(_, read)| is_lasting(read));
            if complete {
                if cached_lengths.is_none() {
                    cache.put(&[(length_key(), lengths.clone())]);
                }
                let scanned_postings = missing.iter().filter_map(|&token| {
                    let token = usize::from(token);
                    Some((token_key(&tokens.list[token]), postings[token].clone()?))
                });
                cache.put(&scanned_postings.collect::<Vec<_>>());
            }
            (lengths, 0)
        }
    };
    let from_cache = assemble(files.entries.len(), lengths, postings);
    found.files.extend(from_cache);
    found.files.sort_unstable_by_key(|(file, _)| *file);
    (found, recalled)
}

/// The cached lengths, and the cached postings of each token; none without the lengths.
fn read_cached(cache: &PostingsCache, tokens: &Tokens) -> (Option<Lengths>, Vec<Option<Posting>>) {
    match cache.get(&[length_key()]).pop().flatten() {
        Some(lengths) => {
            let keys: Vec<Key> = tokens.list.iter().map(token_key).collect();
            (Some(lengths), cache.get(&keys))
        }
        None => (None, tokens.list.iter().map(|_| None).collect()),
    }
}

/// Adds the result of a scan for the missing tokens to the postings; returns the lengths.
fn add_scanned(
    scanned: &ScannedFiles,
    missing: &[u16],
    postings: &mut [Option<Posting>],
) -> Lengths {
    for &token in missing {
        postings[usize::from(token)] = Some(Vec::new());
    }
    let mut lengths = Vec::with_capacity(scanned.files.len());
    for (file, read) in &scanned.files {
        if let Ok(counts) = read {
            for (&(token, count), &in_code) in counts.counts.iter().zip(&counts.in_code) {
                if let Some(posting) = &mut postings[usize::from(token)] {
                    posting.push((*file, (count, in_code)));
                }
            }
        }
        lengths.push((
            *file,
            read.as_ref()
                .map(|counts| (counts.words, counts.generated, counts.foreign))
                .map_err(|reason| *reason),
        ));
    }
    lengths
}

/// The counts of each file, from the postings of each token.
fn assemble(
    files: usize,
    lengths: Lengths,
    postings: Vec<Option<Posting>>,
) -> Vec<(u32, Result<FileCounts, Unread>)> {
    let mut index_of_file = vec![u32::MAX; files];
    let mut found = Vec::with_capacity(lengths.len());
    for (index, (file, words)) in (0..).zip(lengths) {
        index_of_file[file as usize] = index;
        let counts = words.map(|(words, generated, foreign)| FileCounts {
            file,
            words,
            generated,
            foreign,
            ..FileCounts::default()
        });
        found.push((file, counts));
    }
    for (token, posting) in (0..).zip(postings) {
        for (file, (count, in_code)) in posting.into_iter().flatten() {
            let index = index_of_file[file as usize] as usize;
            if let Some((_, Ok(counts))) = found.get_mut(index) {
                counts.counts.push((token, count));
                counts.in_code.push(in_code);
            }
        }
    }
    found
}
