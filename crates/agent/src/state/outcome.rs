//! The report of a run.

use firsthand_validator::{
    Action, Context, RunFacts, Stats, StopReason, Verdict, VerifiedReport, fallback, host_terms,
    with_query_spelling, without_sentence_openers,
};

use super::State;

impl State {
    /// The index of the best submission with something to report. Of two submissions, the one that extends the other is
    /// better, or else the one with more merit; the later one wins a tie, as the model had observed more. `None` for a
    /// run that ended without a selection. While the run goes on, a skip counts only after a complete search.
    pub(crate) fn best(&self) -> Option<usize> {
        if self.stopped.is_some_and(|reason| !reason.has_selection()) {
            return None;
        }
        let running_unsearched = self.stopped.is_none() && self.is_unsearched();
        let validated = self
            .submissions
            .iter()
            .enumerate()
            .filter_map(|(n, submission)| {
                let (verdict, _) = submission.validated.as_ref()?;
                let unfounded_skip =
                    running_unsearched && verdict.action() == Action::SkipExploreResult;
                (!verdict.has_nothing_verified() && !unfounded_skip).then_some((n, verdict))
            });
        validated
            .reduce(|best, next| {
                if self.is_better(best.1, next.1) {
                    best
                } else {
                    next
                }
            })
            .map(|(n, _)| n)
    }

    /// The stop reason of a run that cannot continue: `BestOfContinuations` if there is a report to return, or else
    /// `other`.
    pub(crate) fn stop_reason_or(&self, other: StopReason) -> StopReason {
        match self.best() {
            Some(_) => StopReason::BestOfContinuations,
            None => other,
        }
    }

    /// The stop reason of the report: a selection that was accepted after the time limit had ended a search is one of
    /// the time limit.
    fn reported_stop_reason(&self, stopped: StopReason) -> StopReason {
        match stopped.has_selection() && self.coverage.losses.time > 0 {
            true => StopReason::TimeBudget,
            false => stopped,
        }
    }

    /// Whether the verdict `best` is better than the later one `next`.
    fn is_better(&self, best: &Verdict, next: &Verdict) -> bool {
        match self.rules {
            1.. if next.extends(best) => false,
            1.. if best.extends(next) => true,
            _ => next.merit() < best.merit(),
        }
    }

    /// The search terms that the host adds to a report, computed by the run's version of the rules.
    fn host_terms(&self, query: &str) -> Vec<String> {
        let terms = host_terms(&self.registry, query);
        match self.rules {
            0 => terms,
            1 => with_query_spelling(terms, query),
            _ => with_query_spelling(without_sentence_openers(terms, query), query),
        }
    }

    /// Whether nothing was observed, and no complete search shows that nothing is there.
    pub(crate) fn is_unsearched(&self) -> bool {
        self.registry.is_empty() && !self.coverage.shows_absence()
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
        self.failure.as_deref().filter(|_| self.registry.is_empty())
    }

    /// The report; `None` while the run goes on, after a cancellation, where the model failed before anything was
    /// observed, and for a fallback until its files were checked.
    #[must_use]
    pub fn report(&self) -> Option<VerifiedReport> {
        let stopped = self.stopped?;
        if stopped == StopReason::Cancelled || self.failure_before_observation().is_some() {
            return None;
        }
        let task = self.task.as_ref()?;
        let best = self.best().and_then(|n| self.submissions.get(n));
        let mut facts = RunFacts {
            coverage: self.coverage.clone(),
            findings: self.findings.clone(),
            stats: Stats {
                stop_reason: self.reported_stop_reason(stopped),
                ..self.stats.clone()
            },
            ..RunFacts::new(&task.root, &task.query)
        };
        if let Some(submission) = best {
            let (verdict, _) = submission.validated.clone()?;
            if verdict.action() == Action::TargetedGapSearch {
                facts.host_terms = self.host_terms(&task.query);
            }
            return Some(verdict.into_report(facts));
        }
        let present = self.fallback_present.as_ref()?;
        facts.host_terms = self.host_terms(&task.query);
        Some(fallback(
            &Context::new(&self.registry, present, task.intent),
            facts,
        ))
    }
}
