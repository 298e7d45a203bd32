//! A judged report is accepted, or the same conversation goes on about its gap.

use firsthand_registry::CandidateId;
use firsthand_validator::{Action, Gap, Selection, StopReason, Verdict};

use super::Effect;
use crate::State;
use crate::event::HostMessageKind;
use crate::prompt::{self, Gaps};

/// Applies when the last thing that happened is a verdict. A report that comes again unchanged is
/// not asked about again.
pub(super) fn step(state: &State) -> Option<Effect> {
    if state.stopped.is_some() || !state.submitted || state.host_spoke_last() {
        return None;
    }
    let asked_again = state.stats.continuations as usize;
    let submission = state.submissions.last()?;
    let (verdict, _) = submission.judged.as_ref()?;
    let skip = verdict.action() == Action::SkipExploreResult;
    let left = gaps_left(state, verdict);
    let gaps = not_asked(state, &left);
    // That facts were withheld is said once, and no reason to call the report less than accepted.
    let is_open = |gap: &Gap| gaps.contains(gap) || !matches!(gap, Gap::FactWithheld { .. });
    // Of several reports in one turn only the last is judged, and asked about.
    let mut before = state.submissions.iter().rev().skip(1);
    let again = before.find(|before| before.judged.is_some());
    let cut = submission.cut && !again.is_some_and(|before| before.cut);
    let open =
        !skip && (left.iter().any(is_open) || verdict.has_nothing_verified() || submission.cut);
    let ask = !skip && (!gaps.is_empty() || verdict.has_nothing_verified() || cut);
    let stuck = again.is_some_and(|before| before.selection == submission.selection);
    let unsearched = skip && state.has_seen_nothing() && state.why_only_report().is_none();
    let more = asked_again < state.budgets.continuations as usize && state.steps_left() > 0;
    let related = state.related_text().filter(|_| state.steps_left() > 0);
    if (ask || unsearched) && !stuck && more {
        let text = match unsearched {
            true => prompt::unsearched(state.coverage.patterns > 0),
            false => {
                let unknown_ids = &unknown_ids(state, &submission.selection);
                let gaps = Gaps {
                    gaps: &gaps,
                    unknown_ids,
                    cut,
                };
                let gap = prompt::gap(gaps, state.situation());
                match related {
                    Some(related) => format!("{gap}\n\n{}", prompt::users(&related)),
                    None => gap,
                }
            }
        };
        return Some(Effect::Message {
            why: HostMessageKind::Gap,
            text,
        });
    }
    if let Some(related) = related {
        return Some(Effect::Message {
            why: HostMessageKind::Related,
            text: prompt::related(&related),
        });
    }
    let reason = match state.best() {
        None => StopReason::NothingVerified,
        Some(_) if open && asked_again > 0 => StopReason::BestOfContinuations,
        Some(best) if best + 1 < state.submissions.len() => StopReason::BestOfContinuations,
        Some(_) => StopReason::Accepted,
    };
    Some(Effect::Stop { reason })
}

/// The gaps that more turns could close. What only looking could find is not one, once nothing can be looked
/// at any more.
fn gaps_left(state: &State, verdict: &Verdict) -> Vec<Gap> {
    let closed = state.why_only_report().is_some();
    let gaps = verdict.gaps().iter();
    let gaps = gaps.filter(|gap| !(closed && gap.needs_exploration()));
    gaps.cloned().collect()
}

/// Those that were not asked about before.
fn not_asked(state: &State, gaps: &[Gap]) -> Vec<Gap> {
    let earlier = state.submissions.iter().rev().skip(1);
    let judged = earlier.filter_map(|submission| submission.judged.as_ref());
    let asked: Vec<&Gap> = judged.flat_map(|(verdict, _)| verdict.gaps()).collect();
    let gaps = gaps.iter();
    let new = gaps.filter(|gap| !asked.iter().any(|before| is_same(before, gap)));
    new.cloned().collect()
}

/// Whether two gaps are one, wherever in the report its link stands now. That facts were withheld is said
/// once.
fn is_same(a: &Gap, b: &Gap) -> bool {
    match (a, b) {
        (
            Gap::QuoteFailed { id, quote, .. },
            Gap::QuoteFailed {
                id: of,
                quote: other,
                ..
            },
        ) => (id, quote) == (of, other),
        (Gap::FactWithheld { .. }, Gap::FactWithheld { .. }) => true,
        _ => a == b,
    }
}

/// Ids of primary places and read targets that were never handed out, each once, as they were
/// submitted. Those of flow links are gaps of their own.
fn unknown_ids(state: &State, selection: &Selection) -> Vec<String> {
    let reads = selection.read_targets.iter().map(|read| &read.candidate_id);
    let mut unknown_ids: Vec<String> = Vec::new();
    for id in selection.primary_candidate_ids.iter().chain(reads) {
        let known = id
            .parse()
            .is_ok_and(|id: CandidateId| state.registry.get(id).is_some());
        if !known && !unknown_ids.contains(id) {
            unknown_ids.push(id.clone());
        }
    }
    unknown_ids
}
