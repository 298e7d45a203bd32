//! Which files are opened: the best, and those that have much of the query word for word, wherever they stand: a
//! message is said once, often in a long file.

use std::collections::HashMap;

use firsthand_source::secrets::overwrite;

use super::Call;
use crate::inventory::FileEntry;
use crate::rank::files::FileRank;
use crate::rank::phrase::Run;
use crate::rank::symbols::QueryContext;
use crate::scan::{FileCounts, Scan, hits};

/// Files that are opened and parsed for one query.
const BEST: usize = 32;
/// Files that are opened however large they are.
const ANYHOW: usize = 10;
/// Bytes of the files that are opened: parsing is what takes time.
const BYTES: u64 = 768 << 10;
/// Further files whose words are looked at.
const CONSIDERED: usize = 200;
/// Files that are read: those that can have the longest run.
const READ: usize = 16;
/// Files that are opened beside the best.
const QUOTING: usize = 3;
/// Evidence of a run that is hardly there by chance, in nats.
const EVIDENCE: f64 = 8.0;

/// The files to open, best first, then those that quote the query.
pub(super) fn promising(
    call: &Call<'_>,
    entries: &[FileEntry],
    ranks: &[FileRank],
    scan: &Scan,
    context: &QueryContext<'_>,
) -> Vec<FileRank> {
    let (best, others) = ranks.split_at(best(entries, ranks));
    [best, &quoting(call, entries, others, scan, context)].concat()
}

/// How many of the files are opened since they are the best, as far as the caps allow.
fn best(entries: &[FileEntry], ranks: &[FileRank]) -> usize {
    let mut bytes = 0;
    let fits = |(at, rank): (usize, &FileRank)| {
        bytes += entries[rank.file as usize].size;
        at < ANYHOW || (at < BEST && bytes <= BYTES)
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
) -> Vec<FileRank> {
    let counts: HashMap<u32, &FileCounts> =
        scan.files.iter().map(|file| (file.file, file)).collect();
    let ranks = ranks.iter().take(CONSIDERED);
    let mut possible: Vec<(f64, &FileRank)> = ranks
        .filter_map(|rank| {
            let most = context.phrases.most(&counts.get(&rank.file)?.counts);
            (most > EVIDENCE).then_some((most, rank))
        })
        .collect();
    possible.sort_by(|a, b| b.0.total_cmp(&a.0));
    possible.truncate(READ);
    let threads = call.graph.threads;
    let mut found = threads.filter_map(&possible, 1, |(_, rank)| {
        let path = entries[rank.file as usize].path.as_str();
        let mut text = call.listing.reader.read(path).ok()?.to_vec();
        if call.graph.options.redact {
            overwrite(&mut text);
        }
        let hits = hits(&text, context.tokens, context.alike);
        let runs = context.phrases.runs(&text, &hits);
        let best = runs
            .iter()
            .map(|run: &Run| run.evidence)
            .fold(0.0, f64::max);
        (best > EVIDENCE).then_some((best, *rank))
    });
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.truncate(QUOTING);
    found.into_iter().map(|(_, rank)| rank.clone()).collect()
}
