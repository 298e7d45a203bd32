//! Lowers action and confidence to what the surviving places can support. Nothing else changes them,
//! and each becomes the minimum of the proposal and a bound: never more than was proposed.

use crate::claims::has_unsupported_claim;
use crate::draft::{Context, Draft};
use crate::finding::{Gap, Rule};
use crate::{Action, Confidence, Intent};

pub(super) fn apply(draft: &mut Draft<'_>, context: &Context<'_>) {
    let proposed_action = draft.action;
    draft.action = proposed_action.min(action_bound(draft, context.intent));
    if draft.action != proposed_action {
        draft.add_finding(
            Rule::ActionLowered,
            format!("{proposed_action} to {}", draft.action),
        );
    }
    if draft.action != Action::TargetedGapSearch && !draft.search_targets.is_empty() {
        let detail = format!(
            "search targets: {0} left out of {0}",
            draft.search_targets.len()
        );
        draft.add_finding(Rule::OverLimit, detail);
        draft.search_targets.clear();
    }
    for at in unsupported_links(draft) {
        let detail = format!("flow[{at}].fact: says what its evidence does not show");
        draft.add_finding(Rule::ClaimUnsupported, detail);
    }
    let proposed = draft.confidence;
    draft.confidence = proposed.min(confidence_bound(draft, context));
    if draft.confidence != proposed {
        draft.add_finding(
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
    let has_range =
        draft.primary.iter().any(|cited| cited.range.is_some()) || !draft.reads.is_empty();
    if context.intent == Intent::Edit && !has_range && !skip {
        draft.gaps.push(Gap::NoRange);
    }
}

/// The highest action that the surviving draft supports. An answer needs a primary place and a fact (with intent
/// locate no fact), and no reading may be due, because of the intent or a required read target. Reading needs a
/// read target.
fn action_bound(draft: &Draft<'_>, intent: Intent) -> Action {
    // Whether code must be read before the question is answered.
    let reads = intent.needs_reading() || draft.reads.iter().any(|read| read.required);
    let answers = !reads && !draft.primary.is_empty();
    let states_fact = draft.flow.iter().any(|link| !link.fact.trim().is_empty());
    let answers = answers && (states_fact || intent == Intent::Locate);
    match (answers, draft.reads.is_empty()) {
        // Reading was proposed, without a read target.
        (true, true) if draft.action == Action::ReadTargets => Action::TargetedGapSearch,
        (true, _) => Action::AnswerFromReport,
        (false, false) => Action::ReadTargets,
        (false, true) => Action::TargetedGapSearch,
    }
}

/// The highest confidence that the surviving draft supports: low without a flow link, and where not everything was
/// searched; medium where something was lost
/// (other than lines of a clamped place), is missing, is doubtful or was left blank, else high.
fn confidence_bound(draft: &Draft<'_>, context: &Context<'_>) -> Confidence {
    let lost = draft.losses.iter().any(|loss| loss.rule != Rule::Clamped);
    let mut findings = draft.findings.iter();
    let doubtful = findings.any(|finding| finding.rule == Rule::ClaimUnsupported);
    let blank = |text: &String| text.trim().is_empty();
    let has_blank_text = draft.flow.iter().any(|link| blank(&link.fact))
        || draft.reads.iter().any(|read| blank(&read.purpose));
    if draft.flow.is_empty() || context.searched_in_part {
        Confidence::Low
    } else if lost || doubtful || has_blank_text || !draft.missing.is_empty() {
        Confidence::Medium
    } else {
        Confidence::High
    }
}

/// The indices of the flow links whose facts have unsupported claims.
fn unsupported_links(draft: &Draft<'_>) -> Vec<usize> {
    let links = draft.flow.iter().enumerate();
    let doubtful = links.filter(|(_, link)| {
        let support: Vec<&str> = link.cited.texts().collect();
        has_unsupported_claim(&link.fact, &support, link.cited.range)
    });
    doubtful.map(|(at, _)| at).collect()
}
