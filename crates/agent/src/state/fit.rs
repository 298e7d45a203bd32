//! What the printed report of a submission has room for.

use firsthand_validator::{Context, Fit, Present, StopReason, VerifiedReport, conclude, validate};

use super::State;
use crate::event::CheckFor;

impl State {
    /// Whether it is checked what the printed report has room for.
    pub(crate) fn checks_fit(&self) -> bool {
        self.setup.checks_fit
    }

    /// What a selection is validated with, over these present files.
    pub(super) fn context<'s>(&'s self, present: &'s Present) -> Context<'s> {
        let task = self.setup.task.as_ref();
        let intent = task.map(|task| task.intent).unwrap_or_default();
        Context::new(&self.registry, present, intent)
            .query(task.map_or("", |task| &task.query))
            .searched_in_part(self.facts.coverage.losses.time > 0)
    }

    /// The report of the submission as if there were room for all of it: a lowered one is printed otherwise. `None` where
    /// it has no verdict.
    pub(crate) fn report_to_fit(&self, submission: usize) -> Option<VerifiedReport> {
        let submission = self.submissions.get(submission)?;
        let (_, present) = submission.validated.as_ref()?;
        let context = self.context(present);
        let verdict = validate(&submission.selection, &context);
        let facts = self.run_facts(self.stopped.unwrap_or(StopReason::Accepted))?;
        let report = conclude(&self.registry, context.intent, &[&verdict], facts, |_| {
            Present::default()
        });
        Some(report)
    }

    /// Records what the printed report loses, and validates the submission with that.
    pub(super) fn fit_checked(&mut self, index: usize, fit: &Fit) {
        self.checks.last_fit = Some(index);
        if self.stopped.is_some() {
            self.checks.fits.push(index);
        }
        let Some(submission) = self.submissions.get_mut(index) else {
            return;
        };
        submission.fit = Some(fit.clone());
        let Some((verdict, present)) = submission.validated.clone() else {
            return;
        };
        let links = fit
            .links
            .iter()
            .filter_map(|at| verdict.body().flow.get(*at));
        submission.cut_links = links.map(|link| link.number()).collect();
        self.validate_with(CheckFor::Submission(index), &present);
    }
}
