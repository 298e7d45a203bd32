//! File metrics: whether the right files were listed, and at which rank.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::mean;
use crate::task::Gold;

/// The last rank that counts, so that no arm gains by listing more files.
const MAX_RANK: usize = 20;

/// File metrics of one answer, or their means over several; each is from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct FileMetrics {
    /// Whether the first file is in the gold.
    pub hit_at_1: f64,
    /// The share of the gold files that the first file covers; `None` in records of earlier versions.
    #[serde(default)]
    pub recall_at_1: Option<f64>,
    /// The share of the gold files among the first 5.
    pub recall_at_5: f64,
    /// The same, among the first 10.
    pub recall_at_10: f64,
    /// The reciprocal rank of the first gold file; 0 if none is among the first 20.
    pub mrr: f64,
}

impl FileMetrics {
    /// The mean of each metric; `None` without answers.
    pub(crate) fn mean<'a>(all: impl Iterator<Item = &'a Self>) -> Option<Self> {
        let all: Vec<&Self> = all.collect();
        let mean_of = |figure: fn(&Self) -> f64| mean(all.iter().copied().map(figure));
        Some(Self {
            hit_at_1: mean_of(|one| one.hit_at_1)?,
            recall_at_1: mean(all.iter().filter_map(|one| one.recall_at_1)),
            recall_at_5: mean_of(|one| one.recall_at_5)?,
            recall_at_10: mean_of(|one| one.recall_at_10)?,
            mrr: mean_of(|one| one.mrr)?,
        })
    }
}

/// Compares a ranked list of files with the gold; a repeated file counts once, at its first rank. `None` if the gold
/// has no file.
#[must_use]
pub fn file_metrics(gold: &[Gold], files: &[String]) -> Option<FileMetrics> {
    let gold_paths: BTreeSet<&str> = gold.iter().map(|gold| gold.path.as_str()).collect();
    if gold_paths.is_empty() {
        return None;
    }
    let mut seen = BTreeSet::new();
    let ranked = files
        .iter()
        .map(String::as_str)
        .filter(|file| seen.insert(*file));
    let hit_ranks: Vec<usize> = ranked
        .take(MAX_RANK)
        .enumerate()
        .filter(|(_, file)| gold_paths.contains(file))
        .map(|(rank, _)| rank)
        .collect();
    let hits_within = |k: usize| hit_ranks.iter().filter(|rank| **rank < k).count() as f64;
    Some(FileMetrics {
        hit_at_1: hits_within(1),
        recall_at_1: Some(hits_within(1) / gold_paths.len() as f64),
        recall_at_5: hits_within(5) / gold_paths.len() as f64,
        recall_at_10: hits_within(10) / gold_paths.len() as f64,
        mrr: hit_ranks
            .first()
            .map_or(0.0, |rank| 1.0 / (*rank + 1) as f64),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gold(paths: &str) -> Vec<Gold> {
        let one = |path: &str| Gold {
            path: path.to_owned(),
            ranges: Vec::new(),
            as_written: None,
        };
        paths.split_whitespace().map(one).collect()
    }

    fn check(wanted: &str, found: &str, expect: Option<[f64; 4]>) {
        let found: Vec<String> = found.split_whitespace().map(str::to_owned).collect();
        let got = file_metrics(&gold(wanted), &found);
        let got = got.map(|m| [m.hit_at_1, m.recall_at_5, m.recall_at_10, m.mrr]);
        assert_eq!(got, expect, "{wanted:?} in {found:?}");
    }

    #[test]
    fn metrics_match_hand_computed_values() {
        check("", "a", None);
        check("a", "", Some([0.0, 0.0, 0.0, 0.0]));
        check("a", "a", Some([1.0, 1.0, 1.0, 1.0]));
        check("a b", "c b", Some([0.0, 0.5, 0.5, 0.5]));
        check("a b", "c d e f a g h i j b", Some([0.0, 0.5, 1.0, 0.2]));
        check(
            "a",
            "1 2 3 4 5 6 7 8 9 10 a",
            Some([0.0, 0.0, 0.0, 1.0 / 11.0]),
        );
        // A file that the gold names twice is one file; a file that is listed twice takes one rank.
        check("a a", "c c a", Some([0.0, 1.0, 1.0, 0.5]));
        check(
            "z",
            "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 z",
            Some([0.0; 4]),
        );
    }

    proptest::proptest! {
        #[test]
        fn figures_are_within_0_and_1(wanted in "[a-e]( [a-e]){0,4}", found in "([a-h] ){0,12}") {
            let found: Vec<String> = found.split_whitespace().map(str::to_owned).collect();
            let m = file_metrics(&gold(&wanted), &found).unwrap();
            for figure in [m.hit_at_1, m.recall_at_5, m.recall_at_10, m.mrr] {
                assert!((0.0..=1.0).contains(&figure), "{m:?}");
            }
            assert!(m.recall_at_5 <= m.recall_at_10 && m.hit_at_1 <= m.mrr);
        }
    }
}
