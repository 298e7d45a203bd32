//! The verdict on a selection: what the rules leave of it.

use crate::draft::{Context, Draft};
use crate::finding::{Finding, Gap};
use crate::report::{
    Body, FileProof, Link, Outcome, Place, PlaceObservations, Quote, RunFacts, Target,
    VerifiedReport,
};
use crate::{Action, Confidence, Intent, Selection, rules};

/// The result of validating a selection. Its lists are subsequences of the selection's, its action and
/// confidence are at most the proposed ones.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    pub(crate) body: Body,
    gaps: Vec<Gap>,
    intent: Intent,
    files: Vec<FileProof>,
}

/// Validates a selection against the observations and the present contents of the cited files.
#[must_use]
pub fn validate(selection: &Selection, context: &Context<'_>) -> Verdict {
    let draft = rules::run(selection, context);
    let gaps = draft.gaps.clone();
    let observed = PlaceObservations::of(&draft.cited().collect::<Vec<_>>(), context.registry);
    let body = body(draft, observed);
    let files = body.files(context.present);
    Verdict {
        body,
        gaps,
        intent: context.intent,
        files,
    }
}

fn body(draft: Draft<'_>, observed: PlaceObservations) -> Body {
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
                place: Place::of(&link.cited),
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
                place: Place::of(&read.cited),
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
    /// The action, at most the proposed one.
    #[must_use]
    pub fn action(&self) -> Action {
        self.body.action
    }

    /// The confidence, at most the proposed one.
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

    /// The critical gaps, which more exploration or other wording might close.
    #[must_use]
    pub fn gaps(&self) -> &[Gap] {
        &self.gaps
    }

    /// Whether the proposal was not a skip, and no primary place survived.
    #[must_use]
    pub fn has_nothing_verified(&self) -> bool {
        self.body.outcome == Outcome::Verdict && self.body.primary.is_empty()
    }

    /// Whether it reports all that the other one does, and more: every line of every place, and at least as many
    /// verified links.
    #[must_use]
    pub fn extends(&self, other: &Self) -> bool {
        let (own_links, other_links) = (self.body.flow.len(), other.body.flow.len());
        let has_places = |verdict: &Self| {
            verdict.body.outcome == Outcome::Verdict && !verdict.has_nothing_verified()
        };
        let covers = has_places(self) && has_places(other) && self.body.covers(&other.body);
        covers
            && own_links >= other_links
            && (own_links > other_links || !other.body.covers(&self.body))
    }

    /// The sort key of verdicts of which none [extends](Self::extends) another; greater is better: something
    /// verified, places rather than a skip, then confidence, surviving links, fewer named gaps, fewer findings,
    /// primary places.
    #[must_use]
    pub fn merit(&self) -> impl Ord + use<> {
        let is_no_skip = self.body.outcome == Outcome::Verdict;
        (
            !self.has_nothing_verified(),
            is_no_skip,
            self.body.confidence,
            self.body.flow.len(),
            std::cmp::Reverse(self.body.missing.len()),
            std::cmp::Reverse(self.body.findings.len()),
            self.body.primary.len(),
        )
    }

    /// The report of this verdict, with the host's facts about the run. Its intent and its files are
    /// those that the selection was validated with.
    #[must_use]
    pub fn into_report(self, facts: RunFacts) -> VerifiedReport {
        VerifiedReport::new(self.body, self.intent, self.files, facts)
    }
}
