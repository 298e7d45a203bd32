//! The output of the classify stage.

use std::collections::BTreeMap;

use firsthand_source::wire_names;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::wire::{in_range, is_default, not_blank, retrieval_tier};
use super::{Invalid, Payload};

/// A symbol, a block of lines or a commit that the topic may be about.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Candidate {
    /// The id of the entity: `path#Qualified::name(kind)`, `path#L3-9` or `commit:ID`. Required.
    pub entity_id: String,
    /// The bare name of the declaration.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// The kind of the declaration, as its language calls it.
    #[serde(rename = "type", skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// The score, comparable within one tier only; greater is better.
    #[serde(skip_serializing_if = "is_default")]
    pub relevance: f64,
    /// The observed lines.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub snippet_text: String,
    /// The tier of retrieval: `0`, `1` or `2`. Required.
    pub tier: String,
    /// The name of the query that found it; several are joined by `+`. Required.
    pub source: String,
}

impl Candidate {
    pub(super) fn validate(&self) -> Result<(), Invalid> {
        not_blank("entity_id", &self.entity_id)?;
        retrieval_tier(&self.tier)?;
        not_blank("source", &self.source)
    }
}

wire_names! {
    /// The tier of a classifier. Do not compare it with a [`Tier`](super::Tier) or convert one into the other: that `0`
    /// and `1` are names of both is a coincidence.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum ClassifierTier {
        /// `0`: names that the topic spells.
        Exact => "0",
        /// `1`: BM25.
        Ranked => "1",
        /// `3`: a language model.
        Model => "3",
    }
}

/// What the classify stage emits.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ClassifierOutput {
    /// The topic that was classified. Required.
    pub topic: String,
    /// The tier of the classifier: `0`, `1` or `3`; empty means `0`. It is not a tier of retrieval.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub tier: String,
    /// What the topic asks for, as a model understood it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub intent: String,
    /// The confidence in the candidates, at least 0; without a model, 1.0 if the best one is exact.
    #[serde(skip_serializing_if = "is_default")]
    pub confidence: f64,
    /// The caller's hints; `words` (counts of the topic's words in the repository), `undeclared`, `unchecked` and
    /// `nowhere` (spelled names that nothing declares, whose lookup is incomplete, or that no file contains).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub hints: BTreeMap<String, Value>,
    /// The candidates, in the order in which they are shown and indexed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<Candidate>,
    /// Whether the classification is incomplete or a hint could not be read.
    #[serde(skip_serializing_if = "is_default")]
    pub degraded: bool,
    /// Why it is degraded.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub degraded_reason: String,
}

impl Payload for ClassifierOutput {
    const CATEGORY: &'static str = "classifier_output";

    fn validate(&self) -> Result<(), Invalid> {
        not_blank("topic", &self.topic)?;
        in_range("confidence", self.confidence, f64::MAX)?;
        for (index, candidate) in self.candidates.iter().enumerate() {
            let valid = candidate.validate();
            valid.map_err(|fault| fault.within("candidates", index))?;
        }
        Ok(())
    }
}
