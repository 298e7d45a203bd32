//! How good an answer is: pure functions over the gold and what was found.

mod bootstrap;
mod files;
mod lines;
mod ndcg;
mod percentiles;
mod reach;

pub use bootstrap::{Interval, Paired, interval, paired};
pub use files::{FileMetrics, file_metrics};
pub use lines::{Budget, LineMetrics, context_efficiency, line_metrics, truncate_to_budget};
pub use ndcg::{Ndcg, ndcg};
pub use percentiles::Percentiles;
pub use reach::{MatchLevel, reach};

/// The mean of some figures; `None` of none.
pub(crate) fn mean(figures: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = figures.fold((0.0, 0_u32), |(sum, count), one| (sum + one, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}
