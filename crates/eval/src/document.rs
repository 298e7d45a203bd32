//! The whole of a measurement, as JSON: `firsthand.eval/1`.

use serde::Serialize;

use crate::journal::RecordedPlan;
use crate::metrics::Budget;
use crate::price::Prices;
use crate::record::Record;
use crate::run::{Measured, Skipped};
use crate::split::Split;
use crate::summary::{ArmSummary, GroupBy, summarize};
use crate::tree::TreeCounts;

/// What was measured, summed up and task by task.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Document {
    /// `firsthand.eval/1`.
    pub schema: &'static str,
    /// How much of an answer's regions was looked at.
    pub budget: Budget,
    /// How often each question was asked.
    pub repeat: u32,
    /// How many at a time.
    pub jobs: usize,
    /// The half of the repositories that was asked; `null` where it is all of them.
    pub split: Option<Split>,
    /// What makes a group.
    pub by: GroupBy,
    /// Each arm, in the order in which they were asked for.
    pub arms: Vec<ArmSummary>,
    /// Tasks that could not be asked.
    pub skipped: Vec<Skipped>,
    /// How many answers were known from before.
    pub resumed: usize,
    /// Trees that were made.
    pub trees: TreeCounts,
    /// Every answer.
    pub tasks: Vec<Record>,
}

impl Document {
    /// Sums up what was measured; tokens cost what the table of prices gives.
    #[must_use]
    pub fn new(
        outline: &RecordedPlan,
        measured: Measured,
        trees: TreeCounts,
        by: GroupBy,
        prices: &Prices,
    ) -> Self {
        Self {
            schema: "firsthand.eval/1",
            budget: outline.budget,
            repeat: outline.repeat,
            jobs: outline.jobs,
            split: outline.split,
            by,
            arms: summarize(&measured.records, by, prices),
            skipped: measured.skipped,
            resumed: measured.resumed,
            trees,
            tasks: measured.records,
        }
    }
}
