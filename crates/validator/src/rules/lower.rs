//! Lowers action and confidence to what the surviving places can support. Nothing else changes them,
//! and each becomes the minimum of the proposal and a bound: never more than was proposed.

mod doubts;
mod skip;

use firsthand_registry::Receipt;

use self::doubts::{Doubt, slight_evidence, unsupported_links};
use self::skip::unfounded_skip;
use super::reads::{places_to_read, read_places};
use crate::finding::{Item, Rule};
use crate::gap::Gap;
use crate::{Action, Confidence, Context, Intent, ReportBody, TextOf, Verdict};

pub(super) fn apply(verdict: &mut Verdict, context: &Context<'_>) {
    let proposed = verdict.body.action;
    set_proved_apart(verdict);
    verdict.is_revision = context.is_revision;
    verdict.lost = (cut_links(&verdict.body, context), context.lost_texts);
    let lowered_action = lower_action(&mut verdict.body, context);
    verdict.mendable.extend(lowered_action);
    verdict.mendable.extend(lower_confidence(&mut verdict.body, context));
    if !verdict.body.primary.is_empty() {
        verdict.mendable.extend(context.unread.iter().cloned());
    }
    add_gaps(verdict, proposed, context);
}

/// Moves what receipts prove from the gaps to the facts: a proved absence is a part of the answer.
fn set_proved_apart(verdict: &mut Verdict) {
    let ReportBody { missing, absent, absence_facts, .. } = &mut verdict.body;
    let still_proved = |receipts: &[Receipt]| receipts.iter().all(|it| absent.contains(it));
    let proved = verdict.proved.iter().filter(|(_, receipts)| still_proved(receipts));
    let proved: Vec<&String> = proved.map(|(gap, _)| gap).collect();
    absence_facts.extend(missing.extract_if(.., |gap| proved.contains(&&*gap)));
}

/// Lowers the action, and returns why, where the model can mend that and no gap, nor what is lost in print, says so.
fn lower_action(body: &mut ReportBody, context: &Context<'_>) -> Option<String> {
    let proposed = body.action;
    let support = Support::of(body, context);
    let bound = support.action(proposed);
    body.action = proposed.min(bound.most);
    let is_lowered = body.action != proposed;
    if is_lowered {
        let detail = format!("{proposed} to {}: {}", body.action, bound.why);
        body.add_finding(Rule::ActionLowered, detail);
    }
    if body.action != Action::TargetedGapSearch && !body.search_targets.is_empty() {
        let count = body.search_targets.len();
        let detail = format!("search targets: {count} left out of {count}");
        body.add_finding(Rule::OverLimit, detail);
        body.search_targets.clear();
    }
    let by_gap = !support.has_primary || (!support.has_fact && !body.failed.is_empty());
    let is_named = by_gap || bound.why == WITHOUT_ROOM;
    let why = bound.why;
    (is_lowered && !is_named).then(|| format!("the action is {}: {proposed} {why}", body.action))
}

/// Lowers the confidence, and names what is to be read. Returns what the model can mend.
fn lower_confidence(body: &mut ReportBody, context: &Context<'_>) -> Vec<String> {
    let is_without_target = body.action == Action::ReadTargets && body.read_targets.is_empty();
    if is_without_target {
        read_places(body, context);
    }
    let mut doubts = unsupported_links(body, context);
    doubts.extend(body.flow.iter().filter_map(|link| slight_evidence(link, context)));
    for doubt in &doubts {
        body.add_finding(Rule::ClaimUnsupported, &doubt.text);
    }
    let proposed = body.confidence;
    let support = Support::of(body, context);
    let bound = Support { has_unnamed_read: is_without_target, ..support }.confidence();
    body.confidence = proposed.min(bound.most);
    let is_lowered = body.confidence != proposed;
    if is_lowered {
        let detail = format!("{proposed} to {}: {}", body.confidence, bound.why);
        body.add_finding(Rule::ConfidenceLowered, detail);
    }
    mendable(body, is_without_target, is_lowered.then_some(doubts))
}

/// Adds the gaps that the model named, and those of the surviving places.
fn add_gaps(verdict: &mut Verdict, proposed_action: Action, context: &Context<'_>) {
    let (body, gaps) = (&verdict.body, &mut verdict.gaps);
    gaps.extend(body.missing.iter().cloned().map(Gap::Named));
    let gap_search = proposed_action == Action::TargetedGapSearch;
    if gap_search && body.search_targets.is_empty() {
        gaps.push(Gap::NoSearchTarget);
    }
    let skip = body.action == Action::SkipExploreResult;
    if body.primary.is_empty() && !skip {
        gaps.push(Gap::NoPlace);
    }
    gaps.extend(unfounded_skip(body, context));
    let has_range =
        body.primary.iter().any(|place| place.range().is_some()) || !body.read_targets.is_empty();
    if context.intent == Intent::Edit && !has_range && !skip {
        gaps.push(Gap::NoRange);
    }
}

/// What the model can mend of what lowered its report. `doubts` are given where the confidence was lowered.
fn mendable(body: &ReportBody, is_without_target: bool, doubts: Option<Vec<Doubt>>) -> Vec<String> {
    let mut mendable = Vec::new();
    if is_without_target && body.intent.needs_reading() {
        let what = "no read target is named, so what is to be read has no purpose";
        mendable.push(what.to_owned());
    }
    let Some(doubts) = doubts else {
        return mendable;
    };
    // A link whose quote failed has a gap of its own.
    let has_failed_link = body.losses.iter().any(|loss| loss.item == Item::FlowLink);
    let is_skip = body.action == Action::SkipExploreResult;
    if body.flow.is_empty() && !is_skip && !has_failed_link {
        mendable.push("no flow link with a quote stands, so the confidence is low".to_owned());
    }
    mendable.extend(doubts.into_iter().map(|doubt| doubt.for_model(body.intent)));
    // What was withheld is named as such.
    let is_blank = |of: TextOf, number: usize, text: &str| {
        text.trim().is_empty() && !body.withheld.contains(&(of, number))
    };
    let flow = body.flow.iter();
    let blank = flow.filter(|link| is_blank(TextOf::Fact, link.number, &link.fact));
    mendable.extend(blank.map(|link| format!("flow link {}: its fact is blank", link.number)));
    let reads = (1..).zip(&body.read_targets);
    let blank = reads.filter(|(number, read)| {
        !is_without_target && is_blank(TextOf::Purpose, *number, &read.purpose)
    });
    mendable.extend(blank.map(|(number, _)| format!("read target {number}: its purpose is blank")));
    mendable
}

/// How many of the body's links the printed report has no room for.
fn cut_links(body: &ReportBody, context: &Context<'_>) -> usize {
    let links = body.flow.iter();
    links.filter(|link| context.cut_links.contains(&link.number)).count()
}

/// What the action and the confidence of a report rest on.
#[derive(Default)]
pub(crate) struct Support {
    intent: Intent,
    has_primary: bool,
    has_link: bool,
    /// Whether some link states a fact.
    has_fact: bool,
    /// Whether something can be read: a read target, or a place that can be one.
    has_read_target: bool,
    has_required_read: bool,
    /// Whether some fact or purpose is blank.
    has_blank_text: bool,
    /// Whether the places that are to be read are not named as such, so that they have no purpose.
    has_unnamed_read: bool,
    /// Whether the printed report has no room for some link.
    has_cut_link: bool,
    /// Whether more links failed than stand.
    is_rest: bool,
    gap: Option<&'static str>,
    searched_in_part: bool,
}

/// The highest value that a report supports, and why it supports no higher one.
pub(crate) struct Bound<T> {
    pub(crate) most: T,
    pub(crate) why: &'static str,
}

/// Why links that were cut lower a report.
const WITHOUT_ROOM: &str = "beside flow links for which the printed report has no room";

impl Support {
    /// The support by an intent, the facts of the flow, and the purposes of the read targets with whether they are
    /// required.
    pub(crate) fn new<'t>(
        intent: Intent,
        has_primary: bool,
        facts: impl IntoIterator<Item = &'t String>,
        reads: impl IntoIterator<Item = (&'t String, bool)>,
    ) -> Self {
        let mut support = Self { intent, has_primary, ..Self::default() };
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
        let lost =
            body.losses.iter().any(|loss| !matches!(loss.rule, Rule::Clamped | Rule::Merged));
        let mut findings = body.findings.iter();
        let doubtful = findings.any(|finding| finding.rule == Rule::ClaimUnsupported);
        let support = Self::new(context.intent, !body.primary.is_empty(), facts, reads);
        let is_shown = body.flow.iter().any(|link| slight_evidence(link, context).is_none());
        Self {
            has_link: support.has_link && is_shown,
            has_fact: support.has_fact && is_shown,
            has_read_target: support.has_read_target || !places_to_read(body, context).is_empty(),
            has_cut_link: cut_links(body, context) > 0,
            is_rest: body.failed.len() > body.flow.len(),
            ..support
        }
        .with_gap(lost || doubtful, !body.missing.is_empty())
        .searched_in_part(context.searched_in_part)
    }

    /// The same support, with whether something is doubtful or was dropped (other than lines of a clamped place), and
    /// whether a gap is named.
    pub(crate) fn with_gap(self, has_doubt: bool, is_missing: bool) -> Self {
        let gap = if has_doubt {
            Some("beside something that was dropped, or that its evidence does not show")
        } else {
            is_missing.then_some("beside what it names as missing")
        };
        Self { gap, ..self }
    }

    /// The same support, with whether a time limit ended a search.
    pub(crate) fn searched_in_part(self, searched_in_part: bool) -> Self {
        Self { searched_in_part, ..self }
    }

    /// The highest action, at most the proposed one. An answer needs a primary place and a fact (with intent locate no
    /// fact), and room for all of its links, of which no more failed than stand. No reading may be due, because of the intent
    /// or a required read target. Reading needs something to read.
    pub(crate) fn action(&self, proposed: Action) -> Bound<Action> {
        let unanswered = if self.intent.needs_reading() {
            Some("is no action for this intent")
        } else if self.has_required_read {
            Some("beside a required read target")
        } else if !self.has_primary {
            Some("without a primary place")
        } else if !self.has_fact && self.intent != Intent::Locate {
            Some("without a fact")
        } else if self.has_cut_link {
            Some(WITHOUT_ROOM)
        } else {
            self.is_rest.then_some("beside more failed flow links than stand")
        };
        match (proposed, unanswered) {
            (Action::AnswerFromReport, Some(why)) if self.has_read_target => {
                Bound { most: Action::ReadTargets, why }
            }
            (Action::AnswerFromReport, Some(why)) => Bound { most: Action::TargetedGapSearch, why },
            (Action::ReadTargets, _) if !self.has_read_target => {
                Bound { most: Action::TargetedGapSearch, why: "without a target" }
            }
            (most, _) => Bound { most, why: "" },
        }
    }

    /// The highest confidence: low without a flow link, and where not everything was searched; medium where something
    /// is missing, was lost, is doubtful, was left blank or has no room, or no read target is named, else high.
    pub(crate) fn confidence(&self) -> Bound<Confidence> {
        let (most, why) = if !self.has_link {
            (Confidence::Low, "without a quoted fact")
        } else if self.searched_in_part {
            (Confidence::Low, "after a search that a time limit ended")
        } else if self.has_cut_link {
            (Confidence::Medium, WITHOUT_ROOM)
        } else if let Some(why) = self.gap {
            (Confidence::Medium, why)
        } else if self.has_unnamed_read {
            (Confidence::Medium, "without a named read target")
        } else if self.has_blank_text {
            (Confidence::Medium, "beside a fact or a purpose that was left blank")
        } else {
            (Confidence::High, "")
        };
        Bound { most, why }
    }
}
