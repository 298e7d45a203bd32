//! The report: the places that the search ranks highest, each with its most telling line.

use firsthand_agent::Task;
use firsthand_agent::registry::Candidate;
use firsthand_agent::validator::{Action, Confidence, FlowLink, Intent, ReadRequest, Selection};
use serde_json::Value;

use super::confidence::{confidence, is_of_code, missing_words};
use super::fact::{fact, uses};
use super::label::{Label, label};
use super::line::quote;
use super::places::{further, is_secondary, linked, neighbours, primary};
use super::view::View;
use super::weigh::{covered, weight};

/// Places to read; no report takes more.
const READS: usize = 8;
/// Absent identifiers that are named.
const MISSING: usize = 3;
/// Places that together hold less of the question than this are no answer to it.
const RELEVANT: f64 = 0.2;
/// A place that weighs at least this part of the heaviest one has to be read.
const REQUIRED: f64 = 0.75;
/// A place that holds less of the question than this can be left out.
const ANSWERS: f64 = 0.4;

/// The arguments of `submit_report`.
pub(super) fn arguments(view: &View<'_>, task: &Task) -> Value {
    serde_json::to_value(selection(view, task)).unwrap_or_default()
}

/// The places that the report cites, best first; none where they are no answer.
pub(super) fn cited<'r>(view: &View<'r>) -> Vec<&'r Candidate> {
    let places = primary(view);
    match covered(view, &places) < RELEVANT {
        true => Vec::new(),
        false => places,
    }
}

fn selection(view: &View<'_>, task: &Task) -> Selection {
    let places = cited(view);
    let mut selection = Selection {
        primary_candidate_ids: Vec::new(),
        read_targets: Vec::new(),
        flow: Vec::new(),
        missing_coverage: Vec::new(),
        recommended_primary_action: Action::SkipExploreResult,
        search_targets: Vec::new(),
        confidence: Confidence::Low,
    };
    if places.is_empty() {
        return selection;
    }
    selection.missing_coverage = missing(view, &places);
    selection.primary_candidate_ids = places.iter().map(|c| c.id().to_string()).collect();
    let neighbours = neighbours(view, &places);
    let linked = linked(&places, &neighbours);
    // An explanation goes from the user to what it uses; other questions want the best place first.
    let ordered = match task.intent {
        Intent::Explain => in_order(&linked),
        _ => linked.clone(),
    };
    selection.flow = ordered
        .into_iter()
        .filter_map(|place| link(view, place, &linked))
        .collect();
    if selection.flow.len() >= 2.min(places.len()) {
        selection.confidence = confidence(view, &places);
    }
    // Words can show where something stands. What it does only reading can.
    let answers = selection.confidence == Confidence::Medium && task.intent == Intent::Locate;
    selection.recommended_primary_action = if answers {
        Action::AnswerFromReport
    } else {
        Action::ReadTargets
    };
    if !answers {
        selection.read_targets = reads(view, &places, &neighbours);
    }
    selection
}

/// What uses another before what it uses. Ties, and places that use each other, stay in the order of rank.
fn in_order<'a>(places: &[&'a Candidate]) -> Vec<&'a Candidate> {
    let mut left = places.to_vec();
    let mut ordered: Vec<&Candidate> = Vec::new();
    while !left.is_empty() {
        let free = left
            .iter()
            .position(|place| !left.iter().any(|other| uses(other, place)));
        ordered.push(left.remove(free.unwrap_or(0)));
    }
    ordered
}

fn link(view: &View<'_>, place: &Candidate, places: &[&Candidate]) -> Option<FlowLink> {
    Some(FlowLink {
        lines: None,
        candidate_id: place.id().to_string(),
        role: role(place),
        fact: fact(place, places),
        quote: quote(view, place)?,
    })
}

/// What kind of thing a place shows.
fn role(place: &Candidate) -> String {
    let kind = label(place).map(|label| label.declaration.kind.clone());
    kind.unwrap_or_else(|| "text".to_owned())
}

/// What to read beside the flow. Of the places in it those are required that weigh nearly as much as the best, as far as
/// they hold a good part of the question, but no tests. Then the next places of the search, and what is related to the
/// first ones.
fn reads(view: &View<'_>, places: &[&Candidate], neighbours: &[&Candidate]) -> Vec<ReadRequest> {
    let heaviest = places.iter().map(|c| weight(view, c)).fold(0.0, f64::max);
    let required = places.iter().enumerate().filter(|(at, place)| {
        let heavy = *at == 0 || weight(view, place) >= heaviest * REQUIRED;
        heavy && covered(view, &[*place]) >= ANSWERS && !is_secondary(place)
    });
    let mut first: Vec<(&Candidate, bool)> = required.map(|(_, place)| (*place, true)).collect();
    if first.is_empty() {
        first.extend(places.first().map(|place| (*place, false)));
    }
    let mut others = further(view, &linked(places, neighbours));
    others.extend(neighbours);
    let others = others.into_iter().map(|place| (place, false));
    let read = |(place, required): (&Candidate, bool)| ReadRequest {
        lines: None,
        candidate_id: place.id().to_string(),
        purpose: purpose(place),
        required,
    };
    let with_lines = |(place, _): &(&Candidate, bool)| place.range().is_some();
    let all = first.into_iter().chain(others);
    all.filter(with_lines).take(READS).map(read).collect()
}

fn purpose(place: &Candidate) -> String {
    label(place).map_or_else(
        || "text".to_owned(),
        |Label { declaration, .. }| format!("{} `{}`", declaration.kind, declaration.name),
    )
}

/// Identifiers of the question that occur in no file: words that are more than one word, since the coverage names the
/// others; and the words that say most, where no place of the report has them.
fn missing(view: &View<'_>, places: &[&Candidate]) -> Vec<String> {
    let nowhere = |token: &&str| {
        token.contains('_') && view.registry.count_of(token).is_some_and(|c| c.files == 0)
    };
    let names = view.tokens.iter().filter(nowhere);
    let nowhere = names.map(|name| format!("{name} occurs in no file that was searched"));
    let missing_words: Vec<&str> = missing_words(view, places, is_of_code)
        .into_iter()
        .take(MISSING)
        .collect();
    let elsewhere = (!missing_words.is_empty())
        .then(|| format!("only other files say: {}", missing_words.join(", ")));
    nowhere.take(MISSING).chain(elsewhere).collect()
}
