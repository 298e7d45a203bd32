//! The input and the output of a stage: complete and serializable, so that a stage can run on any host.

use std::time::Duration;

use async_trait::async_trait;
use firsthand_agent::Cancel;
use firsthand_agent::validator::Coverage;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::hit::Hit;
use crate::payload::wire::is_default;
use crate::{ClassifierOutput, Intent, RouteAction, RouteDecision, Stage};

/// The input of one stage of one run, with everything that it depends on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StageInput {
    /// The id of the run.
    pub loop_id: String,
    /// The stage to run.
    pub stage: Stage,
    /// The round of the stage in this run, from 1.
    pub round: u32,
    /// Topic and hints (refined ones, after a retighten) and caps.
    pub intent: Intent,
    /// The output of the classification, for every later stage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classified: Option<ClassifierOutput>,
    /// The allowed routes, for the route stage.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub routes: Vec<RouteAction>,
    /// The routing decision, for the stages after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<RouteDecision>,
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
        let payload = serde_json::to_value(payload).unwrap_or_default();
        Self {
            payload,
            ..Self::default()
        }
    }
}

/// An unverified answer. Its claims refer to positions in the evidence.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Draft {
    /// The claims, in reading order.
    pub claims: Vec<DraftClaim>,
}

/// An unverified claim.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct DraftClaim {
    /// The text.
    pub text: String,
    /// Its part in the answer.
    pub part: String,
    /// Its references.
    pub references: Vec<DraftReference>,
}

/// An unverified reference of a claim.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct DraftReference {
    /// The position in the shown evidence, from 0.
    pub evidence: i64,
    /// The text that is claimed to be there.
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
