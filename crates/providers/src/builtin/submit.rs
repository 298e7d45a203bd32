//! The report: the places that rank highest over all answers, each with its most telling line.

use firsthand_agent::Task;
use firsthand_agent::registry::Candidate;
use firsthand_agent::validator::{Action, Confidence, Intent, ReadRequest, Selection};
use serde_json::Value;

use super::confidence::confidence;
use super::flow::flow;
use super::sight::Sight;
use super::weigh::{covered, weight};

/// Places of a report.
const PLACES: usize = 5;
/// Absent identifiers that are named.
const MISSING: usize = 3;
/// Places that the search found first, which are in the report whatever they weigh.
const FOUND: usize = 3;
/// Places of one file.
const PER_FILE: usize = 2;
/// What a test, a document or a generated file counts beside source.
const ASIDE: f64 = 0.4;
/// A place that weighs less than this part of the heaviest one is left out.
const WORTH: f64 = 0.4;
/// What leads from one found place to another may hold this much less.
const BRIDGE: f64 = 0.5;
/// Places that together hold less of the question than this are no answer to it.
const RELEVANT: f64 = 0.2;
/// A place that weighs at least this part of the heaviest one has to be read.
const REQUIRED: f64 = 0.75;

/// The arguments of `submit_report`.
pub(super) fn arguments(sight: &Sight<'_>, task: &Task) -> Value {
    serde_json::to_value(selection(sight, task)).unwrap_or_default()
}

fn selection(sight: &Sight<'_>, task: &Task) -> Selection {
    let places = places(sight);
    let share = covered(sight, &places);
    let mut selection = Selection {
        primary_candidate_ids: Vec::new(),
        read_targets: Vec::new(),
        flow: Vec::new(),
        missing_coverage: missing(sight),
        recommended_primary_action: Action::SkipExploreResult,
        search_targets: Vec::new(),
        confidence: Confidence::Low,
    };
    if places.is_empty() || share < RELEVANT {
        selection.missing_coverage.clear();
        return selection;
    }
    selection.primary_candidate_ids = places.iter().map(|c| c.id().to_string()).collect();
    selection.flow = flow(sight, &places);
    if selection.flow.len() >= 2.min(places.len()) {
        selection.confidence = confidence(sight, &places);
    }
    // Words can tell where something stands. What it does only reading can.
    let answers = selection.confidence == Confidence::Medium && task.intent == Intent::Locate;
    selection.recommended_primary_action = if answers {
        Action::AnswerFromReport
    } else {
        Action::ReadTargets
    };
    if !answers {
        selection.read_targets = reads(sight, &places);
    }
    selection
}

/// The places that the answers rank highest, a few of each file, those aside from the source last.
fn places<'r>(sight: &Sight<'r>) -> Vec<&'r Candidate> {
    let mut ranked: Vec<(f64, &Candidate)> = sight
        .scores
        .iter()
        .filter_map(|(&id, &score)| Some((score, sight.registry.get(id)?)))
        .map(|(score, candidate)| {
            let traits = candidate.traits();
            let aside = traits.test || traits.docs || traits.generated || traits.support;
            (if aside { score * ASIDE } else { score }, candidate)
        })
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.id().cmp(&b.1.id())));
    let heaviest = ranked
        .iter()
        .map(|(_, c)| weight(sight, c))
        .fold(0.0, f64::max);
    let mut places: Vec<&Candidate> = Vec::new();
    for (_, candidate) in ranked {
        let bridge = if candidate.related().is_empty() {
            1.0
        } else {
            BRIDGE
        };
        let found_first = sight
            .found
            .iter()
            .take(FOUND)
            .any(|id| *id == candidate.id());
        let worth = found_first || weight(sight, candidate) >= heaviest * WORTH * bridge;
        let same_file = places
            .iter()
            .filter(|kept| kept.path() == candidate.path())
            .count();
        if worth && same_file < PER_FILE && !places.iter().any(|kept| same(kept, candidate)) {
            places.push(candidate);
        }
        if places.len() == PLACES {
            break;
        }
    }
    places
}

/// Whether two places share lines, or are parts of one declaration.
fn same(a: &Candidate, b: &Candidate) -> bool {
    let symbol = |c: &Candidate| c.symbols().first().map(|symbol| symbol.qualified.clone());
    let overlap = a.range().zip(b.range()).is_none_or(|(a, b)| a.overlaps(b));
    a.path() == b.path() && (overlap || (symbol(a).is_some() && symbol(a) == symbol(b)))
}

/// What to read: every place with lines; required are those that weigh nearly as much as the best. The
/// flow says why, so no purpose is repeated here.
fn reads(sight: &Sight<'_>, places: &[&Candidate]) -> Vec<ReadRequest> {
    let heaviest = places.iter().map(|c| weight(sight, c)).fold(0.0, f64::max);
    let with_lines = places
        .iter()
        .filter(|candidate| candidate.range().is_some());
    let read = |candidate: &&Candidate| ReadRequest {
        lines: None,
        candidate_id: candidate.id().to_string(),
        purpose: String::new(),
        required: weight(sight, candidate) >= heaviest * REQUIRED,
    };
    with_lines.map(read).collect()
}

/// Identifiers of the question that occur in no file: words that are more than one word. The coverage names
/// the other words.
fn missing(sight: &Sight<'_>) -> Vec<String> {
    let nowhere = |token: &&str| {
        token.contains('_') && sight.registry.count_of(token).is_some_and(|c| c.files == 0)
    };
    let names = sight.tokens.iter().filter(nowhere).take(MISSING);
    names
        .map(|name| format!("{name} occurs in no file that was searched"))
        .collect()
}
