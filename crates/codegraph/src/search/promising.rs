//! Selects the files to open: those with the best ranks; of some further ranks, those that contain a long part of the
//! query in its order, since a message that the query quotes is in one place only, often in a long file with a low rank;
//! and files that declare an identifier of the query, or the rarest word of a short one, since the files that use a common
//! name contain it more often.

use super::keys::Keys;
use super::{FileRank, QueryContext, SearchedFile};
use crate::answer::Stats;
use crate::relations;
use crate::text::entries::{Format, is_parallel};
use crate::text::scan::FileCounts;
use std::collections::HashMap;

/// The most files that are opened and parsed as the best ones.
const MAX_BEST_FILES: usize = 32;
/// The number of files that are opened regardless of their size.
const MIN_BEST_FILES: usize = 10;
/// The most bytes of the best files if they are more than [`MIN_BEST_FILES`], since parsing takes most of the time; of
/// each file at most [`MAX_FILE_BYTES`] count, so that a few large ones do not take the place of all others.
const MAX_BEST_BYTES: u64 = 768 << 10;
const MAX_FILE_BYTES: u64 = 64 << 10;
/// The most bytes of these files if all of each counts.
const MAX_WHOLE_BYTES: u64 = 4 * MAX_BEST_BYTES;
/// The number of ranks among which translations of a file are looked for.
const MAX_COMPARED_FILES: usize = 128;
/// The number of further files whose words are checked.
const MAX_CONSIDERED_FILES: usize = 200;
/// The number of these that are read: those that can have the most informative phrase match.
const MAX_READ_FILES: usize = 16;
/// The most files that are opened in addition to the best.
const MAX_QUOTING_FILES: usize = 3;
/// The information, in nats, from which a phrase match is unlikely to be chance.
const MIN_INFORMATION: f64 = 8.0;

/// How many translations of a file, by its index, are not opened.
pub(super) type Translations = HashMap<u32, usize>;

/// The files to open, best first, then those that quote the query.
pub(super) fn promising(
    context: &QueryContext<'_>,
    ranks: &[FileRank],
    stats: &mut Stats,
) -> (Vec<FileRank>, Translations) {
    let mut translations = Translations::new();
    let (mut best, others) = best(context, ranks, &mut translations);
    best.extend(quoting(context, others, stats));
    (best, translations)
}

/// The files that are opened as the best, within the limits, and the other ranks. Translations of one file take one
/// place: of those with the same keys, the file that has words of the query most often, as one in its language has.
fn best<'r>(
    context: &QueryContext<'_>,
    ranks: &'r [FileRank],
    translations: &mut Translations,
) -> (Vec<FileRank>, &'r [FileRank]) {
    let files = context.scanned.scan.files.iter();
    let hits: HashMap<u32, u32> = files.map(|file| (file.file, file.hits())).collect();
    let (mut bytes, mut whole_bytes) = (0, 0);
    let mut best: Vec<FileRank> = Vec::new();
    let mut texts: Vec<(usize, Keys)> = Vec::new();
    for (at, rank) in ranks.iter().enumerate() {
        let entry = &context.scanned.entries[rank.file as usize];
        let (path, size) = (entry.path.as_str(), entry.size.min(MAX_FILE_BYTES));
        let is_small =
            bytes + size <= MAX_BEST_BYTES && whole_bytes + entry.size <= MAX_WHOLE_BYTES;
        if best.len() >= MIN_BEST_FILES && (best.len() >= MAX_BEST_FILES || !is_small) {
            return (best, &ranks[at..]);
        }
        let is_compared = at < MAX_COMPARED_FILES && !context.scanned.cancel.is_cancelled();
        if let Some(keys) = is_compared.then(|| keys_of_texts(context, path)).flatten() {
            let is_translation = |(other, other_keys): &&(usize, Keys)| {
                let other_path = context.scanned.path(best[*other].file);
                is_parallel(path, other_path) && keys.are_like(other_keys)
            };
            if let Some(&(other, _)) = texts.iter().find(is_translation) {
                let kept = &mut best[other];
                let count = 1 + translations.remove(&kept.file).unwrap_or_default();
                if hits.get(&rank.file) > hits.get(&kept.file) {
                    *kept = rank.clone();
                }
                translations.insert(kept.file, count);
                continue;
            }
            texts.push((best.len(), keys));
        }
        best.push(rank.clone());
        bytes += size;
        whole_bytes += entry.size;
    }
    (best, &[])
}

/// The keys of a file of texts that people see; `None` for other files.
fn keys_of_texts(context: &QueryContext<'_>, path: &str) -> Option<Keys> {
    Format::of(path)?;
    let text = context.listing().reader.read(path).ok()?;
    Keys::of_values(path, &text).filter(Keys::are_texts)
}

/// The files with the most informative phrase matches of the query, those with the most information first.
fn quoting(context: &QueryContext<'_>, ranks: &[FileRank], stats: &mut Stats) -> Vec<FileRank> {
    let scanned: HashMap<u32, &FileCounts> =
        context.scanned.scan.files.iter().map(|file| (file.file, file)).collect();
    let ranks = ranks.iter().take(MAX_CONSIDERED_FILES);
    let mut possible: Vec<(f64, &FileRank)> = ranks
        .filter_map(|rank| {
            let max_information =
                context.scanned.phrases.max_information(&scanned.get(&rank.file)?.counts);
            (max_information > MIN_INFORMATION).then_some((max_information, rank))
        })
        .collect();
    possible.sort_by(|a, b| b.0.total_cmp(&a.0));
    possible.truncate(MAX_READ_FILES);
    let read = context.threads().filter_map(&possible, 1, |(_, rank)| {
        if context.scanned.cancel.is_cancelled() {
            return None;
        }
        let path = context.scanned.path(rank.file);
        let raw_bytes = context.listing().reader.read(path).ok()?;
        // Secrets are detected only in files with a match: detection takes longer than matching.
        let mut information =
            context.scanned.phrases.information(&raw_bytes, &context.scanned.tokens);
        if information > MIN_INFORMATION {
            let searched = context.listing().tree.searched_text(path, &raw_bytes);
            information = context.scanned.phrases.information(&searched, &context.scanned.tokens);
        }
        Some((information, *rank, raw_bytes.len() as u64))
    });
    stats.bytes_read += read.iter().map(|file| file.2).sum::<u64>();
    let mut found: Vec<(f64, &FileRank)> = read
        .into_iter()
        .filter(|file| file.0 > MIN_INFORMATION)
        .map(|(information, rank, _)| (information, rank))
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.truncate(MAX_QUOTING_FILES);
    found.into_iter().map(|(_, rank)| rank.clone()).collect()
}

/// A query with more identifiers gets no such files: it is code or a stack trace.
const MAX_NAMES: usize = 2;
/// In a query of at most so many words, the rarest one may be a name, too, though it is a common word: `where is alpha`.
const MAX_PLAIN_WORDS: usize = 4;
/// The most files that are opened for each identifier.
const MAX_DECLARING_FILES: usize = 3;

/// The rarest word of a short query, if more files hold it than are opened.
fn plain_name<'q>(context: &QueryContext<'q>, opened: usize) -> Option<(&'q str, u32)> {
    let scanned = context.scanned;
    let tokens = scanned.tokens.list.iter().zip(&scanned.rarity.files);
    let words: Vec<(&str, u32)> = tokens
        .filter(|(token, _)| token.whole && !token.joined)
        .map(|(token, files)| (&*token.spelling, *files))
        .collect();
    let is_short = words.len() <= MAX_PLAIN_WORDS;
    let rarest = words.into_iter().filter(|word| word.1 > 0).min_by_key(|word| word.1);
    rarest.filter(|word| is_short && word.1 as usize > opened)
}

/// The files of `ranks` that declare an identifier of the query, or else its [`plain_name`], which no opened file declares,
/// best first. A name that occurs in no file is skipped.
pub(super) fn declaring_files(
    context: &QueryContext<'_>,
    ranks: &[FileRank],
    opened: &[SearchedFile],
    stats: &mut Stats,
) -> Vec<FileRank> {
    let scanned = context.scanned;
    let tokens = scanned.tokens.list.iter().zip(&scanned.rarity.files);
    let names: Vec<(&str, u32)> = tokens
        .filter(|(token, _)| token.compound && token.whole && !token.joined)
        .map(|(token, files)| (&*token.spelling, *files))
        .collect();
    if names.len() > MAX_NAMES {
        return Vec::new();
    }
    let plain = names.is_empty().then(|| plain_name(context, opened.len()));
    let names = names.into_iter().chain(plain.flatten());
    let is_declared = |name: &str| {
        let mut symbols = opened.iter().flat_map(|searched| &searched.file.facts.symbols);
        symbols.any(|symbol| symbol.name == name)
    };
    let mut found: Vec<FileRank> = Vec::new();
    for (name, files) in names {
        if files == 0 || is_declared(name) {
            continue;
        }
        let paths = relations::declaring_files(scanned, name, stats);
        let declares = |rank: &&FileRank| {
            let path = context.scanned.path(rank.file);
            paths.iter().any(|declaring| declaring == path)
        };
        let new = ranks.iter().filter(declares).take(MAX_DECLARING_FILES);
        found.extend(new.cloned());
    }
    found.sort_by(|a, b| b.total.total_cmp(&a.total).then(a.file.cmp(&b.file)));
    found.dedup_by_key(|rank| rank.file);
    found
}
