//! The first stage with a model: what the code may call what the topic is about, which the topic's words cannot say.

use firsthand_agent::{Cancel, Model};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::{emit, numbered_items, reply_of, topic};
use crate::Tier;
use crate::classify::{ModelTerms, classify, with_model_terms};
use crate::retrieve::Retriever;
use crate::stage_io::{StageError, StageInput, StageOutput};

/// A classification, as a model is told of it.
#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Classifying {
    /// What the topic asks for, in a sentence.
    intent: String,
    /// Names of symbols or files, as code spells them, that the topic may be about.
    names: Vec<String>,
    /// Other words that its code may use.
    words: Vec<String>,
    /// The numbers of the candidates that it is about, the best first.
    candidates: Vec<usize>,
    /// From 0 to 1.
    confidence: f64,
}

/// The classification of the topic's own words. Where these spell no name, a model states what the code may call it, and
/// what it states is looked up; without an answer of it, they stand alone. A topic that a router wrote is not stated again.
pub(crate) async fn classify_with(
    model: &dyn Model,
    retriever: &Retriever,
    input: &StageInput,
    cancel: &Cancel,
) -> Result<StageOutput, StageError> {
    let own = blocking(retriever, input, cancel, classify).await?;
    if input.round > 1 || own.hits.iter().any(|hit| hit.tier() == Tier::Exact) {
        return Ok(own);
    }
    let prompt = format!(
        "{}\n\nCandidates:\n{}",
        topic(input),
        numbered_items(&own.hits, own.hits.len())
    );
    let spec = emit::<Classifying>("States what the topic is about.");
    let (stated, tokens) = match reply_of(model, input, prompt, spec).await {
        Ok((payload, tokens)) => (parse_terms(payload), tokens),
        Err(why) => (Err(why), 0),
    };
    Ok(match stated {
        Ok(stated) => {
            let with = move |retriever: &Retriever, input: &StageInput, cancel: &Cancel| {
                with_model_terms(retriever, input, &own, &stated, cancel)
            };
            let output = blocking(retriever, input, cancel, with).await?;
            StageOutput { tokens, ..output }
        }
        Err(why) => StageOutput {
            tokens,
            degraded_reason: why,
            ..own
        },
    })
}

/// What a model states, where it has the form of it.
fn parse_terms(payload: Value) -> Result<ModelTerms, String> {
    let fault = |why: String| format!("the model gave no classification: {why}");
    if !payload.is_object() {
        return Err(fault("it is no object".to_owned()));
    }
    let stated: ModelTerms =
        serde_json::from_value(payload).map_err(|error| fault(error.to_string()))?;
    match (0.0..=1.0).contains(&stated.confidence) {
        true if stated.is_empty() => Err(fault("it names nothing".to_owned())),
        true => Ok(stated),
        false => Err(fault("`confidence` is out of its range".to_owned())),
    }
}

/// Runs a blocking task on a blocking thread.
async fn blocking(
    retriever: &Retriever,
    input: &StageInput,
    cancel: &Cancel,
    task: impl FnOnce(&Retriever, &StageInput, &Cancel) -> StageOutput + Send + 'static,
) -> Result<StageOutput, StageError> {
    let (retriever, input, cancel) = (retriever.clone(), input.clone(), cancel.clone());
    let done = tokio::task::spawn_blocking(move || task(&retriever, &input, &cancel));
    done.await.map_err(|error| StageError(error.to_string()))
}
