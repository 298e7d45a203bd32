//! Lowers action and confidence to what the surviving places can support. Nothing else changes them,
//! and each becomes the minimum of the proposal and a bound: never more than was proposed.

use crate::claims::unsupported_claim;
use crate::draft::{Context, Draft};
use crate::finding::{Gap, Rule};
use crate::{Action, Confidence, Intent};

pub(super) fn apply(draft: &mut Draft<'_>, context: &Context<'_>) {
    let proposed_action = draft.action;
    draft.action = proposed_action.min(action_bound(draft, context.intent));
    if draft.action != proposed_action {
        draft.note(
            Rule::ActionLowered,
            format!("{proposed_action} to {}", draft.action),
        );
    }
    if draft.action != Action::TargetedGapSearch && !draft.search_targets.is_empty() {
        let detail = format!(
            "search targets: {0} left out of {0}",
            draft.search_targets.len()
        );
        draft.note(Rule::OverLimit, detail);
        draft.search_targets.clear();
    }
    for at in unsupported(draft) {
        let detail = format!("flow[{at}].fact: says what its evidence does not show");
        draft.note(Rule::ClaimUnsupported, detail);
    }
    let proposed = draft.confidence;
    draft.confidence = proposed.min(confidence_bound(draft));
    if draft.confidence != proposed {
        draft.note(
            Rule::ConfidenceLowered,
            format!("{proposed} to {}", draft.confidence),
        );
    }
    draft
        .gaps
        .extend(draft.missing.iter().cloned().map(Gap::Named));
    let gap_search = proposed_action == Action::TargetedGapSearch;
    if gap_search && draft.search_targets.is_empty() {
        draft.gaps.push(Gap::NoSearchTarget);
    }
    let skip = draft.action == Action::SkipExploreResult;
    if draft.primary.is_empty() && !skip {
        draft.gaps.push(Gap::NoPlace);
    }
    let ranged = draft.primary.iter().any(|cited| cited.range.is_some()) || !draft.reads.is_empty();
    if context.intent == Intent::Edit && !ranged && !skip {
        draft.gaps.push(Gap::NoRange);
    }
}

/// The highest action that what survived can carry: no answer without a primary place, without a
/// word of what is there (unless only the place was asked for), or for someone who must read first
/// (for the intent, or because a place is marked as one that has to be read), and no reading without a target.
fn action_bound(draft: &Draft<'_>, intent: Intent) -> Action {
    let reads = intent.needs_reading() || draft.reads.iter().any(|read| read.required);
    let answers = !reads && !draft.primary.is_empty();
    let states_fact = draft.flow.iter().any(|link| !link.fact.trim().is_empty());
    let answers = answers && (states_fact || intent == Intent::Locate);
    match (answers, draft.reads.is_empty()) {
        (true, true) if draft.action == Action::ReadTargets => Action::TargetedGapSearch,
        (true, _) => Action::AnswerFromReport,
        (false, false) => Action::ReadTargets,
        (false, true) => Action::TargetedGapSearch,
    }
}

/// The highest confidence that what survived can carry: nothing is known of a place without a flow
/// link, and nothing is sure where something was lost, is missing, is doubtful or was left blank.
fn confidence_bound(draft: &Draft<'_>) -> Confidence {
    let lost = draft.losses.iter().any(|loss| loss.rule != Rule::Clamped);
    let mut findings = draft.findings.iter();
    let doubtful = findings.any(|finding| finding.rule == Rule::ClaimUnsupported);
    let blank = |text: &String| text.trim().is_empty();
    let silent = draft.flow.iter().any(|link| blank(&link.fact))
        || draft.reads.iter().any(|read| blank(&read.purpose));
    if draft.flow.is_empty() {
        Confidence::Low
    } else if lost || doubtful || silent || !draft.missing.is_empty() {
        Confidence::Medium
    } else {
        Confidence::High
    }
}

/// Positions of flow links whose fact speaks of what its evidence does not hold.
fn unsupported(draft: &Draft<'_>) -> Vec<usize> {
    let links = draft.flow.iter().enumerate();
    let doubtful = links.filter(|(_, link)| {
        let evidence = link
            .at
            .candidate
            .evidence()
            .map_or("", |evidence| evidence.text());
        let candidate = link.at.candidate;
        let declared = candidate.declarations().iter().map(|d| d.name.as_str());
        let shown_for = candidate.symbols().iter().map(|s| s.qualified.as_str());
        let support = [evidence, candidate.path().as_str()].into_iter();
        let support: Vec<&str> = support.chain(declared).chain(shown_for).collect();
        unsupported_claim(&link.fact, &support, link.at.range)
    });
    doubtful.map(|(at, _)| at).collect()
}
