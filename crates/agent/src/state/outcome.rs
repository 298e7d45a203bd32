//! The report of a run.

use firsthand_validator::{
    EARLIER_REPORT, RunFacts, Stats, StopReason, Verdict, VerifiedReport, best_verdict, conclude,
    is_unsearched,
};

use super::State;
use crate::Message;

impl State {
    /// The verdicts that the run may report, in the order of their submission, each with the number of its submission,
    /// from 0. None for a run that ended without a selection.
    fn verdicts(&self) -> impl Iterator<Item = (usize, &Verdict)> {
        let ended_without = self.stopped.is_some_and(|reason| !reason.has_selection());
        self.submissions
            .iter()
            .enumerate()
            .filter_map(|(n, submission)| Some((n, &submission.validated.as_ref()?.0)))
            .filter(move |_| !ended_without)
    }

    /// The number of the submission that the run would report.
    pub(crate) fn best(&self) -> Option<usize> {
        let verdicts = self.verdicts().map(|(_, verdict)| verdict);
        let best = best_verdict(&self.registry, &self.facts.coverage, verdicts)?;
        self.verdicts().nth(best).map(|(n, _)| n)
    }

    /// Why the run would report an earlier submission than the last one, in a sentence for the model; `None` where it reports
    /// the last one.
    pub(crate) fn why_earlier(&self) -> Option<String> {
        let last = self.submissions.len().checked_sub(1)?;
        let best = self.best().filter(|best| *best < last)?;
        let why = self.verdict(last)?.why_behind(self.verdict(best)?)?;
        Some(format!("{EARLIER_REPORT}: {why}"))
    }

    /// The stop reason of a run that cannot continue: `BestOfContinuations` if there is a report to return, or else
    /// `other`.
    pub(crate) fn stop_reason_or(&self, other: StopReason) -> StopReason {
        match self.best() {
            Some(_) => StopReason::BestOfContinuations,
            None => self.reason_without_report(other),
        }
    }

    /// The reason of a stop without a report: an unfounded skip, if the last report was one and nothing else ended the run.
    pub(crate) fn reason_without_report(&self, other: StopReason) -> StopReason {
        let last = self.submissions.last().and_then(|last| last.validated.as_ref());
        let is_unfounded = last.is_some_and(|(verdict, _)| verdict.is_unfounded_skip());
        match other {
            StopReason::NoSubmit | StopReason::NothingVerified if is_unfounded => {
                StopReason::SkipUnfounded
            }
            other => other,
        }
    }

    /// The reason of a stop by a budget that is used up.
    pub(crate) fn used_up_budget(&self) -> Option<StopReason> {
        if self.room_left() == 0 {
            Some(StopReason::ObservationBudget)
        } else {
            (self.steps_left() == 0).then_some(StopReason::StepBudget)
        }
    }

    /// Whether nothing was observed, and no complete search shows that nothing is there.
    pub(crate) fn is_unsearched(&self) -> bool {
        is_unsearched(&self.registry, &self.facts.coverage)
    }

    /// The verdict on the report that the model submitted as number `n`, from 0, from the last check of
    /// the files that it cites.
    #[must_use]
    pub fn verdict(&self, n: usize) -> Option<&Verdict> {
        let (verdict, _) = self.submissions.get(n)?.validated.as_ref()?;
        Some(verdict)
    }

    /// The model's failure, where it failed before anything was observed.
    pub(crate) fn failure_before_observation(&self) -> Option<&str> {
        self.turn.failure.as_deref().filter(|_| self.registry.is_empty())
    }

    /// What the model wrote beside its calls.
    fn prose(&self) -> Vec<String> {
        let turns = self.conversation.messages.iter().filter_map(|message| match message {
            Message::Model(turn) if !turn.text.trim().is_empty() => Some(turn.text.clone()),
            _ => None,
        });
        turns.collect()
    }

    /// What the report states of the run.
    pub(crate) fn run_facts(&self, stop_reason: StopReason) -> Option<RunFacts> {
        let task = self.setup.task.as_ref()?;
        let facts = RunFacts::new(&task.root, &task.query)
            .with_coverage(self.facts.coverage.clone())
            .with_findings(self.facts.findings.clone())
            .with_leads(task.words.clone(), self.prose());
        Some(facts.with_stats(Stats { stop_reason, ..self.facts.stats.clone() }))
    }

    /// The report; `None` while the run goes on, after a cancellation, where the model failed before anything was
    /// observed, and for a fallback until its files were checked.
    #[must_use]
    pub fn report(&self) -> Option<VerifiedReport> {
        let stopped = self.stopped?;
        if stopped == StopReason::Cancelled || self.failure_before_observation().is_some() {
            return None;
        }
        let task = self.setup.task.as_ref()?;
        if self.best().is_none() && self.checks.fallback.is_none() {
            return None;
        }
        let facts = self.run_facts(stopped)?;
        let verdicts: Vec<&Verdict> = self.verdicts().map(|(_, verdict)| verdict).collect();
        Some(conclude(&self.registry, task.intent, &verdicts, facts, |_| {
            self.checks.fallback.clone().unwrap_or_default()
        }))
    }
}
