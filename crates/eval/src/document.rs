//! A complete measurement as JSON: `firsthand.eval/1`.

use serde::Serialize;

use crate::journal::RecordedPlan;
use crate::metrics::Budget;
use crate::price::Prices;
use crate::record::Record;
use crate::run::{Measured, Skipped};
use crate::split::Split;
use crate::summary::{ArmSummary, GroupBy, summarize};
use crate::tree::TreeCounts;

/// The results of a measurement: summaries, and each answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Document {
    /// `firsthand.eval/1`.
    pub schema: &'static str,
    /// How many of an answer's regions and lines count.
    pub budget: Budget,
    /// How often each question was asked.
    pub repeat: u32,
    /// How many questions were asked at a time.
    pub jobs: usize,
    /// The half of the repositories that was asked about; `null` for all.
    pub split: Option<Split>,
    /// How the answers are grouped.
    pub by: GroupBy,
    /// Each arm, in the order in which they were asked for.
    pub arms: Vec<ArmSummary>,
    /// Tasks that could not be asked.
    pub skipped: Vec<Skipped>,
    /// How many answers come from an earlier run.
    pub resumed: usize,
    /// Counts of the source trees that were written, and of what was left out of them.
    pub trees: TreeCounts,
    /// Every answer.
    #[serde(rename = "tasks")]
    pub records: Vec<Record>,
}

impl Document {
    /// Sums up the results, with the costs by this table of prices.
    #[must_use]
    pub fn new(
        recorded_plan: &RecordedPlan,
        measured: Measured,
        trees: TreeCounts,
        by: GroupBy,
        prices: &Prices,
    ) -> Self {
        Self {
            schema: "firsthand.eval/1",
            budget: recorded_plan.budget,
            repeat: recorded_plan.repeat,
            jobs: recorded_plan.jobs,
            split: recorded_plan.split,
            by,
            arms: summarize(&measured.records, by, prices),
            skipped: measured.skipped,
            resumed: measured.resumed,
            trees,
            records: measured.records,
        }
    }
}
