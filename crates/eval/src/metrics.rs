//! Quality metrics of an answer: pure functions of the gold and the found places.

mod bootstrap;
mod files;
mod lines;
mod match_level;
mod ndcg;
mod percentiles;

pub use bootstrap::{Interval, Paired, interval, paired};
pub use files::{FileMetrics, file_metrics};
pub use lines::{Budget, LineMetrics, context_efficiency, line_metrics, truncate_to_budget};
pub use match_level::{MatchLevel, match_level};
pub use ndcg::{Ndcg, ndcg};
pub use percentiles::Percentiles;

/// The mean; `None` without figures.
pub(crate) fn mean(figures: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = figures.fold((0.0, 0_u32), |(sum, count), one| (sum + one, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}
