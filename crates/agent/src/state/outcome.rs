//! What comes of a run.

use firsthand_validator::{
    Action, Context, RunFacts, Stats, StopReason, Verdict, VerifiedReport, fallback, host_terms,
};

use super::State;

impl State {
    /// The best submission that left something to report: its number. Of two, it is the one that extends the
    /// other, or else the surest; the last one wins a tie: the model had seen the most when it wrote it.
    /// Once the run stopped it is the one that was the best then, while that has something to report. A
    /// run that ended without a selection has none; and that nothing is there, a model can say once
    /// something was searched.
    pub(crate) fn best(&self) -> Option<usize> {
        if self.stopped.is_some_and(|reason| !reason.has_selection()) {
            return None;
        }
        let blind = self.stopped.is_none() && self.has_seen_nothing();
        let reports = |n: &usize| {
            self.verdict(*n).is_some_and(|verdict| {
                let unfounded = blind && verdict.action() == Action::SkipExploreResult;
                !verdict.is_gutted() && !unfounded
            })
        };
        // What was recorded before the choice was is as it was.
        let by_merit = self.stopped.is_some() && self.reported.is_none();
        let better = |best: usize, next: usize| {
            let (Some(old), Some(new)) = (self.verdict(best), self.verdict(next)) else {
                return best;
            };
            let kept = match by_merit {
                false if new.extends(old) => false,
                false if old.extends(new) => true,
                _ => new.merit() < old.merit(),
            };
            if kept { best } else { next }
        };
        let all = (0..self.submissions.len()).filter(reports);
        self.reported.filter(reports).or_else(|| all.reduce(better))
    }

    /// Whether nothing was searched or observed.
    pub(crate) fn has_seen_nothing(&self) -> bool {
        self.coverage.patterns == 0 && self.registry.is_empty()
    }

    /// What became of the report that the model submitted as number `n`, from 0: of the last look at
    /// the files that it cites.
    #[must_use]
    pub fn verdict(&self, n: usize) -> Option<&Verdict> {
        let (verdict, _) = self.submissions.get(n)?.judged.as_ref()?;
        Some(verdict)
    }

    /// Why there is nothing to report: the model failed before anything was observed.
    pub(crate) fn unobserved_failure(&self) -> Option<&str> {
        self.failure.as_deref().filter(|_| self.registry.is_empty())
    }

    /// The report; `None` while the run goes on, after a cancellation, and where the model failed
    /// before anything was observed.
    #[must_use]
    pub fn report(&self) -> Option<VerifiedReport> {
        let stopped = self.stopped?;
        if stopped == StopReason::Cancelled || self.unobserved_failure().is_some() {
            return None;
        }
        let task = self.task.as_ref()?;
        let best = self.best().and_then(|n| self.submissions.get(n));
        let mut facts = RunFacts {
            coverage: self.coverage.clone(),
            findings: self.findings.clone(),
            stats: Stats {
                stop_reason: stopped,
                ..self.stats.clone()
            },
            ..RunFacts::new(&task.root, &task.query)
        };
        if let Some(submission) = best {
            let (verdict, _) = submission.judged.clone()?;
            if verdict.action() == Action::TargetedGapSearch {
                facts.host_terms = host_terms(&self.registry, &task.query);
            }
            return Some(verdict.into_report(facts));
        }
        let present = self.fallback_present.as_ref()?;
        Some(fallback(
            &Context::new(&self.registry, present, task.intent),
            facts,
        ))
    }
}
