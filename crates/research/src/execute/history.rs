//! The history axis: selects the places to follow through the commits.

use std::collections::BTreeSet;

use firsthand_registry::RepoPath;

use super::decompose::non_test_candidates;
use super::fan_out::{SubQuery, SubQueryKind};
use crate::hints::{Axis, Hints};
use crate::hit::Hit;
use crate::payload::Tier;
use crate::retrieve::{CommitQuery, TrackedPlace};
use crate::stage_io::StageInput;

/// The most places that are followed through history.
const MAX_PLACES: usize = 8;

/// At most [`MAX_PLACES`] candidates whose history is requested: those that the topic names, if any; tests only if
/// there is nothing else.
pub(super) fn subjects(candidates: &[Hit]) -> Vec<&Hit> {
    let is_any_exact = candidates.iter().any(|hit| hit.tier == Tier::Exact);
    let mut chosen: Vec<&Hit> = non_test_candidates(candidates).collect();
    if is_any_exact {
        chosen = candidates.iter().filter(|hit| hit.tier == Tier::Exact).collect();
    }
    let mut entities = BTreeSet::new();
    chosen.retain(|hit| entities.insert(&hit.entity));
    chosen.truncate(MAX_PLACES);
    chosen
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
    name_apart(&mut places);
    let query = CommitQuery { places, words: input.classified.words(), since: hints.since };
    SubQuery::new("history", SubQueryKind::Commits(query))
}

/// Whether the decision is a decomposition along the history axis alone.
pub(crate) fn is_history_alone(input: &StageInput) -> bool {
    let is_history = |axis: &String| Axis::named(axis) == Ok(Axis::History);
    let args = input.decision.parse_decompose_args();
    args.is_ok_and(|args| args.axes.iter().all(is_history))
}

/// Adds the path to the names that places of several files have.
fn name_apart(places: &mut [TrackedPlace]) {
    let names: Vec<(RepoPath, String)> =
        places.iter().map(|place| (place.path.clone(), place.name.clone())).collect();
    for place in places {
        let is_shared = names.iter().any(|(path, name)| *name == place.name && *path != place.path);
        if is_shared {
            place.name = format!("{} in {}", place.name, place.path);
        }
    }
}

fn tracked_place(hit: &Hit) -> TrackedPlace {
    let label = hit.label();
    let declared = hit.declared().min_by_key(|declared| declared.range.len());
    TrackedPlace {
        path: hit.path().clone(),
        lines: declared.map(|declared| declared.range),
        name: if label.is_empty() { hit.path().file_name().to_owned() } else { hit.name() },
        from: (hit.tier, hit.score),
    }
}
