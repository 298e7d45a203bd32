//! Line metrics: whether the right lines were shown, within a reading budget.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::mean;
use crate::found::Region;
use crate::task::Gold;

/// How many regions and lines of an answer count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Budget {
    /// The most regions.
    pub regions: usize,
    /// The most lines of all regions together; a repeated line counts each time.
    pub lines: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            regions: 5,
            lines: 500,
        }
    }
}

/// Line metrics of one answer, or their means over several; each is from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct LineMetrics {
    /// The share of the gold lines that was shown.
    pub recall: f64,
    /// The share of the distinct shown lines that are gold lines; 0 if nothing was shown.
    pub precision: f64,
    /// The harmonic mean of the two.
    pub f1: f64,
    /// Whether any gold range was touched.
    pub touched: f64,
}

impl LineMetrics {
    /// The mean of each metric; `None` without answers.
    pub(crate) fn mean<'a>(all: impl Iterator<Item = &'a Self>) -> Option<Self> {
        let all: Vec<&Self> = all.collect();
        let mean_of = |figure: fn(&Self) -> f64| mean(all.iter().copied().map(figure));
        Some(Self {
            recall: mean_of(|one| one.recall)?,
            precision: mean_of(|one| one.precision)?,
            f1: mean_of(|one| one.f1)?,
            touched: mean_of(|one| one.touched)?,
        })
    }
}

/// Truncates the regions to the budget, in order; the last one is shortened to fit.
#[must_use]
pub fn truncate_to_budget(regions: &[Region], budget: Budget) -> Vec<Region> {
    let mut lines_left = budget.lines;
    let mut within_budget = Vec::new();
    for region in regions.iter().take(budget.regions) {
        if lines_left == 0 {
            break;
        }
        let lines = region.lines().min(lines_left);
        lines_left -= lines;
        if lines > 0 {
            // `lines` is at most the region's own, so this end is at most its own too.
            let end = u64::from(region.start) + lines - 1;
            let end = u32::try_from(end).unwrap_or(region.end);
            within_budget.push(Region {
                end,
                ..region.clone()
            });
        }
    }
    within_budget
}

/// Compares the regions within the budget with the gold ranges. `None` if the gold has no range.
#[must_use]
pub fn line_metrics(gold: &[Gold], regions: &[Region], budget: Budget) -> Option<LineMetrics> {
    let gold_lines = LineSet::of(gold.iter().flat_map(ranges));
    let within_budget = truncate_to_budget(regions, budget);
    let shown = LineSet::of(
        within_budget
            .iter()
            .map(|r| (r.path.as_str(), r.start, r.end)),
    );
    if gold_lines.count() == 0 {
        return None;
    }
    let common = gold_lines.count_common(&shown) as f64;
    let recall = common / gold_lines.count() as f64;
    let precision = match shown.count() {
        0 => 0.0,
        shown_count => common / shown_count as f64,
    };
    let f1 = match common > 0.0 {
        true => 2.0 * precision * recall / (precision + recall),
        false => 0.0,
    };
    let touched = f64::from(u8::from(common > 0.0));
    Some(LineMetrics {
        recall,
        precision,
        f1,
        touched,
    })
}

/// Context efficiency: the share of the distinct shown lines that are in the gold or in the optional places. `None` if
/// nothing was shown, or neither has a line.
#[must_use]
pub fn context_efficiency(
    gold: &[Gold],
    optional: &[Gold],
    regions: &[Region],
    budget: Budget,
) -> Option<f64> {
    let useful = LineSet::of(gold.iter().chain(optional).flat_map(ranges));
    let within_budget = truncate_to_budget(regions, budget);
    let shown = LineSet::of(
        within_budget
            .iter()
            .map(|r| (r.path.as_str(), r.start, r.end)),
    );
    (useful.count() > 0 && shown.count() > 0)
        .then(|| useful.count_common(&shown) as f64 / shown.count() as f64)
}

/// The ranges of a gold file.
fn ranges(gold: &Gold) -> impl Iterator<Item = (&str, u32, u32)> {
    let path = gold.path.as_str();
    gold.ranges
        .iter()
        .map(move |[start, end]| (path, *start, *end))
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

#[cfg(test)]
mod tests;
