//! The history axis: selects the places to follow through the commits.

use std::collections::BTreeSet;

use super::decompose::Axis;
use super::fan_out::{SubQuery, SubQueryKind};
use crate::hints::Hints;
use crate::hit::{Hit, is_test};
use crate::payload::Tier;
use crate::retrieve::{CommitQuery, TrackedPlace};
use crate::stage_io::StageInput;

/// The most places that are followed through history.
const MAX_PLACES: usize = 8;

/// At most [`MAX_PLACES`] candidates whose history is requested: those that the topic names, if any; tests only if
/// there is nothing else.
pub(super) fn subjects(candidates: &[Hit]) -> Vec<&Hit> {
    let is_any_exact = candidates.iter().any(|hit| hit.tier == Tier::Exact);
    let only_tests = candidates.iter().all(is_test);
    let mut entities = BTreeSet::new();
    let chosen = candidates.iter().filter(|hit| {
        let is_subject =
            if is_any_exact { hit.tier == Tier::Exact } else { only_tests || !is_test(hit) };
        is_subject && entities.insert(&hit.entity)
    });
    chosen.take(MAX_PLACES).collect()
}

/// The sub-query for the commits that touched these declarations, or the file of a hit without a declaration.
pub(super) fn commits_query<'h>(
    hits: impl IntoIterator<Item = &'h Hit>,
    input: &StageInput,
    hints: &Hints,
) -> SubQuery {
    let mut places: Vec<TrackedPlace> = Vec::new();
    for hit in hits {
        let place = tracked_place(hit);
        let is_same = |other: &TrackedPlace| other.path == place.path && other.lines == place.lines;
        if places.len() < MAX_PLACES && !places.iter().any(is_same) {
            places.push(place);
        }
    }
    let query = CommitQuery { places, words: input.classified.words(), since: hints.since };
    SubQuery::new("history", SubQueryKind::Commits(query))
}

/// Whether the decision is a decomposition along the history axis alone.
pub(crate) fn is_history_alone(input: &StageInput) -> bool {
    let is_history = |axis: &String| Axis::named(axis) == Some(Axis::History);
    let args = input.decision.parse_decompose_args();
    args.is_ok_and(|args| args.axes.iter().all(is_history))
}

fn tracked_place(hit: &Hit) -> TrackedPlace {
    let label = hit.label();
    let declared = hit.window.declarations.iter().filter(|declared| declared.name == label);
    let declared = declared.min_by_key(|declared| declared.range.len());
    TrackedPlace {
        path: hit.path().clone(),
        lines: declared.map(|declared| declared.range),
        name: if label.is_empty() { hit.path().file_name().to_owned() } else { hit.name() },
        from: (hit.tier, hit.score),
    }
}
