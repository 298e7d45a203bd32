//! Which files are opened: the best, and those that have much of the query word for word, wherever they stand: a
//! message is said once, often in a long file.

use std::collections::HashMap;

use super::Call;
use crate::answer::Stats;
use crate::inventory::FileEntry;
use crate::rank::files::FileRank;
use crate::rank::symbols::QueryContext;
use crate::scan::{FileCounts, Scan};

/// Files that are opened and parsed for one query.
const MAX_BEST_FILES: usize = 32;
/// Files that are opened however large they are.
const MIN_BEST_FILES: usize = 10;
/// Bytes of the files that are opened: parsing is what takes time.
const MAX_BEST_BYTES: u64 = 768 << 10;
/// Further files whose words are looked at.
const MAX_CONSIDERED_FILES: usize = 200;
/// Files that are read: those that can have the longest run.
const MAX_READ_FILES: usize = 16;
/// Files that are opened beside the best.
const MAX_QUOTING_FILES: usize = 3;
/// The information of a phrase match that is hardly there by chance, in nats.
const MIN_INFORMATION: f64 = 8.0;

/// The files to open, best first, then those that quote the query.
pub(super) fn promising(
    call: &Call<'_>,
    entries: &[FileEntry],
    ranks: &[FileRank],
    scan: &Scan,
    context: &QueryContext<'_>,
    stats: &mut Stats,
) -> Vec<FileRank> {
    let (best, others) = ranks.split_at(best_count(entries, ranks));
    [best, &quoting(call, entries, others, scan, context, stats)].concat()
}

/// How many of the files are opened since they are the best, as far as the caps allow.
fn best_count(entries: &[FileEntry], ranks: &[FileRank]) -> usize {
    let mut bytes = 0;
    let fits = |(at, rank): (usize, &FileRank)| {
        bytes += entries[rank.file as usize].size;
        at < MIN_BEST_FILES || (at < MAX_BEST_FILES && bytes <= MAX_BEST_BYTES)
    };
    let fits = ranks.iter().enumerate().map(fits);
    fits.take_while(|fits| *fits).count()
}

/// Those of the files that have the longest runs of the query's words, best first.
fn quoting(
    call: &Call<'_>,
    entries: &[FileEntry],
    ranks: &[FileRank],
    scan: &Scan,
    context: &QueryContext<'_>,
    stats: &mut Stats,
) -> Vec<FileRank> {
    let counts: HashMap<u32, &FileCounts> =
        scan.files.iter().map(|file| (file.file, file)).collect();
    let ranks = ranks.iter().take(MAX_CONSIDERED_FILES);
    let mut possible: Vec<(f64, &FileRank)> = ranks
        .filter_map(|rank| {
            let most = context
                .phrases
                .max_information(&counts.get(&rank.file)?.counts);
            (most > MIN_INFORMATION).then_some((most, rank))
        })
        .collect();
    possible.sort_by(|a, b| b.0.total_cmp(&a.0));
    possible.truncate(MAX_READ_FILES);
    let read = call.graph.threads.filter_map(&possible, 1, |(_, rank)| {
        if call.cancel.is_cancelled() {
            return None;
        }
        let path = entries[rank.file as usize].path.as_str();
        let shown = call.listing.reader.read(path).ok()?;
        // Looking for secrets takes longer than looking for runs, which few files have.
        let mut information = context.phrases.information(&shown, context.tokens);
        if information > MIN_INFORMATION {
            let searched = call.graph.searched(&shown);
            information = context.phrases.information(&searched, context.tokens);
        }
        Some((information, *rank, shown.len() as u64))
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
