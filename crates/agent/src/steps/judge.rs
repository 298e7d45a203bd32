//! A judged report is accepted, or the same conversation goes on about its gap.

use firsthand_registry::CandidateId;
use firsthand_validator::{Action, Gap, Selection, StopReason};

use super::Effect;
use crate::event::HostMessageKind;
use crate::{State, prompt};

/// Applies when the last thing that happened is a verdict. A report that comes again unchanged is
/// not asked about again.
pub(super) fn step(state: &State) -> Option<Effect> {
    if state.stopped.is_some() || !state.submitted || state.asked_again() {
        return None;
    }
    let asked_again = state.stats.continuations as usize;
    let submission = state.submissions.last()?;
    let (verdict, _) = submission.judged.as_ref()?;
    let skip = verdict.action() == Action::SkipExploreResult;
    let open =
        !skip && (verdict.gaps().iter().any(|gap| is_open(state, gap)) || verdict.is_gutted());
    // Of several reports in one turn only the last is judged, and asked about.
    let mut before = state.submissions.iter().rev().skip(1);
    let again = before.find(|before| before.judged.is_some());
    let stuck = again.is_some_and(|before| before.selection == submission.selection);
    let blind = state.coverage.patterns == 0 && state.registry.is_empty();
    let unsearched = skip && blind && state.closing().is_none();
    let more = asked_again < state.budgets.continuations as usize && state.steps_left() > 0;
    if (open || unsearched) && !stuck && more {
        let left = state.steps_left();
        let text = match unsearched {
            true => prompt::unsearched(),
            false => {
                let ghosts = ghosts(state, &submission.selection);
                prompt::gap(verdict.gaps(), &ghosts, left, state.closing())
            }
        };
        return Some(Effect::Say {
            why: HostMessageKind::Gap,
            text,
        });
    }
    let reason = match state.best() {
        None => StopReason::Gutted,
        Some(_) if open && asked_again > 0 => StopReason::BestOfContinuations,
        Some(best) if best + 1 < state.submissions.len() => StopReason::BestOfContinuations,
        Some(_) => StopReason::Accepted,
    };
    Some(Effect::Stop { reason })
}

/// Whether the gap is worth another round. What only looking could find is not, once nothing can be
/// looked at any more; and that facts were withheld is said once.
fn is_open(state: &State, gap: &Gap) -> bool {
    match gap {
        Gap::FactWithheld { .. } => !was_withheld(state),
        gap => !gap.needs_looking() || state.closing().is_none(),
    }
}

/// Whether a fact of an earlier report was withheld.
fn was_withheld(state: &State) -> bool {
    let earlier = state.submissions.iter().rev().skip(1);
    let judged = earlier.filter_map(|submission| submission.judged.as_ref());
    let mut gaps = judged.flat_map(|(verdict, _)| verdict.gaps());
    gaps.any(|gap| matches!(gap, Gap::FactWithheld { .. }))
}

/// Ids of primary places and read targets that were never handed out, each once, as they were
/// submitted. Those of flow links are gaps of their own.
fn ghosts(state: &State, selection: &Selection) -> Vec<String> {
    let reads = selection.read_targets.iter().map(|read| &read.candidate_id);
    let mut ghosts: Vec<String> = Vec::new();
    for id in selection.primary_candidate_ids.iter().chain(reads) {
        let known = id
            .parse()
            .is_ok_and(|id: CandidateId| state.registry.get(id).is_some());
        if !known && !ghosts.contains(id) {
            ghosts.push(id.clone());
        }
    }
    ghosts
}
