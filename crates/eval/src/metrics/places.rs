//! Whether the right files and lines were shown: how early, within a reading budget, at equal numbers of lines, and
//! weighted by need.

use std::collections::{BTreeMap, BTreeSet};

use firsthand::source::distinct;

use super::Metrics;
use crate::found::{Found, Region};
use crate::task::Gold;

/// The last rank of a file that counts, so that no arm gains by listing more files.
const MAX_FILES: usize = 20;
/// The number of ranks that count for NDCG.
const MAX_RANKS: usize = 10;
/// The most regions of an answer that count, and the most lines of these together; a repeated line counts each time.
const BUDGET: (usize, u64) = (5, 500);
/// The numbers of lines at which arms are compared, whatever the number of regions.
const EQUAL_LINES: [u64; 3] = [200, 250, 500];
/// The least share of a needed range, and of the deciding one alone, that counts as shown.
const SHOWN: f64 = 0.6;
const HALF_SHOWN: f64 = 0.5;
/// From these weights on a range is needed, and decides.
const NEEDED: f64 = 2.0;
const DECIDING: f64 = 3.0;

/// Compares the ranked files and regions with the gold; nothing is added if the gold has no file.
pub(super) fn add_ranks(metrics: &mut Metrics, gold: &[Gold], found: &Found) {
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

/// Compares the regions with the gold ranges; nothing is added if the gold has no range.
pub(super) fn add_lines(metrics: &mut Metrics, gold: &[Gold], regions: &[Region]) {
    let wanted = LineSet::of(gold.iter().flat_map(|gold| {
        let ranges = gold.ranges.iter();
        ranges.map(|[start, end]| (gold.path.as_str(), *start, *end))
    }));
    if wanted.count() == 0 {
        return;
    }
    let within_budget = truncate(regions, BUDGET);
    let shown = LineSet::of_regions(&within_budget);
    let (common, all) = (wanted.count_common(&shown) as f64, wanted.count() as f64);
    let (recall, precision) = (common / all, common / (shown.count() as f64).max(1.0));
    let f1 = 2.0 * precision * recall / (precision + recall).max(f64::MIN_POSITIVE);
    metrics.set("line_recall", recall);
    metrics.set("line_precision", precision);
    metrics.set("line_f1", f1);
    metrics.set("touched", f64::from(u8::from(common > 0.0)));
    for lines in EQUAL_LINES {
        let first_lines = truncate(regions, (usize::MAX, lines));
        let touched = wanted.count_common(&LineSet::of_regions(&first_lines)) > 0;
        metrics.set(&format!("touched_{lines}"), f64::from(u8::from(touched)));
    }
    if gold.iter().any(|gold| !gold.weights.is_empty()) {
        let shares = needed_shares(gold, &LineSet::of_regions(regions));
        metrics.set("held", held(&shares));
        metrics.set("score", score(&shares));
    }
}

/// The weight of each range, 1 unless it is stated, and the share of its lines that is shown.
fn needed_shares(gold: &[Gold], shown: &LineSet<'_>) -> Vec<(f64, f64)> {
    let mut shares = Vec::new();
    for gold in gold {
        for (index, [start, end]) in gold.ranges.iter().enumerate() {
            let weight = gold.weights.get(index).copied().unwrap_or(1.0);
            let range = LineSet::of([(gold.path.as_str(), *start, *end)].into_iter());
            let share = range.count_common(shown) as f64 / range.count() as f64;
            shares.push((weight, share));
        }
    }
    shares
}

/// The share of the needed lines that is shown, by weight.
fn held(shares: &[(f64, f64)]) -> f64 {
    let all: f64 = shares.iter().map(|(weight, _)| weight).sum();
    let shown: f64 = shares.iter().map(|(weight, share)| weight * share).sum();
    shown / all.max(f64::MIN_POSITIVE)
}

/// The score by rule: 3 if most of each needed range is shown, 2 if half of a deciding range is, 1 if any line of the
/// gold is, and else 0.
fn score(shares: &[(f64, f64)]) -> f64 {
    let mut needed = shares.iter().filter(|(weight, _)| *weight >= NEEDED).peekable();
    if needed.peek().is_some() && needed.all(|(_, share)| *share >= SHOWN) {
        return 3.0;
    }
    let decides = |(weight, share): &(f64, f64)| *weight >= DECIDING && *share >= HALF_SHOWN;
    if shares.iter().any(decides) {
        return 2.0;
    }
    f64::from(u8::from(shares.iter().any(|(_, share)| *share > 0.0)))
}

/// Truncates the regions to a number of regions and of lines, in order; the last one is shortened to fit.
pub(super) fn truncate(regions: &[Region], (max_regions, max_lines): (usize, u64)) -> Vec<Region> {
    let mut lines_left = max_lines;
    let mut kept = Vec::new();
    for region in regions.iter().take(max_regions) {
        let lines = region.lines().min(lines_left);
        lines_left -= lines;
        if lines > 0 {
            // `lines` is at most the region's own, so this end is at most its own too.
            let end = u64::from(region.start) + lines - 1;
            kept.push(Region { end: u32::try_from(end).unwrap_or(region.end), ..region.clone() });
        }
    }
    kept
}

/// A set of lines: for each path, sorted ranges that neither touch nor overlap.
struct LineSet<'a>(BTreeMap<&'a str, Vec<(u64, u64)>>);

impl<'a> LineSet<'a> {
    fn of(ranges: impl Iterator<Item = (&'a str, u32, u32)>) -> Self {
        let mut files: BTreeMap<&str, Vec<(u64, u64)>> = BTreeMap::new();
        for (path, start, end) in ranges.filter(|(_, start, end)| start <= end) {
            let range = (u64::from(start), u64::from(end));
            files.entry(path).or_default().push(range);
        }
        for ranges in files.values_mut() {
            ranges.sort_unstable();
            ranges.dedup_by(|next, before| {
                let joined = next.0 <= before.1 + 1;
                if joined {
                    before.1 = before.1.max(next.1);
                }
                joined
            });
        }
        Self(files)
    }

    fn of_regions(regions: &'a [Region]) -> Self {
        let range = |region: &'a Region| (region.path.as_str(), region.start, region.end);
        Self::of(regions.iter().map(range))
    }

    /// The number of lines in the set.
    fn count(&self) -> u64 {
        let ranges = self.0.values().flatten();
        ranges.map(|(start, end)| end - start + 1).sum()
    }

    /// The number of lines that are in both sets.
    fn count_common(&self, other: &Self) -> u64 {
        let mut common = 0;
        for (path, mine) in &self.0 {
            for (start, end) in mine {
                for (from, to) in other.0.get(path).into_iter().flatten() {
                    common += (end.min(to) + 1).saturating_sub(*start.max(from));
                }
            }
        }
        common
    }
}
