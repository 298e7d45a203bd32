//! The history axis: selects the places to follow through the commits.

use std::collections::BTreeSet;

use super::axes::Axis;
use super::fan_out::{SubQuery, SubQueryKind};
use crate::Tier;
use crate::classify::words_of;
use crate::hints::Hints;
use crate::hit::{Hit, is_test};
use crate::retrieve::{CommitQuery, TrackedPlace};
use crate::stage_io::StageInput;

/// The most places that are followed through history.
const MAX_PLACES: usize = 8;

/// The sub-query for the commits of the candidates.
pub(super) fn history_query(input: &StageInput, hints: &Hints) -> SubQuery {
    commits_query(subjects(&input.candidates), input, hints)
}

/// At most [`MAX_PLACES`] candidates whose history is requested: those that the topic names, if any; tests only if
/// there is nothing else.
pub(super) fn subjects(candidates: &[Hit]) -> Vec<&Hit> {
    let exact: Vec<&Hit> = candidates
        .iter()
        .filter(|hit| hit.tier == Tier::Exact)
        .collect();
    let outside_tests: Vec<&Hit> = candidates.iter().filter(|hit| !is_test(hit)).collect();
    let all: Vec<&Hit> = candidates.iter().collect();
    let chosen = [exact, outside_tests, all]
        .into_iter()
        .find(|group| !group.is_empty());
    let mut chosen = chosen.unwrap_or_default();
    let mut entities = BTreeSet::new();
    chosen.retain(|hit| entities.insert(hit.entity().to_owned()));
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
    let words = input.classified.as_ref().map(words_of).unwrap_or_default();
    let since = hints.since;
    let query = CommitQuery {
        places,
        words,
        since,
    };
    SubQuery::new("history", SubQueryKind::Commits(query))
}

/// Whether the decision is a decomposition along the history axis alone.
pub(crate) fn is_history_alone(input: &StageInput) -> bool {
    let args = input.decision.as_ref();
    let args = args.and_then(|decision| decision.parse_decompose_args().ok());
    let is_history = |axis: &String| Axis::named(axis) == Some(Axis::History);
    args.is_some_and(|args| args.axes.iter().all(is_history))
}

fn tracked_place(hit: &Hit) -> TrackedPlace {
    let label = hit.label();
    let named = |d: &&firsthand_registry::Declaration| d.name == label;
    let declared = hit.window.declarations.iter().filter(named);
    let declared = declared.min_by_key(|d| d.range.len());
    TrackedPlace {
        path: hit.path().clone(),
        lines: declared.map(|declared| declared.range),
        name: match label.is_empty() {
            true => hit.path().file_name().to_owned(),
            false => hit.name(),
        },
        from: (hit.tier, hit.score),
    }
}
