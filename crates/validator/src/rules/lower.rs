//! Lowers action and confidence to what the surviving places can support. Nothing else changes them,
//! and each becomes the minimum of the proposal and a bound: never more than was proposed.

use crate::claims::has_unsupported_claim;
use crate::finding::{Gap, Rule};
use crate::{Action, Confidence, Context, Intent, Link, ReportBody, Verdict};

pub(super) fn apply(verdict: &mut Verdict, context: &Context<'_>) {
    let body = &mut verdict.body;
    let proposed_action = body.action;
    body.action = proposed_action.min(Support::of(body, context).action(proposed_action).most);
    if body.action != proposed_action {
        let detail = format!("{proposed_action} to {}", body.action);
        body.add_finding(Rule::ActionLowered, detail);
    }
    if body.action != Action::TargetedGapSearch && !body.search_targets.is_empty() {
        let count = body.search_targets.len();
        let detail = format!("search targets: {count} left out of {count}");
        body.add_finding(Rule::OverLimit, detail);
        body.search_targets.clear();
    }
    for at in unsupported_links(body, context) {
        let detail = format!("flow[{at}].fact: says what its evidence does not show");
        body.add_finding(Rule::ClaimUnsupported, detail);
    }
    let proposed = body.confidence;
    body.confidence = proposed.min(Support::of(body, context).confidence().most);
    if body.confidence != proposed {
        let detail = format!("{proposed} to {}", body.confidence);
        body.add_finding(Rule::ConfidenceLowered, detail);
    }
    let gaps = &mut verdict.gaps;
    gaps.extend(body.missing.iter().cloned().map(Gap::Named));
    let gap_search = proposed_action == Action::TargetedGapSearch;
    if gap_search && body.search_targets.is_empty() {
        gaps.push(Gap::NoSearchTarget);
    }
    let skip = body.action == Action::SkipExploreResult;
    if body.primary.is_empty() && !skip {
        gaps.push(Gap::NoPlace);
    }
    let has_range =
        body.primary.iter().any(|place| place.range().is_some()) || !body.read_targets.is_empty();
    if context.intent == Intent::Edit && !has_range && !skip {
        gaps.push(Gap::NoRange);
    }
}

/// What the action and the confidence of a report rest on.
pub(crate) struct Support {
    intent: Intent,
    has_primary: bool,
    has_link: bool,
    /// Whether some link states a fact.
    has_fact: bool,
    has_read_target: bool,
    has_required_read: bool,
    /// Whether some fact or purpose is blank.
    has_blank_text: bool,
    has_gap: bool,
    searched_in_part: bool,
}

/// The highest value that a report supports, and why it supports no higher one.
pub(crate) struct Bound<T> {
    pub(crate) most: T,
    pub(crate) why: &'static str,
}

impl Support {
    /// The support by an intent, the facts of the flow, and the purposes of the read targets with whether they are
    /// required.
    pub(crate) fn new<'t>(
        intent: Intent,
        has_primary: bool,
        facts: impl IntoIterator<Item = &'t String>,
        reads: impl IntoIterator<Item = (&'t String, bool)>,
    ) -> Self {
        let mut support = Self {
            intent,
            has_primary,
            has_link: false,
            has_fact: false,
            has_read_target: false,
            has_required_read: false,
            has_blank_text: false,
            has_gap: false,
            searched_in_part: false,
        };
        for fact in facts {
            let is_blank = fact.trim().is_empty();
            support.has_link = true;
            support.has_fact |= !is_blank;
            support.has_blank_text |= is_blank;
        }
        for (purpose, is_required) in reads {
            support.has_read_target = true;
            support.has_required_read |= is_required;
            support.has_blank_text |= purpose.trim().is_empty();
        }
        support
    }

    fn of(body: &ReportBody, context: &Context<'_>) -> Self {
        let facts = body.flow.iter().map(|link| &link.fact);
        let reads = body.read_targets.iter();
        let reads = reads.map(|read| (&read.purpose, read.required));
        let lost = body.losses.iter().any(|loss| loss.rule != Rule::Clamped);
        let mut findings = body.findings.iter();
        let doubtful = findings.any(|finding| finding.rule == Rule::ClaimUnsupported);
        Self::new(context.intent, !body.primary.is_empty(), facts, reads)
            .with_gap(lost || doubtful || !body.missing.is_empty())
            .searched_in_part(context.searched_in_part)
    }

    /// The same support, with whether something is missing, was dropped (other than lines of a clamped place) or is
    /// doubtful.
    pub(crate) fn with_gap(self, has_gap: bool) -> Self {
        Self { has_gap, ..self }
    }

    /// The same support, with whether a time limit ended a search.
    pub(crate) fn searched_in_part(self, searched_in_part: bool) -> Self {
        Self {
            searched_in_part,
            ..self
        }
    }

    /// The highest action, at most the proposed one. An answer needs a primary place and a fact (with intent locate no
    /// fact), and no reading may be due, because of the intent or a required read target. Reading needs a read target.
    pub(crate) fn action(&self, proposed: Action) -> Bound<Action> {
        let unanswered = if self.intent.needs_reading() {
            Some("is no action for this intent")
        } else if self.has_required_read {
            Some("beside a required read target")
        } else if !self.has_primary {
            Some("without a primary place")
        } else if !self.has_fact && self.intent != Intent::Locate {
            Some("without a fact")
        } else {
            None
        };
        match (proposed, unanswered) {
            (Action::AnswerFromReport, Some(why)) if self.has_read_target => Bound {
                most: Action::ReadTargets,
                why,
            },
            (Action::AnswerFromReport, Some(why)) => Bound {
                most: Action::TargetedGapSearch,
                why,
            },
            (Action::ReadTargets, _) if !self.has_read_target => Bound {
                most: Action::TargetedGapSearch,
                why: "without a target",
            },
            (most, _) => Bound { most, why: "" },
        }
    }

    /// The highest confidence: low without a flow link, and where not everything was searched; medium where something
    /// is missing, was lost, is doubtful or was left blank, else high.
    pub(crate) fn confidence(&self) -> Bound<Confidence> {
        let (most, why) = if !self.has_link {
            (Confidence::Low, "without a quoted fact")
        } else if self.searched_in_part {
            (Confidence::Low, "after a search that a time limit ended")
        } else if self.has_blank_text {
            let why = "beside a fact or a purpose that was left blank";
            (Confidence::Medium, why)
        } else if self.has_gap {
            let why = "beside a gap, or beside something that was dropped";
            (Confidence::Medium, why)
        } else {
            (Confidence::High, "")
        };
        Bound { most, why }
    }
}

/// The indices of the flow links whose facts have unsupported claims.
fn unsupported_links(body: &ReportBody, context: &Context<'_>) -> Vec<usize> {
    let is_unsupported = |link: &Link| {
        let Some(candidate) = context.candidate(&link.place) else {
            return true;
        };
        let evidence = candidate.evidence().map(|evidence| evidence.text());
        let declaration_names = candidate.declarations().iter().map(|d| d.name.as_str());
        let symbol_names = candidate.symbols().iter().map(|s| s.qualified.as_str());
        let support: Vec<&str> = evidence
            .into_iter()
            .chain([candidate.path().as_str()])
            .chain(declaration_names)
            .chain(symbol_names)
            .collect();
        has_unsupported_claim(&link.fact, &support, link.place.range())
    };
    let links = body.flow.iter().enumerate();
    links
        .filter(|(_, link)| is_unsupported(link))
        .map(|(at, _)| at)
        .collect()
}
