//! Whether the right files and places were ranked, and how early.

use std::collections::BTreeSet;

use firsthand::source::distinct;

use super::Metrics;
use crate::found::{Found, Region};
use crate::task::Gold;

/// The last rank of a file that counts, so that no arm gains by listing more files.
const MAX_FILES: usize = 20;
/// The number of ranks that count for NDCG.
const MAX_RANKS: usize = 10;

/// Compares the ranked files and regions with the gold; nothing is added if the gold has no file.
pub(super) fn add(metrics: &mut Metrics, gold: &[Gold], found: &Found) {
    let gold_paths: BTreeSet<&str> = gold.iter().map(|gold| gold.path.as_str()).collect();
    if gold_paths.is_empty() {
        return;
    }
    // A repeated file counts once, at its first rank.
    let hit_ranks: Vec<usize> = distinct(found.files.iter().map(String::as_str))
        .into_iter()
        .take(MAX_FILES)
        .enumerate()
        .filter(|(_, file)| gold_paths.contains(file))
        .map(|(rank, _)| rank)
        .collect();
    let hits_within = |k: usize| hit_ranks.iter().filter(|rank| **rank < k).count() as f64;
    metrics.set("hit_1", hits_within(1));
    for (name, ranks) in [("recall_1", 1), ("recall_5", 5), ("recall_10", 10)] {
        metrics.set(name, hits_within(ranks) / gold_paths.len() as f64);
    }
    let first = hit_ranks.first();
    metrics.set("mrr", first.map_or(0.0, |rank| 1.0 / (*rank + 1) as f64));

    // The ranks are distinct files: those of the regions in order, then the list of files.
    let shown = found.regions.iter().map(|region| &region.path);
    let files = distinct(shown.chain(&found.files));
    let first_file = |target: &Gold| {
        let mut files = files.iter();
        files.position(|file| path_matches(file, target.target()))
    };
    // The ranks are the regions, several of one file included.
    let first_chunk = |target: &Gold| {
        let mut regions = found.regions.iter();
        regions.position(|region| overlaps(region, target))
    };
    let ndcg = normalized_gain(gold.iter().filter_map(first_file), gold.len());
    metrics.set("ndcg", ndcg);
    let ndcg = normalized_gain(gold.iter().filter_map(first_chunk), gold.len());
    metrics.set("ndcg_chunks", ndcg);
}

/// Whether one path is a suffix of the other, at a `/`.
fn path_matches(file: &str, target: &str) -> bool {
    let ends_in = |long: &str, short: &str| {
        let folder = long.strip_suffix(short);
        folder.is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
    };
    ends_in(file, target) || ends_in(target, file)
}

/// Whether the region is of the target's file and, if the target has lines, overlaps the first range.
fn overlaps(region: &Region, target: &Gold) -> bool {
    let lines = target.ranges.first();
    path_matches(&region.path, target.target())
        && lines.is_none_or(|[start, end]| region.start <= *end && *start <= region.end)
}

/// The gain of the distinct ranks, from 0, over the gain of `targets` targets at the first ranks. A rank counts once,
/// however many targets it matches.
fn normalized_gain(ranks: impl Iterator<Item = usize>, targets: usize) -> f64 {
    let gain = |rank: usize| ((rank + 2) as f64).log2().recip();
    let ranks: BTreeSet<usize> = ranks.filter(|rank| *rank < MAX_RANKS).collect();
    let best: f64 = (0..targets.min(MAX_RANKS)).map(gain).sum();
    ranks.into_iter().map(gain).sum::<f64>() / best
}
