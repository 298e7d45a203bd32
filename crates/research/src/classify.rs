//! The first stage: finds the declarations and files that the topic may be about.

mod names;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use firsthand_agent::Cancel;
use firsthand_registry::{absent_words, texts_to_check, without_occurring};
use firsthand_source::{distinct, join_at_most};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::hints::Hints;
use crate::hit::Hit;
use crate::payload::{ClassifierOutput, ClassifierTier, Tier};
use crate::retrieve::{GUESSED, PATH_SOURCE, Retriever, Word, is_path_of};
use crate::stage_io::{StageInput, StageOutput};

use names::{is_named, look_up_names};
pub(crate) use names::{look_up_name, spelled_names};

/// The most candidates.
pub(crate) const MAX_CANDIDATES: usize = 25;
/// The most names and words that a message lists.
const MAX_LISTED_NAMES: usize = 8;

/// The hint field for the words of the topic.
const WORDS_FIELD: &str = "topic_words";
/// The hint field for names that the topic spells and nothing declares.
const UNDECLARED_FIELD: &str = "undeclared";
/// The hint field for names that the topic spells and whose lookup was left out or cut short.
const UNCHECKED_FIELD: &str = "unchecked";
/// The hint field for those undeclared names that no searched file contains.
const ABSENT_FIELD: &str = "nowhere";

/// Finds candidates: declarations and files that the topic names, and the best matches for its words. Blocks.
pub(crate) fn classify(retriever: &Retriever, input: &StageInput, cancel: &Cancel) -> StageOutput {
    let hints = Hints::of(&input.intent.hints);
    let topic = &input.intent.topic;
    let mut found = retriever.search(topic, MAX_CANDIDATES, &hints.filter, cancel);
    let mut spelled = distinct(spelled_names(topic).into_iter().chain(hints.symbol.clone()));
    let mut found_names = BTreeSet::new();
    for hit in &mut found.hits {
        found_names.extend(promote(hit, &spelled));
    }
    spelled.retain(|name| !found_names.contains(name));
    let lookup = look_up_names(retriever, &spelled, &found.words, &hints, cancel);
    found.hits.extend(lookup.hits);
    let hits = rank(found.hits, &hints);
    let mut reasons = hints.invalid;
    if found.coverage.truncated {
        reasons.extend(found.notes);
    }
    if !lookup.unchecked.is_empty() {
        let shown = join_at_most(&lookup.unchecked, MAX_LISTED_NAMES);
        reasons.push(format!(
            "it was not checked completely whether these names are declared: {shown}"
        ));
    }
    reasons.extend(retriever.toolbox.mostly_text_only());
    let degraded_reason = reasons.join("; ");
    let mut coverage = found.coverage;
    coverage.absent = absent_of(retriever, topic, &found.words, cancel);
    let raw_hints = input.intent.hints.iter();
    let mut fields: BTreeMap<String, Value> =
        raw_hints.map(|(key, value)| (key.clone(), json!(value))).collect();
    for (field, list) in [
        (WORDS_FIELD, json!(found.words)),
        (UNDECLARED_FIELD, json!(lookup.undeclared)),
        (UNCHECKED_FIELD, json!(lookup.unchecked)),
        (ABSENT_FIELD, json!(lookup.absent)),
    ] {
        if list != json!([]) {
            fields.insert(field.to_owned(), list);
        }
    }
    let payload = ClassifierOutput {
        topic: topic.clone(),
        tier: tier(&hits).to_string(),
        confidence: confidence(&hits),
        hints: fields,
        candidates: hits.iter().map(Hit::candidate).collect(),
        degraded: !degraded_reason.is_empty(),
        degraded_reason,
        ..ClassifierOutput::default()
    };
    StageOutput { hits, coverage, ..StageOutput::of(&payload) }
}

/// Raises a hit to tier 0 if its declaration or path is one of the spelled names; returns the names that match.
fn promote(hit: &mut Hit, spelled: &[String]) -> Vec<String> {
    let named: Vec<String> = spelled.iter().filter(|name| is_named(hit, name)).cloned().collect();
    if !named.is_empty() {
        let path = hit.path().as_str();
        let is_path = named.iter().any(|name| is_path_of(path, name));
        let source = if is_path { PATH_SOURCE } else { "symbol" };
        hit.tier = Tier::Exact;
        hit.score = 1.0;
        hit.sources.insert(0, source.to_owned());
    }
    named
}

/// Orders hits of the hinted kind by tier and score, and keeps the first hit of each place, at most [`MAX_CANDIDATES`]
/// in all.
pub(crate) fn rank(mut hits: Vec<Hit>, hints: &Hints) -> Vec<Hit> {
    if let Some(kind) = &hints.kind {
        hits.retain(|hit| hit.kind() == kind);
    }
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
    let has = |tier: Tier| hits.iter().any(|hit| hit.tier == tier);
    if has(Tier::Ranked) && !has(Tier::Exact) {
        ClassifierTier::Ranked
    } else {
        ClassifierTier::Exact
    }
}

/// 1.0 if the best hit is exact, 0.5 if there is one ranked hit, 0.0 without hits and if only words of the caller find the
/// best one; otherwise the score of the best hit minus half of the second score.
fn confidence(hits: &[Hit]) -> f64 {
    match hits {
        [] => 0.0,
        [first, ..] if first.tier == Tier::Exact => 1.0,
        [first, ..] if first.sources == [GUESSED] => 0.0,
        [_] => 0.5,
        [first, second, ..] => (first.score - second.score / 2.0).clamp(0.0, 1.0),
    }
}

impl ClassifierOutput {
    /// The words that the classification counted.
    pub(crate) fn words(&self) -> Vec<Word> {
        self.list(WORDS_FIELD)
    }

    /// The names that the topic spells and nothing declares.
    pub(crate) fn undeclared_names(&self) -> Vec<String> {
        self.list(UNDECLARED_FIELD)
    }

    /// The names that the topic spells and no lookup found: the undeclared ones, and those that were not checked
    /// completely.
    pub(crate) fn unfound_names(&self) -> Vec<String> {
        [UNDECLARED_FIELD, UNCHECKED_FIELD].map(|field| self.list(field)).concat()
    }

    /// The names that the topic spells and no searched file contains.
    pub(crate) fn absent_names(&self) -> Vec<String> {
        self.list(ABSENT_FIELD)
    }

    fn list<T: DeserializeOwned>(&self, field: &str) -> Vec<T> {
        let list = self.hints.get(field).cloned().unwrap_or_default();
        serde_json::from_value(list).unwrap_or_default()
    }
}

/// The words of the topic that no searched file contains and whose absence says something, at most
/// [`MAX_LISTED_NAMES`].
fn absent_of(retriever: &Retriever, topic: &str, words: &[Word], cancel: &Cancel) -> Vec<String> {
    let words = words.iter().map(|word| (&*word.word, word.files > 0));
    let files: HashMap<&str, bool> = words.collect();
    let mut absent =
        absent_words(topic, |token: &str| files.get(&*token.replace('_', "")).copied());
    absent.truncate(MAX_LISTED_NAMES);
    let occurring = retriever.toolbox.graph().occurring(&texts_to_check(&absent), cancel);
    without_occurring(absent, &occurring)
}
