//! The input and the output of a stage: complete and serializable, so that a stage can run on any host.

use std::time::Duration;

use async_trait::async_trait;
use firsthand_agent::Cancel;
use firsthand_agent::validator::Coverage;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::Stage;
use crate::hit::Hit;
use crate::model_stages::require_all;
use crate::payload::{self, ClassifierOutput, RouteAction, RouteDecision, is_default};

/// The input of one stage of one run, with everything that it depends on.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct StageInput {
    /// The id of the run.
    pub loop_id: String,
    /// The stage to run.
    pub stage: Stage,
    /// The round of the stage in this run, from 1.
    pub round: u32,
    /// Topic and hints (refined ones, after a retighten) and caps.
    pub intent: payload::Intent,
    /// The output of the classification, for every later stage.
    #[serde(default, skip_serializing_if = "is_default")]
    pub classified: ClassifierOutput,
    /// The allowed routes, for the route stage.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub routes: Vec<RouteAction>,
    /// The routing decision, for the stages after it; without an action before.
    #[serde(default)]
    pub decision: RouteDecision,
    /// The queries of a refinement, which replace those of the route.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub queries: Vec<String>,
    /// Queries of earlier refinements.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<String>,
    /// The hits of the candidates, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<Hit>,
    /// The hits of the evidence so far, in its order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Hit>,
    /// The time limit of the stage in milliseconds.
    pub left_ms: u64,
}

impl StageInput {
    /// The time after which a stage ends its work: what it found until then reaches the run before its time limit.
    pub(crate) fn work_time(&self) -> Duration {
        Duration::from_millis(self.left_ms / 5 * 4)
    }

    /// The number of items of evidence, as payloads count.
    pub(crate) fn evidence_count(&self) -> i64 {
        wire_count(self.evidence.len())
    }
}

/// A count as payloads write it.
pub(crate) fn wire_count(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// The output of a stage.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct StageOutput {
    /// The stage's payload in its wire format; a [`Draft`] for the synthesis.
    pub payload: Value,
    /// The hits of the payload's candidates or evidence, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hits: Vec<Hit>,
    /// Tokens that a model spent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tokens: u64,
    /// The sub-queries that ran.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sub_queries: Vec<Map<String, Value>>,
    /// The entities that a walk started from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seeds: Vec<String>,
    /// What was searched.
    #[serde(default)]
    pub coverage: Coverage,
    /// Why the payload is degraded, if the payload itself has no field for it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub degraded_reason: String,
}

impl StageOutput {
    /// Makes an output with only this payload.
    #[must_use]
    pub fn of(payload: &impl Serialize) -> Self {
        Self::default().with_payload(payload)
    }

    /// Replaces the payload.
    #[must_use]
    pub(crate) fn with_payload(self, payload: &impl Serialize) -> Self {
        let payload = serde_json::to_value(payload).unwrap_or_default();
        Self { payload, ..self }
    }
}

/// An unverified answer, as the synthesis or a model states it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "Answering", description = "An answer.", transform = require_all)]
pub struct Draft {
    /// The statements of the answer, in reading order.
    pub claims: Vec<DraftClaim>,
}

/// A statement of the answer.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(transform = require_all)]
pub struct DraftClaim {
    /// One sentence, without paths and line numbers; the references have them.
    pub text: String,
    /// The section of the answer that it belongs to, in one word.
    pub part: String,
    /// The quotes that support it; at least one.
    pub references: Vec<DraftReference>,
}

/// A quote that supports a statement.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(transform = require_all)]
pub struct DraftReference {
    /// The number of the item that contains the quote.
    #[schemars(with = "u32")]
    pub evidence: i64,
    /// One line of it, copied exactly.
    pub quote: String,
}

/// Why a stage failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error, Serialize, Deserialize)]
#[error("{0}")]
pub struct StageError(pub String);

/// Runs the stages of a research run.
#[async_trait]
pub trait Stages: Send + Sync {
    /// Runs a stage. The run replaces a late output, an error or an invalid payload by a fallback, and reports a
    /// degradation.
    ///
    /// # Errors
    /// A [`StageError`] if the stage has no output.
    async fn run(&self, input: &StageInput, cancel: &Cancel) -> Result<StageOutput, StageError>;
}
