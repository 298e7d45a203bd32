//! Builds the report: the places that the search ranks highest, each with the line that matches the question best.

use std::borrow::Cow;

use firsthand_agent::Task;
use firsthand_agent::registry::{Declaration, clip_between_words};
use firsthand_agent::validator::{
    Action, Confidence, FlowLink, Intent, Missing, ReadRequest, Selection,
};
use serde_json::Value;

use super::confidence::{estimate, missing_words};
use super::fact::{fact, in_backticks, listed, mentions_one_way, visible_lines, words_in};
use super::label::{label, other_declarations};
use super::places::{Place, Places, primary};
use super::quoted_line::{quote, telling_line};
use super::view::{BY_NAME, CALLERS, View};
use super::word_weight::coverage;

/// The most read targets of a report.
const MAX_READS: usize = 8;
/// The most names of other declarations of a place, in its fact and in the purpose of reading it.
const MAX_NAMES_IN_FACT: usize = 3;
const MAX_NAMES_IN_PURPOSE: usize = 2;
/// The most places to read of which a line is shown: as many as the text form prints.
const MAX_QUOTED_READS: usize = 5;
/// The most characters of a line in the purpose of reading a place.
const MAX_LINE_IN_PURPOSE: usize = 60;
/// The most missing words that a report lists.
const MAX_MISSING: usize = 3;
/// The first place is required reading only if it covers at least this share of the question.
const MIN_REQUIRED_COVERAGE: f64 = 0.4;

/// The arguments of `submit_report`.
pub(super) fn arguments(view: &View<'_>, task: &Task) -> Value {
    serde_json::to_value(selection(view, task)).unwrap_or_default()
}

fn selection(view: &View<'_>, task: &Task) -> Selection {
    let primary = primary(view);
    let mut selection = Selection::default();
    // However little of the question the places cover: that nothing relevant is there can be said only if no file has a
    // word of it.
    if primary.is_empty() {
        return selection;
    }
    selection.primary_candidate_ids = primary.iter().map(|c| c.id().to_string()).collect();
    let places = Places::with_primary(view, primary);
    let missing = missing_coverage(view, &places.all()).into_iter();
    selection.missing_coverage = missing.map(|text| Missing::new(text, [])).collect();
    // An explanation goes from callers to what they use; for other questions, and if the question names the best place,
    // that comes first.
    let is_named =
        |place: &Place<'_>| !view.named_lines(*place).is_empty() || is_asked_for(view, *place);
    let ordered = match task.intent {
        Intent::Explain if !places.primary.first().is_some_and(is_named) => {
            in_flow_order(&places.primary)
        }
        _ => places.primary.clone(),
    };
    selection.flow = ordered.into_iter().filter_map(|place| flow_link(view, place)).collect();
    let mut is_answer = false;
    if selection.flow.len() >= 2.min(places.primary.len()) {
        let estimate = estimate(view, &places.primary);
        selection.confidence = estimate.confidence;
        // Matching words can show where something is, but only reading shows what it does.
        is_answer = estimate.is_answer && task.intent == Intent::Locate;
    }
    selection.recommended_primary_action =
        if is_answer { Action::AnswerFromReport } else { Action::ReadTargets };
    let others = [&places.callers[..], &places.siblings, &places.further].concat();
    // Beside an answer the first place need not be read, and the others are printed where there is room.
    let first = if is_answer { None } else { places.primary.first().copied() };
    selection.read_targets = read_requests(view, first, &others, selection.confidence);
    selection
}

/// Whether a word of the question is the name of the declaration of a place.
fn is_asked_for(view: &View<'_>, place: Place<'_>) -> bool {
    let label = label(place).filter(|label| label.shows_name);
    label.is_some_and(|label| view.words.is_of_question(&label.declaration.name))
}

/// Orders places by rank, but each directly after the declaration that mentions it. What several of them mention is no
/// step of a chain. Text without a declaration, such as imports, mentions nothing in this sense.
fn in_flow_order<'a>(places: &[Place<'a>]) -> Vec<Place<'a>> {
    let mut visited = vec![false; places.len()];
    let mut ordered = Vec::new();
    for index in 0..places.len() {
        visit(places, index, &mut visited, &mut ordered);
    }
    ordered
}

/// Adds the places that mention the place with this index, and then that place, unless they were visited before.
fn visit<'a>(
    places: &[Place<'a>],
    index: usize,
    visited: &mut [bool],
    ordered: &mut Vec<Place<'a>>,
) {
    if std::mem::replace(&mut visited[index], true) {
        return;
    }
    let mentions =
        |place: &Place<'a>| label(*place).is_some() && mentions_one_way(*place, places[index]);
    let mut mentioning = (0..places.len()).filter(|other| mentions(&places[*other]));
    if let (Some(only), None) = (mentioning.next(), mentioning.next()) {
        visit(places, only, visited, ordered);
    }
    ordered.push(places[index]);
}

fn flow_link(view: &View<'_>, place: Place<'_>) -> Option<FlowLink> {
    let own = label(place).map(|label| &*label.declaration.name);
    let named: Vec<&str> = own.into_iter().chain(asked_for(view, place)).collect();
    let (line, quote) = quote(view, place, &named)?;
    let place = Place { quoted: Some(line), ..place };
    let names = asked_for(view, place);
    Some(FlowLink {
        candidate_id: place.id().to_string(),
        role: role(place),
        fact: fact(view, place, &names, &quote),
        quote,
        ..FlowLink::default()
    })
}

/// The names of the other declarations at a place that have words of the question.
fn asked_for<'r>(view: &View<'_>, place: Place<'r>) -> Vec<&'r str> {
    let others = others_by_weight(view, place).into_iter();
    let asked_for = others.filter(|(other, weight)| other.range.len() > 1 && *weight > 0.0);
    asked_for.map(|(other, _)| &*other.name).take(MAX_NAMES_IN_FACT).collect()
}

/// The other declarations at a place with the weight of the question's words in their lines, the heaviest first.
fn others_by_weight<'r>(view: &View<'_>, place: Place<'r>) -> Vec<(&'r Declaration, f64)> {
    let weight = |declared: &Declaration| {
        let text: Vec<&str> = visible_lines(place.candidate, declared.range).collect();
        view.words.weight_of_text(&text.join("\n"))
    };
    let others = other_declarations(place).into_iter();
    let mut weighted: Vec<_> = others.map(|other| (other, weight(other))).collect();
    weighted.sort_by(|a, b| b.1.total_cmp(&a.1));
    weighted
}

/// The role of a place: the kind of its declaration.
fn role(place: Place<'_>) -> String {
    label(place).map(|label| label.declaration.kind.clone()).unwrap_or_default()
}

/// The places to read: the best one, if it is required or there are no others, and the others, which the flow does not
/// describe. The best one is required if the confidence is not low, and it covers a good part of the question and is no
/// test or generated file.
fn read_requests(
    view: &View<'_>,
    first: Option<Place<'_>>,
    others: &[Place<'_>],
    confidence: Confidence,
) -> Vec<ReadRequest> {
    let is_required = |place: Place<'_>| {
        confidence != Confidence::Low
            && coverage(view, &[place]) >= MIN_REQUIRED_COVERAGE
            && !place.is_secondary()
    };
    let read = |place: Place<'_>, purpose: String, required: bool| ReadRequest {
        lines: None,
        candidate_id: place.id().to_string(),
        purpose,
        required,
    };
    let has_lines = |place: &Place<'_>| place.range().is_some();
    let first = first.filter(has_lines);
    let first =
        first.map(|place| read(place, describe_declaration(view, place), is_required(place)));
    let first = first.filter(|read| read.required || others.is_empty());
    let others = others.iter().copied().filter(has_lines);
    let others = others.enumerate().map(|(at, place)| {
        let caller = describe_caller(view, place);
        let is_quoted = at < MAX_QUOTED_READS;
        read(place, caller.unwrap_or_else(|| describe_declarations(view, place, is_quoted)), false)
    });
    first.into_iter().chain(others).take(MAX_READS).collect()
}

/// What a place calls, and in which declaration.
fn describe_caller(view: &View<'_>, place: Place<'_>) -> Option<String> {
    let call = place.related().iter().find(|related| related.relation == CALLERS)?;
    let called = view.spelled().find(|one| [&one.name, &one.address].contains(&&call.of));
    let name = in_backticks(&called.map_or_else(|| call.of.clone(), |spelled| spelled.name));
    let calls = if call.resolution == BY_NAME { "may call" } else { "calls" };
    let around = place.symbol.map(|symbol| in_backticks(&symbol.qualified) + " ");
    Some(format!("{}{calls} {name}", around.unwrap_or_default()))
}

/// The kind and name of a place's declaration; without one, the words that it has.
fn describe_declaration(view: &View<'_>, place: Place<'_>) -> String {
    let Some(label) = label(place) else {
        return words_in(view, place);
    };
    let part = if label.shows_name { "" } else { "part of " };
    let Declaration { kind, name, .. } = label.declaration;
    format!("{part}{kind} {}", in_backticks(name))
}

/// The kind and name of a place's declaration, and the line that says most of the question or, without one, the names of
/// the other declarations that the place shows.
fn describe_declarations(view: &View<'_>, place: Place<'_>, is_quoted: bool) -> String {
    let declared = describe_declaration(view, place);
    let Some(name) = label(place).map(|label| &*label.declaration.name) else {
        return declared;
    };
    let line = telling_line(view, place, &[name]).filter(|_| is_quoted);
    if let Some(line) = line.and_then(line_in_purpose) {
        return format!("{declared}: {}", in_backticks(&line));
    }
    let others = others_by_weight(view, place).into_iter().take(MAX_NAMES_IN_PURPOSE);
    let others: Vec<&str> = others.map(|(other, _)| &*other.name).collect();
    // The kind is that of the first name alone.
    if others.is_empty() { declared } else { format!("{declared}, also {}", listed(&others)) }
}

/// A line as a purpose has it: cut between words, since half a path, or half a name behind a dot, would name another place
/// and be withheld; `None` of one that cannot be cut so.
fn line_in_purpose(line: &str) -> Option<Cow<'_, str>> {
    let cut = clip_between_words(line, MAX_LINE_IN_PURPOSE, usize::MAX);
    let is_between_words = matches!(cut, Cow::Borrowed(_)) || cut.contains(char::is_whitespace);
    is_between_words.then_some(cut)
}

/// Describes what the report does not cover: the heaviest words that say something and that no cited place contains. The
/// coverage lists words that no file contains.
fn missing_coverage(view: &View<'_>, places: &[Place<'_>]) -> Vec<String> {
    let missing_words: Vec<&str> = missing_words(view, places)
        .into_iter()
        .filter(|word| !view.is_slight(word))
        .take(MAX_MISSING)
        .collect();
    let only_elsewhere = (!missing_words.is_empty())
        .then(|| format!("not in the cited places: {}", missing_words.join(", ")));
    only_elsewhere.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::line_in_purpose;

    #[test]
    fn a_line_is_cut_between_words() {
        let check = |line: &str, expect: &str| {
            assert_eq!(line_in_purpose(line).as_deref().unwrap_or("-"), expect, "{line}");
        };
        check("return voucher.limit / 2", "return voucher.limit / 2");
        check(
            "if request.referer && !request.referer.match('/notifications/sync')",
            "if request.referer &&…",
        );
        check("EventBus.getDefault().postSticky(SleepTimerUpdatedEvent.updated(left));", "-");
    }
}
