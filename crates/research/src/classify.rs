//! The first stage: finds the declarations and files that the topic may be about.

mod model_terms;
mod names;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use firsthand_agent::Cancel;
use firsthand_registry::absent_words;
use firsthand_source::{distinct, join_at_most};
use serde_json::json;

use crate::hints::Hints;
use crate::hit::Hit;
use crate::retrieve::{PATH_SOURCE, Retriever, Word, is_path_of};
use crate::stage_io::{StageInput, StageOutput};
use crate::{Candidate, ClassifierOutput, ClassifierTier, Tier};

pub(crate) use model_terms::{ModelTerms, with_model_terms};
pub(crate) use names::spelled_names;
use names::{is_named, look_up_name, look_up_names};

/// The most candidates.
const MAX_CANDIDATES: usize = 25;
/// The most names and words that a message lists.
const MAX_LISTED_NAMES: usize = 8;

/// The hint field for the words of the topic.
pub(crate) const WORDS_FIELD: &str = "words";
/// The hint field for names that the topic spells and nothing declares.
pub(crate) const UNDECLARED_FIELD: &str = "undeclared";
/// The hint field for names that the topic spells and whose lookup was left out or cut short.
pub(crate) const UNCHECKED_FIELD: &str = "unchecked";
/// The hint field for those undeclared names that no searched file contains.
pub(crate) const ABSENT_FIELD: &str = "nowhere";

/// Finds candidates: declarations and files that the topic names, and the best matches for its words. Blocks.
pub(crate) fn classify(retriever: &Retriever, input: &StageInput, cancel: &Cancel) -> StageOutput {
    let hints = Hints::of(&input.intent.hints);
    let topic = &input.intent.topic;
    let filter = hints.filter();
    let mut found = retriever.search(topic, MAX_CANDIDATES, &filter, cancel);
    let mut spelled = distinct(spelled_names(topic).into_iter().chain(hints.symbol.clone()));
    let mut found_names = BTreeSet::new();
    for hit in &mut found.hits {
        found_names.extend(promote(hit, &spelled));
    }
    spelled.retain(|name| !found_names.contains(name));
    let lookup = look_up_names(retriever, &spelled, &found.words, &hints, cancel);
    found.hits.extend(lookup.hits);
    if let Some(kind) = &hints.kind {
        found.hits.retain(|hit| hit.kind() == kind);
    }
    let hits = rank(found.hits);
    let name_fields = [
        (UNDECLARED_FIELD, lookup.undeclared.clone()),
        (UNCHECKED_FIELD, lookup.unchecked.clone()),
        (ABSENT_FIELD, lookup.absent.clone()),
    ];
    let mut reasons = hints.invalid.clone();
    if found.coverage.truncated {
        reasons.extend(found.notes);
    }
    reasons.extend(unchecked_reason(&lookup.unchecked));
    let degraded_reason = reasons.join("; ");
    let output = ClassifierOutput {
        topic: topic.clone(),
        tier: tier(&hits).name().to_owned(),
        confidence: confidence(&hits),
        hints: hint_fields(&input.intent.hints, &found.words, name_fields),
        candidates: hits.iter().map(Hit::candidate).collect(),
        degraded: !degraded_reason.is_empty(),
        degraded_reason,
        ..ClassifierOutput::default()
    };
    let mut coverage = found.coverage;
    coverage.absent = absent_of(topic, &found.words);
    StageOutput {
        hits,
        coverage,
        ..StageOutput::of(&output)
    }
}

/// Raises a hit to tier 0 if its declaration or path is one of the spelled names; returns the names that match.
fn promote(hit: &mut Hit, spelled: &[String]) -> Vec<String> {
    let matches_hit = |name: &&String| is_named(hit, name);
    let named: Vec<String> = spelled.iter().filter(matches_hit).cloned().collect();
    if !named.is_empty() {
        let source = match named
            .iter()
            .any(|name| is_path_of(hit.path().as_str(), name))
        {
            true => PATH_SOURCE,
            false => "symbol",
        };
        hit.tier = Tier::Exact;
        hit.score = 1.0;
        hit.sources.insert(0, source.to_owned());
    }
    named
}

/// Orders hits by tier and score, and keeps the first hit of each place, at most [`MAX_CANDIDATES`] in all.
fn rank(mut hits: Vec<Hit>) -> Vec<Hit> {
    hits.sort_by(|a, b| {
        (a.tier.cmp(&b.tier))
            .then(b.score.total_cmp(&a.score))
            .then_with(|| a.path().cmp(b.path()))
            .then(a.lines().start().cmp(&b.lines().start()))
    });
    let mut seen = BTreeSet::new();
    hits.retain(|hit| {
        let lines = hit.lines();
        seen.insert((hit.path().clone(), lines.start(), lines.end()))
    });
    hits.truncate(MAX_CANDIDATES);
    hits
}

/// The tier of the classification: ranked if there are ranked hits and no exact one, otherwise exact.
fn tier(hits: &[Hit]) -> ClassifierTier {
    match hits.iter().any(|hit| hit.tier == Tier::Ranked) {
        true if !hits.iter().any(|hit| hit.tier == Tier::Exact) => ClassifierTier::Ranked,
        _ => ClassifierTier::Exact,
    }
}

/// 1.0 if the best hit is exact, 0.5 if there is one ranked hit, 0.0 without hits; otherwise the score of the best hit
/// minus half of the second score.
fn confidence(hits: &[Hit]) -> f64 {
    match hits {
        [] => 0.0,
        [first, ..] if first.tier == Tier::Exact => 1.0,
        [_] => 0.5,
        [first, second, ..] => (first.score - second.score / 2.0).clamp(0.0, 1.0),
    }
}

/// The degradation for names whose lookup was left out or cut short; `None` without such names.
fn unchecked_reason(names: &[String]) -> Option<String> {
    let shown = join_at_most(names, MAX_LISTED_NAMES);
    let reason = format!("it was not checked completely whether these names are declared: {shown}");
    (!names.is_empty()).then_some(reason)
}

/// The hint fields of the output: the caller's hints, and what the search found about the topic's words and names.
fn hint_fields(
    hints: &BTreeMap<String, String>,
    words: &[Word],
    names: [(&str, Vec<String>); 3],
) -> BTreeMap<String, serde_json::Value> {
    let mut fields: BTreeMap<_, _> = hints
        .iter()
        .map(|(key, value)| (key.clone(), json!(value)))
        .collect();
    if !words.is_empty() {
        fields.insert(WORDS_FIELD.to_owned(), json!(words));
    }
    let names = names.into_iter().filter(|(_, names)| !names.is_empty());
    fields.extend(names.map(|(field, names)| (field.to_owned(), json!(names))));
    fields
}

/// The words that the classification counted.
pub(crate) fn words_of(output: &ClassifierOutput) -> Vec<Word> {
    let words = output.hints.get(WORDS_FIELD).cloned().unwrap_or_default();
    serde_json::from_value(words).unwrap_or_default()
}

/// The names that the topic spells and nothing declares.
pub(crate) fn undeclared_of(output: &ClassifierOutput) -> Vec<String> {
    names_of(output, UNDECLARED_FIELD)
}

/// The names that the topic spells and no lookup found: the undeclared ones, and those that were not checked
/// completely.
pub(crate) fn unfound_names(output: &ClassifierOutput) -> Vec<String> {
    [UNDECLARED_FIELD, UNCHECKED_FIELD]
        .map(|field| names_of(output, field))
        .concat()
}

/// The names that the topic spells and no searched file contains.
pub(crate) fn absent_names(output: &ClassifierOutput) -> Vec<String> {
    names_of(output, ABSENT_FIELD)
}

fn names_of(output: &ClassifierOutput, field: &str) -> Vec<String> {
    let names = output.hints.get(field).cloned().unwrap_or_default();
    serde_json::from_value(names).unwrap_or_default()
}

/// The words of the topic that no searched file contains and whose absence says something, at most
/// [`MAX_LISTED_NAMES`].
fn absent_of(topic: &str, words: &[Word]) -> Vec<String> {
    let files: HashMap<&str, bool> = words
        .iter()
        .map(|word| (&*word.word, word.files > 0))
        .collect();
    let stands = |token: &str| files.get(&*token.replace('_', "")).copied();
    let mut absent = absent_words(topic, stands);
    absent.truncate(MAX_LISTED_NAMES);
    absent
}

/// Whether a candidate was named by the topic, or by a model.
pub(crate) fn is_exact(candidate: &Candidate) -> bool {
    candidate.tier == Tier::Exact.name()
}
