//! Accepts a validated report, or continues the conversation about its gaps.

use firsthand_validator::{Action, Gap, Link, StopReason, Verdict};

use super::{Effect, fit};
use crate::State;
use crate::event::HostMessageKind;
use crate::prompt::{self, Gaps};
use crate::state::Submission;

/// Applies when the report of the model's last turn has its verdict, and the host has not answered it with a message.
/// Gaps of a report that is submitted again unchanged are not sent again.
pub(super) fn step(state: &State) -> Option<Effect> {
    if !state.turn.submitted || state.last_message_is_the_hosts() {
        return None;
    }
    let continuations = state.facts.stats.continuations;
    let submission = state.submissions.last()?;
    let (verdict, _) = submission.validated.as_ref()?;
    let is_skip = verdict.body().action == Action::SkipExploreResult;
    let closable = closable_gaps(state, verdict);
    let gaps = new_gaps(state, &closable);
    let open = open_gaps(verdict);
    // Withheld facts are reported once, and do not prevent acceptance.
    let is_open = |gap: &Gap| gaps.contains(gap) || !matches!(gap, Gap::FactWithheld { .. });
    // Of several reports in one turn only the last is validated.
    let mut earlier = state.submissions.iter().rev().skip(1);
    let previous = earlier.find(|earlier| earlier.validated.is_some());
    let is_newly_cut = submission.cut && !previous.is_some_and(|previous| previous.cut);
    let is_incomplete = !is_skip
        && (closable.iter().any(is_open) || verdict.has_nothing_verified() || submission.cut);
    let forgotten = forgotten_links(state, verdict);
    let has_new_faults = !is_skip
        && (!gaps.is_empty()
            || !forgotten.is_empty()
            || verdict.has_nothing_verified()
            || is_newly_cut);
    let is_unchanged = previous.is_some_and(|previous| previous.selection == submission.selection);
    let unsearched = is_skip && state.is_unsearched() && state.why_only_report().is_none();
    // Each report of the run that is one is asked about once, as the words of the question are the same.
    let unfounded = gaps.iter().find(|gap| is_skip && matches!(gap, Gap::WordsStand { .. }));
    let has_continuation =
        continuations < state.setup.budgets.continuations && state.steps_left() > 0;
    let usages = state.usages_text().filter(|_| state.steps_left() > 0);
    let lost = prompt::also_lost(verdict, submission.fit.as_ref());
    // Both are shown once, in the same message.
    let usages = usages.map(|usages| {
        let names = prompt::names_elsewhere(&verdict.body().names_elsewhere());
        prompt::usages(&usages) + &names
    });
    if (has_new_faults || unsearched || unfounded.is_some()) && !is_unchanged && has_continuation {
        let text = if unsearched {
            prompt::unsearched(&state.facts.coverage)
        } else if let Some(unfounded) = unfounded {
            prompt::unfounded_skip(unfounded, state.situation())
        } else {
            // The model would believe that what an earlier message named is mended.
            let still: Vec<Gap> = open.iter().filter(|gap| !gaps.contains(gap)).cloned().collect();
            let gaps = Gaps {
                gaps: &gaps,
                still: &still,
                unknown_ids: &unknown_ids(submission),
                forgotten: &forgotten,
                why_earlier: state.why_earlier(),
                cut: is_newly_cut,
            };
            let gap = prompt::gap(gaps, state.situation()) + &lost;
            match usages {
                Some(usages) => format!("{gap}\n\n{usages}"),
                None => gap,
            }
        };
        return Some(Effect::Message(HostMessageKind::Gap, text));
    }
    if let Some(usages) = usages {
        let text = prompt::usages_message(&usages, &(lost + &prompt::also_gaps(&open)));
        return Some(Effect::Message(HostMessageKind::Usages, text));
    }
    if let Some(message) = fit::message(state) {
        return Some(message);
    }
    let nothing_searched = state.facts.coverage.patterns == 0;
    let used_up = state.used_up_budget().filter(|_| nothing_searched);
    let reason = match state.best() {
        None => used_up.unwrap_or(state.reason_without_report(StopReason::NothingVerified)),
        Some(_) if is_incomplete && continuations > 0 => StopReason::BestOfContinuations,
        Some(best) if best + 1 < state.submissions.len() => StopReason::BestOfContinuations,
        Some(_) => StopReason::Accepted,
    };
    Some(Effect::Stop(reason))
}

/// The verdict's gaps that the model can still close. Once only a report can follow, these are the gaps that need no
/// exploration.
fn closable_gaps(state: &State, verdict: &Verdict) -> Vec<Gap> {
    let can_explore = state.why_only_report().is_none();
    let gaps = verdict.gaps().iter();
    let gaps = gaps.filter(|gap| can_explore || !gap.needs_exploration());
    gaps.cloned().collect()
}

/// The gaps that no earlier verdict has.
fn new_gaps(state: &State, gaps: &[Gap]) -> Vec<Gap> {
    let earlier = state.submissions.iter().rev().skip(1);
    let validated = earlier.filter_map(|submission| submission.validated.as_ref());
    let earlier_gaps: Vec<&Gap> = validated.flat_map(|(verdict, _)| verdict.gaps()).collect();
    let gaps = gaps.iter();
    let new_gaps = gaps.filter(|gap| !earlier_gaps.iter().any(|earlier| is_same(earlier, gap)));
    new_gaps.cloned().collect()
}

/// The verdict's gaps that every message names which asks for the report again: all but those that the model names itself.
pub(super) fn open_gaps(verdict: &Verdict) -> Vec<Gap> {
    let gaps = verdict.gaps().iter();
    gaps.filter(|gap| !matches!(gap, Gap::Named(_))).cloned().collect()
}

/// Whether two gaps are the same, whatever the positions of their links. Facts that are withheld for the same name are
/// one gap, and so is all that the model names: it was told to look for what is missing, and names what it did not find.
fn is_same(a: &Gap, b: &Gap) -> bool {
    match (a, b) {
        (
            Gap::QuoteFailed { id, quote, .. },
            Gap::QuoteFailed { id: other_id, quote: other_quote, .. },
        ) => (id, quote) == (other_id, other_quote),
        (Gap::FactWithheld { name, .. }, Gap::FactWithheld { name: other, .. }) => name == other,
        (Gap::Named(_), Gap::Named(_)) => true,
        _ => a == b,
    }
}

/// The numbers of the verified links of the best report that the last one leaves out, if that one answers a message about
/// gaps and is not the best: some models submit only what they mended.
fn forgotten_links(state: &State, last: &Verdict) -> Vec<usize> {
    let best =
        state.best().filter(|best| state.answers_gaps() && best + 1 < state.submissions.len());
    let links = best.and_then(|best| state.verdict(best)).map(|best| &best.body().flow);
    let is_kept =
        |link: &Link| last.body().flow.iter().any(|kept| kept.place.id() == link.place.id());
    let forgotten = links.into_iter().flatten().filter(|link| !is_kept(link));
    forgotten.map(Link::number).collect()
}

/// The unknown ids of primary places and read targets, each once, as they were
/// submitted. Those of flow links have their own gaps.
fn unknown_ids(submission: &Submission) -> Vec<String> {
    let Submission { selection, handed_out, .. } = submission;
    let reads = selection.read_targets.iter().map(|read| &read.candidate_id);
    let mut unknown_ids: Vec<String> = Vec::new();
    for id in selection.primary_candidate_ids.iter().chain(reads) {
        let is_known = id.parse().is_ok_and(|id| handed_out.has_place(id));
        if !is_known && !unknown_ids.contains(id) {
            unknown_ids.push(id.clone());
        }
    }
    unknown_ids
}
