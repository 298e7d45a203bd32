//! What a stage is given and what it gives back: whole and serializable, so that a stage can run anywhere.

use async_trait::async_trait;
use firsthand_agent::Cancel;
use firsthand_agent::validator::Coverage;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::hit::Hit;
use crate::{AssessmentOutput, ClassifierOutput, Intent, RouteAction, RouteDecision, Stage};

/// The input of one stage of one run, with everything that it depends on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StageInput {
    /// The run.
    pub loop_id: String,
    /// The stage to run.
    pub stage: Stage,
    /// The round of the stage in this run, from 1.
    pub round: u32,
    /// Topic and hints (refined ones, after a retighten) and caps.
    pub intent: Intent,
    /// What classification found; for every stage after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classified: Option<ClassifierOutput>,
    /// Which routes may still be chosen; for the route stage.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub routes: Vec<RouteAction>,
    /// What is carried out; for the stages after the route.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<RouteDecision>,
    /// What was judged; for a refinement and the synthesis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assessed: Option<AssessmentOutput>,
    /// Queries to run instead of the route's; for a refinement.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub queries: Vec<String>,
    /// Queries of earlier refinements.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<String>,
    /// What stands behind the candidates, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<Hit>,
    /// What stands behind the evidence so far, in its order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Hit>,
    /// The time limit of the stage in milliseconds.
    pub left_ms: u64,
}

/// What a stage gives back.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct StageOutput {
    /// The stage's payload, as it goes over the wire; of the synthesis, a [`Draft`].
    pub payload: Value,
    /// What stands behind the candidates or the evidence of the payload, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hits: Vec<Hit>,
    /// Tokens that a model spent.
    #[serde(default, skip_serializing_if = "is_zero")]
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
    /// Why the payload is less than it could be, where the payload itself has no field for it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub degraded_reason: String,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl StageOutput {
    /// An output of this payload alone.
    #[must_use]
    pub fn of(payload: &impl Serialize) -> Self {
        let payload = serde_json::to_value(payload).unwrap_or_default();
        Self {
            payload,
            ..Self::default()
        }
    }
}

/// An answer before it is verified: claims by positions in the evidence, each with what supports it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Draft {
    /// The lines of the answer.
    pub claims: Vec<DraftClaim>,
}

/// A line of an answer before it is verified.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct DraftClaim {
    /// What is said.
    pub text: String,
    /// What it is of the answer.
    pub part: String,
    /// What it rests on.
    pub references: Vec<DraftReference>,
}

/// What a claim is said to rest on.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct DraftReference {
    /// The position in the evidence as it was shown, from 0.
    pub evidence: i64,
    /// What is said to stand there.
    pub quote: String,
}

/// Why a stage failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error, Serialize, Deserialize)]
#[error("{0}")]
pub struct StageError(pub String);

/// Runs the stages of a research run.
#[async_trait]
pub trait Stages: Send + Sync {
    /// Does it. What is returned late, an error, and a payload that is not valid all count as nothing: the run
    /// goes on without it, degraded.
    ///
    /// # Errors
    /// A [`StageError`] where there is nothing to give back.
    async fn run(&self, input: &StageInput, cancel: &Cancel) -> Result<StageOutput, StageError>;
}
