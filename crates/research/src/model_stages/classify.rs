//! The first stage with a model, which proposes names and words that the code may use for the topic.

use firsthand_agent::{Cancel, Model};
use firsthand_registry::clip;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::{emit, numbered_items, require_all};
use crate::classify::{self, MAX_CANDIDATES, look_up_name, rank};
use crate::hints::Hints;
use crate::hit::Hit;
use crate::payload::{self, ClassifierOutput, ClassifierTier, Tier};
use crate::retrieve::Retriever;
use crate::stage_io::{StageError, StageInput, StageOutput};
use crate::stages::run_blocking;

/// The source name of hits found by terms of a model.
const MODEL_SOURCE: &str = "model";
/// The most names, and the most words, of a model that are looked up.
const MAX_TERMS: usize = 6;
/// The most candidates found by a model's words.
const MAX_FURTHER_CANDIDATES: usize = 8;
/// The most characters of the intent that a model states.
const MAX_INTENT_CHARS: usize = 300;

/// A classification of the topic.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "Classifying", transform = require_all)]
struct ModelTerms {
    /// What the topic asks for, in a sentence.
    intent: String,
    /// Names of symbols or files, as code spells them, that the topic may be about.
    names: Vec<String>,
    /// Other words that its code may use.
    words: Vec<String>,
    /// The numbers of the candidates that it is about, the best first.
    candidates: Vec<usize>,
    /// The confidence, from 0 to 1.
    confidence: f64,
}

/// Classifies the topic. If no candidate is exact, a model proposes names and words, which are looked up; if the model
/// fails, the classification without it is returned. A topic that a router rewrote (`round` above 1) is not sent to the
/// model.
pub(crate) async fn classify(
    model: &dyn Model,
    retriever: &Retriever,
    input: &StageInput,
    cancel: &Cancel,
) -> Result<StageOutput, StageError> {
    let without_model = run_blocking(retriever, input, cancel, classify::classify).await?;
    let hits = &without_model.hits;
    if input.round > 1 || hits.iter().any(|hit| hit.tier == Tier::Exact) {
        return Ok(without_model);
    }
    let shown = format!("\nCandidates:\n{}", numbered_items(hits, hits.len()));
    let about = "States what the topic is about.";
    let (terms, tokens) = match emit::<ModelTerms>(model, input, &shown, about).await {
        Ok((payload, tokens)) => (parse_terms(payload), tokens),
        Err(why) => (Err(why), 0),
    };
    Ok(match terms {
        Ok(terms) => {
            let add_terms = move |retriever: &Retriever, input: &StageInput, cancel: &Cancel| {
                with_model_terms(retriever, input, without_model, &terms, cancel)
            };
            let output = run_blocking(retriever, input, cancel, add_terms).await?;
            StageOutput { tokens, ..output }
        }
        Err(why) => StageOutput { tokens, degraded_reason: why, ..without_model },
    })
}

/// Parses the terms that a model emitted.
fn parse_terms(payload: Value) -> Result<ModelTerms, String> {
    let terms = payload::decode(payload).map_err(|error| error.to_string());
    let terms = terms.and_then(|terms: ModelTerms| {
        if !(0.0..=1.0).contains(&terms.confidence) {
            Err("`confidence` is out of its range".to_owned())
        } else if terms.names.is_empty() && terms.words.is_empty() && terms.candidates.is_empty() {
            Err("it names nothing".to_owned())
        } else {
            Ok(terms)
        }
    });
    terms.map_err(|why| format!("the model gave no classification: {why}"))
}

/// Extends the classification `without_model` by a model's terms: the candidates that the model chose come first, then
/// the declarations and files of its names, and the best matches for its words. Blocks.
fn with_model_terms(
    retriever: &Retriever,
    input: &StageInput,
    without_model: StageOutput,
    terms: &ModelTerms,
    cancel: &Cancel,
) -> StageOutput {
    let hints = Hints::of(&input.intent.hints);
    let by_model = |mut hit: Hit| {
        hit.sources.push(MODEL_SOURCE.to_owned());
        hit
    };
    let (mut hits, mut coverage) = (without_model.hits, without_model.coverage);
    for (rank, index) in terms.candidates.iter().enumerate().take(MAX_CANDIDATES) {
        if let Some(hit) = hits.get_mut(*index)
            && hit.sources.iter().all(|source| source != MODEL_SOURCE)
        {
            hit.sources.push(MODEL_SOURCE.to_owned());
            // Ranks above all candidates that the model did not choose, whose best score is 1.
            hit.score = 1.0 + 1.0 / (1.0 + rank as f64);
        }
    }
    for name in terms.names.iter().take(MAX_TERMS) {
        hits.extend(look_up_name(retriever, name, &hints, cancel).hits.into_iter().map(by_model));
    }
    let words = &terms.words[..terms.words.len().min(MAX_TERMS)];
    if !words.is_empty() {
        let (words, limit) = (words.join(" "), MAX_FURTHER_CANDIDATES);
        let found = retriever.search(&words, limit, &hints.filter, cancel);
        hits.extend(found.hits.into_iter().map(by_model));
        coverage = coverage.and(found.coverage);
    }
    let hits = rank(hits, &hints);
    let classified: ClassifierOutput =
        serde_json::from_value(without_model.payload).unwrap_or_default();
    let output = ClassifierOutput {
        tier: ClassifierTier::Model.to_string(),
        intent: clip(&terms.intent, MAX_INTENT_CHARS).into_owned(),
        confidence: terms.confidence,
        candidates: hits.iter().map(Hit::candidate).collect(),
        ..classified
    };
    StageOutput { hits, coverage, ..StageOutput::of(&output) }
}
