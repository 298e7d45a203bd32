//! From a selection to a verdict.

use crate::draft::{Context, Draft};
use crate::finding::{Finding, Gap};
use crate::report::{
    Body, FileProof, Link, Observed, Outcome, Place, Quote, RunFacts, Target, VerifiedReport,
};
use crate::{Action, Confidence, Intent, Selection, rules};

/// What the rules made of a selection. Its lists are subsequences of the selection's, its action and
/// confidence are not above it.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    pub(crate) body: Body,
    gaps: Vec<Gap>,
    intent: Intent,
    files: Vec<FileProof>,
}

/// Checks a selection against what was observed and what stands in the files now.
#[must_use]
pub fn validate(selection: &Selection, context: &Context<'_>) -> Verdict {
    let draft = rules::run(selection, context);
    let gaps = draft.gaps.clone();
    let observed = Observed::of(&draft.cited().collect::<Vec<_>>(), context.registry);
    let body = body(draft, observed);
    let files = body.files(context.present);
    Verdict {
        body,
        gaps,
        intent: context.intent,
        files,
    }
}

fn body(draft: Draft<'_>, observed: Observed) -> Body {
    let skip = draft.action == Action::SkipExploreResult;
    Body {
        outcome: if skip {
            Outcome::Skip
        } else {
            Outcome::Verdict
        },
        action: draft.action,
        confidence: draft.confidence,
        primary: draft.primary.iter().map(Place::of).collect(),
        flow: draft
            .flow
            .into_iter()
            .map(|link| Link {
                place: Place::of(&link.at),
                role: link.role,
                fact: link.fact,
                quote: Quote {
                    text: link.quote.text,
                    line: link.quote.line,
                },
            })
            .collect(),
        read_targets: draft
            .reads
            .into_iter()
            .map(|read| Target {
                place: Place::of(&read.at),
                purpose: read.purpose,
                required: read.required,
            })
            .collect(),
        search_targets: draft.search_targets,
        missing: draft.missing,
        findings: draft.findings,
        losses: draft.losses,
        observed,
    }
}

impl Verdict {
    /// What survived as the next action.
    #[must_use]
    pub fn action(&self) -> Action {
        self.body.action
    }

    /// What survived as the confidence.
    #[must_use]
    pub fn confidence(&self) -> Confidence {
        self.body.confidence
    }

    /// The surviving primary places.
    #[must_use]
    pub fn primary(&self) -> &[Place] {
        &self.body.primary
    }

    /// The surviving flow links.
    #[must_use]
    pub fn flow(&self) -> &[Link] {
        &self.body.flow
    }

    /// The surviving read targets.
    #[must_use]
    pub fn read_targets(&self) -> &[Target] {
        &self.body.read_targets
    }

    /// What was dropped, clamped or lowered.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.body.findings
    }

    /// What more exploration, or other words, might mend. Each is critical.
    #[must_use]
    pub fn gaps(&self) -> &[Gap] {
        &self.gaps
    }

    /// Whether nothing is left to report: the proposal was not a skip, and no primary place survived.
    #[must_use]
    pub fn has_nothing_verified(&self) -> bool {
        self.body.outcome == Outcome::Verdict && self.body.primary.is_empty()
    }

    /// Whether it reports all that the other one does, and more: every line of every place, and as many
    /// verified links.
    #[must_use]
    pub fn extends(&self, other: &Self) -> bool {
        let (own, others) = (self.body.flow.len(), other.body.flow.len());
        let found = |verdict: &Self| {
            verdict.body.outcome == Outcome::Verdict && !verdict.has_nothing_verified()
        };
        let covers = found(self) && found(other) && self.body.covers(&other.body);
        covers && own >= others && (own > others || !other.body.covers(&self.body))
    }

    /// How sure the verdict is, to keep the best of several of which none [extends](Self::extends) another:
    /// not gutted before gutted, places before a skip, then confidence, surviving links, fewer named gaps,
    /// fewer findings, primary places. Greater is better.
    #[must_use]
    pub fn merit(&self) -> impl Ord + use<> {
        let found = self.body.outcome == Outcome::Verdict;
        (
            !self.has_nothing_verified(),
            found,
            self.body.confidence,
            self.body.flow.len(),
            std::cmp::Reverse(self.body.missing.len()),
            std::cmp::Reverse(self.body.findings.len()),
            self.body.primary.len(),
        )
    }

    /// The report of this verdict, with what the host knows of the run. Its intent and its files are
    /// those that the selection was checked against, whatever `facts` holds.
    #[must_use]
    pub fn into_report(self, facts: RunFacts) -> VerifiedReport {
        VerifiedReport::new(self.body, self.intent, self.files, facts)
    }
}
