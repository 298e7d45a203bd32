//! NDCG@10: how early the targets are ranked, with equal weights.
//!
//! A path matches a target if one is a suffix of the other, at a `/`. A rank counts once, however many targets it
//! matches, and a target counts only at its first rank.

use std::collections::BTreeSet;

use firsthand::source::distinct;
use serde::{Deserialize, Serialize};

use super::mean;
use crate::found::{Found, Region};
use crate::task::Gold;

/// The number of ranks that count.
const MAX_RANKS: usize = 10;

/// NDCG@10 by two conventions, each from 0 to 1; of one answer, or the means over several.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Ndcg {
    /// The ranks are distinct files: those of the regions in order, then the list of files.
    pub files: f64,
    /// The ranks are the regions, several of one file included. A target with lines needs a region that overlaps its
    /// first range.
    pub chunks: f64,
}

impl Ndcg {
    /// The mean of each metric; `None` without answers.
    pub(crate) fn mean<'a>(all: impl Iterator<Item = &'a Self>) -> Option<Self> {
        let all: Vec<&Self> = all.collect();
        let mean_of = |figure: fn(&Self) -> f64| mean(all.iter().copied().map(figure));
        Some(Self {
            files: mean_of(|one| one.files)?,
            chunks: mean_of(|one| one.chunks)?,
        })
    }
}

/// NDCG@10 of an answer; `None` if the task has no target.
#[must_use]
pub fn ndcg(gold: &[Gold], found: &Found) -> Option<Ndcg> {
    if gold.is_empty() {
        return None;
    }
    let shown = found.regions.iter().map(|region| &region.path);
    let files = distinct(shown.chain(&found.files));
    let first_file = |target: &Gold| {
        files
            .iter()
            .position(|file| path_matches(file, target.target()))
    };
    let first_chunk = |target: &Gold| {
        found
            .regions
            .iter()
            .position(|region| overlaps(region, target))
    };
    Some(Ndcg {
        files: normalized_gain(gold.iter().filter_map(first_file), gold.len()),
        chunks: normalized_gain(gold.iter().filter_map(first_chunk), gold.len()),
    })
}

fn path_matches(file: &str, target: &str) -> bool {
    let ends_in = |long: &str, short: &str| {
        let folder = long.strip_suffix(short);
        folder.is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
    };
    ends_in(file, target) || ends_in(target, file)
}

fn overlaps(region: &Region, target: &Gold) -> bool {
    let lines = target.ranges.first();
    path_matches(&region.path, target.target())
        && lines.is_none_or(|[start, end]| region.start <= *end && *start <= region.end)
}

/// The gain of the distinct ranks, from 0, over the gain of `targets` targets at the first ranks.
fn normalized_gain(ranks: impl Iterator<Item = usize>, targets: usize) -> f64 {
    let ranks: BTreeSet<usize> = ranks.filter(|rank| *rank < MAX_RANKS).collect();
    let sum = |ranks: &mut dyn Iterator<Item = usize>| -> f64 {
        ranks.map(|rank| ((rank + 2) as f64).log2().recip()).sum()
    };
    sum(&mut ranks.into_iter()) / sum(&mut (0..targets.min(MAX_RANKS)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses `a.rs` or `a.rs:5-9`.
    fn place(text: &str) -> (String, Option<[u32; 2]>) {
        let Some((path, range)) = text.split_once(':') else {
            return (text.to_owned(), None);
        };
        let (start, end) = range.split_once('-').unwrap();
        (
            path.to_owned(),
            Some([start.parse().unwrap(), end.parse().unwrap()]),
        )
    }

    fn check(wanted: &str, regions: &str, files: &str, expect: Option<[f64; 2]>) {
        let target = |text: &str| {
            let (path, range) = place(text);
            let ranges = range.into_iter().collect();
            Gold {
                path,
                ranges,
                as_written: None,
            }
        };
        let region = |text: &str| {
            let (path, range) = place(text);
            let [start, end] = range.unwrap();
            Region { path, start, end }
        };
        let gold: Vec<Gold> = wanted.split_whitespace().map(target).collect();
        let found = Found {
            regions: regions.split_whitespace().map(region).collect(),
            files: files.split_whitespace().map(str::to_owned).collect(),
            self_assessment: None,
            report: None,
        };
        let got = ndcg(&gold, &found).map(|one| {
            let rounded = |figure: f64| (figure * 1e4).round() / 1e4;
            [rounded(one.files), rounded(one.chunks)]
        });
        assert_eq!(got, expect, "{wanted} in {regions} and {files}");
    }

    #[test]
    fn gains_match_hand_computed_values() {
        check("", "a:1-2", "a", None);
        check("a", "", "", Some([0.0, 0.0]));
        check("a", "a:1-2", "", Some([1.0, 1.0]));
        // 1 / log2(3). A second region of `b` takes another rank of the chunks, but not of the files.
        check("a", "b:1-2 a:1-2", "", Some([0.6309, 0.6309]));
        check("a", "b:1-2 b:5-6 a:1-2", "", Some([0.6309, 0.5]));
        // The list of files comes after the regions and adds no chunk.
        check("a", "b:1-2", "b a", Some([0.6309, 0.0]));
        check("a", "b:1-2", "a b", Some([0.6309, 0.0]));
        // Two targets: both found, (1 + 1/2) / (1 + 0.6309), and one found, 1 / (1 + 0.6309).
        check("a b", "a:1-2 c:1-2 b:1-2", "", Some([0.9197, 0.9197]));
        check("a b", "a:1-2", "", Some([0.6131, 0.6131]));
        // Lines matter to chunks, and only the first range does.
        check("a:5-9", "a:1-4 a:9-12", "", Some([1.0, 0.6309]));
        check("a:5-9", "a:1-4 a:10-12", "", Some([1.0, 0.0]));
        // A rank counts once for two targets.
        check("x/a y/a", "a:1-2", "", Some([0.6131, 0.6131]));
        // Ranks beyond the tenth do not count.
        let ten = "1 2 3 4 5 6 7 8 9 10";
        check("a", "", &format!("{ten} a"), Some([0.0, 0.0]));
        check("a", "", &format!("{} a", &ten[..17]), Some([0.2891, 0.0]));
        let regions = "b:1-1 ".repeat(10) + "a:1-1";
        check("a", &regions, "", Some([0.6309, 0.0]));
        // Of more than ten targets, the first ten ranks can show ten: that is the full gain.
        check(&format!("{ten} 11"), "", ten, Some([1.0, 0.0]));
    }

    #[test]
    fn paths_match_by_suffix() {
        let check = |file: &str, target: &str, expect: bool| {
            assert_eq!(path_matches(file, target), expect, "{file} {target}");
            assert_eq!(path_matches(target, file), expect, "{target} {file}");
        };
        check("a/b.rs", "a/b.rs", true);
        check("b.rs", "a/b.rs", true);
        check("c/a/b.rs", "a/b.rs", true);
        check("ab.rs", "b.rs", false);
        check("a/b.rs", "c/b.rs", false);
    }
}
