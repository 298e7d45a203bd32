//! The first stage with a model, which proposes names and words that the code may use for the topic.

use firsthand_agent::{Cancel, Model};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::{emit_tool, numbered_items, reply_of, topic};
use crate::Tier;
use crate::classify::{ModelTerms, classify, with_model_terms};
use crate::retrieve::Retriever;
use crate::stage_io::{StageError, StageInput, StageOutput};

/// A classification of the topic.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "Classifying")]
#[expect(dead_code, reason = "only its schema is used")]
struct EmittedClassification {
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
pub(crate) async fn classify_with(
    model: &dyn Model,
    retriever: &Retriever,
    input: &StageInput,
    cancel: &Cancel,
) -> Result<StageOutput, StageError> {
    let without_model = run_blocking(retriever, input, cancel, classify).await?;
    if input.round > 1
        || without_model
            .hits
            .iter()
            .any(|hit| hit.tier() == Tier::Exact)
    {
        return Ok(without_model);
    }
    let prompt = format!(
        "{}\n\nCandidates:\n{}",
        topic(input),
        numbered_items(&without_model.hits, without_model.hits.len())
    );
    let spec = emit_tool::<EmittedClassification>("States what the topic is about.");
    let (terms, tokens) = match reply_of(model, input, prompt, spec).await {
        Ok((payload, tokens)) => (parse_terms(payload), tokens),
        Err(why) => (Err(why), 0),
    };
    Ok(match terms {
        Ok(terms) => {
            let add_terms = move |retriever: &Retriever, input: &StageInput, cancel: &Cancel| {
                with_model_terms(retriever, input, &without_model, &terms, cancel)
            };
            let output = run_blocking(retriever, input, cancel, add_terms).await?;
            StageOutput { tokens, ..output }
        }
        Err(why) => StageOutput {
            tokens,
            degraded_reason: why,
            ..without_model
        },
    })
}

/// Parses the terms that a model emitted.
fn parse_terms(payload: Value) -> Result<ModelTerms, String> {
    let fault = |why: String| format!("the model gave no classification: {why}");
    if !payload.is_object() {
        return Err(fault("it is no object".to_owned()));
    }
    let terms: ModelTerms =
        serde_json::from_value(payload).map_err(|error| fault(error.to_string()))?;
    match (0.0..=1.0).contains(&terms.confidence) {
        true if terms.is_empty() => Err(fault("it names nothing".to_owned())),
        true => Ok(terms),
        false => Err(fault("`confidence` is out of its range".to_owned())),
    }
}

/// Runs a blocking task on a blocking thread.
async fn run_blocking(
    retriever: &Retriever,
    input: &StageInput,
    cancel: &Cancel,
    task: impl FnOnce(&Retriever, &StageInput, &Cancel) -> StageOutput + Send + 'static,
) -> Result<StageOutput, StageError> {
    let (retriever, input, cancel) = (retriever.clone(), input.clone(), cancel.clone());
    let task = tokio::task::spawn_blocking(move || task(&retriever, &input, &cancel));
    task.await.map_err(|error| StageError(error.to_string()))
}
