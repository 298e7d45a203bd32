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
    /// `path#Qualified::name(kind)`. Required.
    pub entity_id: String,
    /// Its bare name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// The language's word for what it is.
    #[serde(rename = "type", skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// Comparable within one tier only; greater is better.
    #[serde(skip_serializing_if = "is_default")]
    pub relevance: f64,
    /// The lines that were seen.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub snippet_text: String,
    /// `0`, `1` or `2`: how it was retrieved. Required.
    pub tier: String,
    /// What retrieved it; several are joined by `+`. Required.
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
    /// The tier of a classifier. It shares no value space with [`Tier`](super::Tier), though two names are alike.
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
    /// `0`, `1` or `3`; empty is `0`. It is no tier of retrieval.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub tier: String,
    /// What a model takes the topic for.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub intent: String,
    /// How sure it is: 1.0 where the topic spells a name, otherwise from 0.
    #[serde(skip_serializing_if = "is_default")]
    pub confidence: f64,
    /// The caller's hints, and `words`: how often each word of the topic stands in the repository.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub hints: BTreeMap<String, Value>,
    /// What was found, in the order in which it is shown and indexed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<Candidate>,
    /// Whether something went otherwise than it should.
    #[serde(skip_serializing_if = "is_default")]
    pub degraded: bool,
    /// What.
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
