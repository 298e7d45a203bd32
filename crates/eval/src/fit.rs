//! Fits a logistic model on one half of the repositories, and evaluates it on both.

mod evaluation;
mod logistic;
mod rows;
mod text;

use serde::Serialize;

pub use evaluation::{Decile, Evaluation, ThresholdStats};
pub use logistic::{FitError, Weights};
pub use rows::{FeatureRow, read_feature_rows, read_journal_rows};

use crate::split::Split;

/// A fitted model, and its evaluation on each half.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Fitted {
    /// `firsthand.eval.fit/1`.
    pub schema: &'static str,
    /// The strength of the penalty on the squared weights of standardized features.
    pub l2: f64,
    /// The weights, of the features as they are in the rows.
    pub weights: Weights,
    /// The evaluation on the rows that the weights were fitted on.
    pub fit: Evaluation,
    /// The evaluation on the rows of the held-out repositories; `None` if there is no such row.
    pub judge: Option<Evaluation>,
}

impl Fitted {
    /// Fits on the rows of [`Split::Known`], and evaluates on both halves. The order of the rows does not matter.
    ///
    /// # Errors
    /// A [`FitError`] if the rows are too few.
    pub fn of(mut rows: Vec<FeatureRow>, l2: f64) -> Result<Self, FitError> {
        rows.sort_by(|a, b| (&a.repo, &a.id).cmp(&(&b.repo, &b.id)));
        let half = |split| {
            let own = rows.iter().filter(move |row| Split::of(&row.repo) == split);
            own.collect::<Vec<_>>()
        };
        let (fit, judge) = (half(Split::Known), half(Split::HeldOut));
        let weights = Weights::fit(&fit, l2)?;
        Ok(Self {
            schema: "firsthand.eval.fit/1",
            l2,
            fit: Evaluation::of(&weights, &fit).ok_or(FitError::NoRow)?,
            judge: Evaluation::of(&weights, &judge),
            weights,
        })
    }

    /// The weights as a Rust module of constants, with where they come from.
    #[must_use]
    pub fn rust(&self) -> String {
        text::rust(self)
    }

    /// The evaluation as Markdown tables.
    #[must_use]
    pub fn tables(&self) -> String {
        text::tables(self)
    }
}

#[cfg(test)]
mod tests;
