//! Looks up the terms that a model proposed for a topic.

use firsthand_agent::Cancel;
use firsthand_registry::clip;
use serde::Deserialize;

use super::{MAX_CANDIDATES, look_up_name, rank};
use crate::hints::Hints;
use crate::hit::Hit;
use crate::retrieve::Retriever;
use crate::stage_io::{StageInput, StageOutput};
use crate::{ClassifierOutput, ClassifierTier};

/// The source name of hits found by terms of a model.
const MODEL_SOURCE: &str = "model";
/// The most names, and the most words, of a model that are looked up.
const MAX_TERMS: usize = 6;
/// The most candidates found by a model's words.
const MAX_FURTHER_CANDIDATES: usize = 8;
/// The most characters of the intent that a model states.
const MAX_INTENT_CHARS: usize = 300;

/// A model's interpretation of the topic.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct ModelTerms {
    intent: String,
    names: Vec<String>,
    words: Vec<String>,
    /// The indexes of the candidates that the model chose, the best first.
    candidates: Vec<usize>,
    pub(crate) confidence: f64,
}

impl ModelTerms {
    /// Whether there is nothing to look up.
    pub(crate) fn is_empty(&self) -> bool {
        self.names.is_empty() && self.words.is_empty() && self.candidates.is_empty()
    }
}

/// Extends the classification `without_model` by a model's terms: the candidates that the model chose come first, then
/// the declarations and files of its names, and the best matches for its words. Blocks.
pub(crate) fn with_model_terms(
    retriever: &Retriever,
    input: &StageInput,
    without_model: &StageOutput,
    terms: &ModelTerms,
    cancel: &Cancel,
) -> StageOutput {
    let hints = Hints::of(&input.intent.hints);
    let by_model = |mut hit: Hit| {
        hit.sources.push(MODEL_SOURCE.to_owned());
        hit
    };
    let mut hits = without_model.hits.clone();
    for (rank, index) in terms.candidates.iter().enumerate().take(MAX_CANDIDATES) {
        if let Some(hit) = hits.get_mut(*index).filter(|hit| !is_by_model(hit)) {
            *hit = by_model(hit.clone());
            // Ranks above all candidates that the model did not choose, whose best score is 1.
            hit.score = 1.0 + 1.0 / (1.0 + rank as f64);
        }
    }
    for name in terms.names.iter().take(MAX_TERMS) {
        let found = look_up_name(retriever, name, &hints, cancel);
        hits.extend(found.hits.into_iter().map(by_model));
    }
    let words: Vec<&str> = terms
        .words
        .iter()
        .take(MAX_TERMS)
        .map(String::as_str)
        .collect();
    let mut coverage = without_model.coverage.clone();
    if !words.is_empty() {
        let found = retriever.search(
            &words.join(" "),
            MAX_FURTHER_CANDIDATES,
            &hints.filter(),
            cancel,
        );
        hits.extend(found.hits.into_iter().map(by_model));
        coverage = coverage.and(found.coverage);
    }
    if let Some(kind) = &hints.kind {
        hits.retain(|hit| hit.kind() == kind);
    }
    let hits = rank(hits);
    let classified: ClassifierOutput =
        serde_json::from_value(without_model.payload.clone()).unwrap_or_default();
    let output = ClassifierOutput {
        tier: ClassifierTier::Model.name().to_owned(),
        intent: clip(&terms.intent, MAX_INTENT_CHARS).into_owned(),
        confidence: terms.confidence,
        candidates: hits.iter().map(Hit::candidate).collect(),
        ..classified
    };
    StageOutput {
        hits,
        coverage,
        ..StageOutput::of(&output)
    }
}

fn is_by_model(hit: &Hit) -> bool {
    hit.sources.iter().any(|source| source == MODEL_SOURCE)
}
