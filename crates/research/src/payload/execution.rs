//! The outputs of the execute and assess stages: what the sub-queries found, and whether it is enough.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::wire::{in_range, is_default, none_blank, not_blank, not_negative, retrieval_tier};
use super::{Invalid, Payload, is_valid_route_action};
use crate::Prose;

/// An observed place or commit, with the observed lines.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Evidence {
    /// The id of the entity: `path#Qualified::name(kind)`, `path#L3-9` or `commit:ID`. Required.
    pub entity_id: String,
    /// The tier of retrieval: `0`, `1` or `2`. Required.
    pub tier: String,
    /// The name of the query that found it; several are joined by `+`. Required.
    pub source: String,
    /// The score, comparable within one tier only; greater is better.
    #[serde(skip_serializing_if = "is_default")]
    pub score: f64,
    /// The observed lines.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub snippet_text: String,
    /// The content's hash with the range of the lines: `blake3:…#L10-20`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub objectstore_ref: String,
}

impl Evidence {
    pub(super) fn validate(&self) -> Result<(), Invalid> {
        not_blank("entity_id", &self.entity_id)?;
        retrieval_tier(&self.tier)?;
        not_blank("source", &self.source)
    }
}

/// Checks each item of a list of evidence.
pub(super) fn validate_all(evidence: &[Evidence]) -> Result<(), Invalid> {
    for (index, item) in evidence.iter().enumerate() {
        item.validate()
            .map_err(|fault| fault.within("evidence", index))?;
    }
    Ok(())
}

/// What the execute stage emits.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ExecutionOutput {
    /// The topic. Required.
    pub topic: String,
    /// The action that was carried out. Required, unless the output is degraded.
    pub action: String,
    /// The evidence within the budget: each place once, sorted by tier and then by score.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// How many sub-queries ran.
    #[serde(skip_serializing_if = "is_default")]
    pub subquery_count: i64,
    /// The tokens of the evidence; four characters count as one token.
    #[serde(skip_serializing_if = "is_default")]
    pub budget_tokens_used: i64,
    /// Whether the stage could not do all of its work.
    #[serde(skip_serializing_if = "is_default")]
    pub degraded: bool,
    /// Why it is degraded.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub degraded_reason: String,
}

impl Payload for ExecutionOutput {
    const CATEGORY: &'static str = "execution_output";

    fn validate(&self) -> Result<(), Invalid> {
        not_blank("topic", &self.topic)?;
        match self.action.as_str() {
            "" if self.degraded => {}
            "" => return Err(Invalid::new("action", "is blank")),
            name if is_valid_route_action(name) => {}
            _ => return Err(Invalid::new("action", "is no action")),
        }
        validate_all(&self.evidence)?;
        not_negative("subquery_count", self.subquery_count)?;
        not_negative("budget_tokens_used", self.budget_tokens_used)
    }
}

/// What the assess stage emits.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct AssessmentOutput {
    /// The topic. Required.
    pub topic: String,
    /// Whether the evidence is enough to answer from.
    pub sufficient: bool,
    /// The queries of a refinement, if the evidence is not sufficient.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refined_queries: Vec<String>,
    /// Why, in the assessor's words.
    #[serde(skip_serializing_if = "Prose::is_empty")]
    pub rationale: Prose,
    /// The assessor's confidence, from 0 to 1. No decision depends on it.
    #[serde(skip_serializing_if = "is_default")]
    pub confidence: f64,
    /// The number of items of evidence that were assessed.
    #[serde(skip_serializing_if = "is_default")]
    pub evidence_count: i64,
    /// Whether the stage could not do all of its work.
    #[serde(skip_serializing_if = "is_default")]
    pub degraded: bool,
    /// Why it is degraded.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub degraded_reason: String,
}

impl AssessmentOutput {
    /// Contradictions that do not make the output invalid: sufficient with refined queries, or
    /// sufficient without evidence.
    #[must_use]
    pub fn warnings(&self) -> Vec<&'static str> {
        let queries = (self.sufficient && !self.refined_queries.is_empty())
            .then_some("sufficient, with refined queries");
        let nothing =
            (self.sufficient && self.evidence_count == 0).then_some("sufficient, with no evidence");
        queries.into_iter().chain(nothing).collect()
    }
}

impl Payload for AssessmentOutput {
    const CATEGORY: &'static str = "assessment_output";

    fn validate(&self) -> Result<(), Invalid> {
        not_blank("topic", &self.topic)?;
        none_blank("refined_queries", &self.refined_queries)?;
        in_range("confidence", self.confidence, 1.0)?;
        not_negative("evidence_count", self.evidence_count)
    }
}
