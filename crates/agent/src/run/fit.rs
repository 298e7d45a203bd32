//! Checks what the printed report of a submission has room for.

use std::panic::{AssertUnwindSafe, catch_unwind};

use firsthand_validator::Fit;

use super::Run;
use crate::event::Event;

impl Run<'_> {
    /// Records what the printed report of the submission loses; nothing where the host cannot say.
    pub(super) fn check_fit(&mut self, submission: usize) {
        let report = self.log.state.report_to_fit(submission);
        let check = self.parts.fit.as_ref().zip(report);
        let fit = check.map_or_else(Fit::default, |(check, report)| {
            catch_unwind(AssertUnwindSafe(|| check.fit(&report))).unwrap_or_default()
        });
        self.record(Event::FitChecked { submission, fit });
    }
}
