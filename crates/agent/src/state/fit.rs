//! What the printed report of a submission has room for; and a run as it is resumed.

use firsthand_validator::{
    Context, Fit, Intent, Present, StopReason, VerifiedReport, conclude, validate,
};

use super::{Pending, State};
use crate::event::CheckFor;
use crate::{Budgets, Message, Task};

impl State {
    /// Whether it is checked what the printed report has room for.
    pub(crate) fn checks_fit(&self) -> bool {
        self.setup.checks_fit
    }

    /// What the caller wants the answer for.
    pub(crate) fn intent(&self) -> Intent {
        self.setup.task.as_ref().map(|task| task.intent).unwrap_or_default()
    }

    /// What a selection is validated with, over these present files.
    pub(super) fn context<'s>(&'s self, present: &'s Present) -> Context<'s> {
        let task = self.setup.task.as_ref();
        Context::new(&self.registry, present, self.intent())
            .query(task.map_or("", |task| &task.query))
            .asked_names(&self.conversation.asked_names)
            .searched_in_part(self.facts.coverage.losses.time > 0)
    }

    /// The report of the submission as if there were room for all of it: a lowered one is printed otherwise. `None` where
    /// it has no verdict.
    pub(crate) fn report_to_fit(&self, submission: usize) -> Option<VerifiedReport> {
        let submission = self.submissions.get(submission)?;
        let (_, present) = submission.validated.as_ref()?;
        let context = self.context(present).handed_out(submission.handed_out);
        let verdict = validate(&submission.selection, &context);
        let facts = self.run_facts(self.stopped.unwrap_or(StopReason::Accepted))?;
        let report =
            conclude(&self.registry, context.intent, &[&verdict], facts, |_| Present::default());
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
        let links = fit.links.iter().filter_map(|at| verdict.body().flow.get(*at));
        submission.cut_links = links.map(|link| link.number()).collect();
        self.validate_with(CheckFor::Submission(index), &present);
    }
}

impl State {
    /// Sets the root, the model's name and the budgets for the rest of the run, and clears the end of the run, the
    /// model's failure and the checks of files.
    pub(super) fn resumed(&mut self, root: &str, model: &str, budgets: Budgets) {
        if let Some(task) = &mut self.setup.task {
            root.clone_into(&mut task.root);
        }
        model.clone_into(&mut self.facts.stats.model);
        self.setup.budgets = budgets;
        self.stopped = None;
        self.turn.failure = None;
        (self.turn.too_long, self.turn.idle) = (false, false);
        // With larger budgets, the model need no longer be forced to report.
        if self.why_only_report().is_none() {
            self.turn.turns_without_report = 0;
        }
        self.clear_checks();
    }

    /// Removes the answers to calls that the end interrupted, and their number from the statistics; the calls are
    /// pending again. `unfinished` has the ids of the calls.
    pub(super) fn reopen_calls(&mut self, unfinished: &[String]) {
        let calls = self.turn.calls.iter();
        let calls = calls.filter(|call| unfinished.contains(&call.id));
        let pending: Vec<Pending> = calls.map(|call| Pending::of(call, &self.registry)).collect();
        let before = self.conversation.messages.len();
        self.conversation.messages.retain(|message| match message {
            Message::Answer(answer) => !pending.iter().any(|p| p.call.id == answer.call),
            _ => true,
        });
        let removed = u32::try_from(before - self.conversation.messages.len()).unwrap_or(u32::MAX);
        self.facts.stats.tool_calls = self.facts.stats.tool_calls.saturating_sub(removed);
        if !pending.is_empty() {
            self.clear_remaining();
        }
        self.turn.pending.extend(pending);
    }

    /// Removes the remaining budget from the last turn's answers: the turn is not over, and only its last answer states
    /// it.
    fn clear_remaining(&mut self) {
        for message in self.conversation.messages.iter_mut().rev() {
            match message {
                Message::Model(_) => break,
                Message::Answer(answer) => answer.remaining = None,
                Message::User(_) => {}
            }
        }
    }

    /// Sets the question that is asked now, and clears the checks, so that cited files are checked again. The end of
    /// the run is retained.
    pub(super) fn cache_hit(&mut self, task: &Task, at_ms: u64) {
        self.setup.task = Some(task.clone());
        self.facts.stats.cache_hit = true;
        self.setup.cache_hit_ms = at_ms;
        self.clear_checks();
    }

    fn clear_checks(&mut self) {
        self.checks.after_stop.clear();
        (self.checks.last, self.checks.last_fit) = (None, None);
        self.checks.fits.clear();
        self.checks.fallback = None;
    }
}
