//! What a model states of a topic, looked up.

use firsthand_agent::Cancel;
use firsthand_registry::clip;
use serde::Deserialize;

use super::{CANDIDATES, in_order, looked_up};
use crate::hints::Hints;
use crate::hit::Hit;
use crate::retrieve::Retriever;
use crate::stage_io::{StageInput, StageOutput};
use crate::{ClassifierOutput, ClassifierTier};

/// What a hit was retrieved by that a model stated.
const MODEL: &str = "model";
/// Names, and words, of a model that are looked for.
const STATED: usize = 6;
/// Candidates of a model's words.
const FURTHER: usize = 8;
/// Characters of what a model takes the topic for.
const INTENT_CHARS: usize = 300;

/// What a model takes the topic for.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct ModelTerms {
    intent: String,
    names: Vec<String>,
    words: Vec<String>,
    candidates: Vec<usize>,
    pub(crate) confidence: f64,
}

impl ModelTerms {
    /// Whether there is nothing to look up.
    pub(crate) fn is_empty(&self) -> bool {
        self.names.is_empty() && self.words.is_empty() && self.candidates.is_empty()
    }
}

/// A classification with what a model states: the candidates that it chose first, the declarations and files of the names
/// that it states, and what ranks best for its words. Blocks.
pub(crate) fn with_model_terms(
    retriever: &Retriever,
    input: &StageInput,
    own: &StageOutput,
    stated: &ModelTerms,
    cancel: &Cancel,
) -> StageOutput {
    let hints = Hints::of(&input.intent.hints);
    let by_model = |mut hit: Hit| {
        hit.sources.push(MODEL.to_owned());
        hit
    };
    let mut hits = own.hits.clone();
    for (rank, at) in stated.candidates.iter().enumerate().take(CANDIDATES) {
        if let Some(hit) = hits.get_mut(*at).filter(|hit| !is_by_model(hit)) {
            *hit = by_model(hit.clone());
            // Above all that no model chose, whose best is 1.
            hit.score = 1.0 + 1.0 / (1.0 + rank as f64);
        }
    }
    for name in stated.names.iter().take(STATED) {
        let found = looked_up(retriever, name, &hints, cancel);
        hits.extend(found.hits.into_iter().map(by_model));
    }
    let words: Vec<&str> = stated
        .words
        .iter()
        .take(STATED)
        .map(String::as_str)
        .collect();
    let mut coverage = own.coverage.clone();
    if !words.is_empty() {
        let found = retriever.search(&words.join(" "), FURTHER, &hints.filter(), cancel);
        hits.extend(found.hits.into_iter().map(by_model));
        coverage = coverage.and(found.coverage);
    }
    if let Some(kind) = &hints.kind {
        hits.retain(|hit| hit.kind() == kind);
    }
    let hits = in_order(hits);
    let before: ClassifierOutput = serde_json::from_value(own.payload.clone()).unwrap_or_default();
    let output = ClassifierOutput {
        tier: ClassifierTier::Model.name().to_owned(),
        intent: clip(&stated.intent, INTENT_CHARS).into_owned(),
        confidence: stated.confidence,
        candidates: hits.iter().map(Hit::candidate).collect(),
        ..before
    };
    StageOutput {
        hits,
        coverage,
        ..StageOutput::of(&output)
    }
}

fn is_by_model(hit: &Hit) -> bool {
    hit.sources.iter().any(|source| source == MODEL)
}
