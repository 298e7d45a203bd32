//! The request of a caller, and the outputs of the stages classify, execute and assess.

use std::collections::BTreeMap;

use firsthand_source::wire_names;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::result::validate_evidence;
use super::{
    Evidence, Invalid, Payload, Prose, RouteAction, Tier, in_range, is_default, none_blank,
    not_blank, not_negative,
};
use crate::hints::WORDS_HINT;

/// The budget in tokens of evidence if the caller sets none.
pub const DEFAULT_BUDGET_TOKENS: u32 = 4_000;
/// The most refinements if the caller sets no limit.
pub const DEFAULT_MAX_ITERATIONS: u32 = 5;

/// The request: a topic with hints and caps. It names no entity, query or route; the chain finds these.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Intent {
    /// What to find out, in the caller's words. Required.
    pub topic: String,
    /// Restrictions and known facts, such as `path` or `relation`; unknown keys are ignored.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub hints: BTreeMap<String, String>,
    /// The most tokens of evidence; 0 means 4,000.
    #[serde(skip_serializing_if = "is_default")]
    pub budget_tokens: i64,
    /// The most refinements; 0 means 5.
    #[serde(skip_serializing_if = "is_default")]
    pub max_iterations: i64,
}

impl Intent {
    /// A topic without hints, with the default caps.
    #[must_use]
    pub fn new(topic: impl Into<String>) -> Self {
        let topic = topic.into();
        Self { topic, ..Self::default() }
    }

    /// The intent with hints of these axes and words, unless there are none.
    #[must_use]
    pub fn with_lists(mut self, axes: &[String], words: &[String]) -> Self {
        for (hint, items) in [("axes", axes), (WORDS_HINT, words)] {
            if !items.is_empty() {
                self.hints.insert(hint.to_owned(), items.join(","));
            }
        }
        self
    }

    /// The budget in tokens.
    #[must_use]
    pub fn resolved_budget_tokens(&self) -> u32 {
        resolved(self.budget_tokens, DEFAULT_BUDGET_TOKENS)
    }

    /// The cap of refinements.
    #[must_use]
    pub fn resolved_max_iterations(&self) -> u32 {
        resolved(self.max_iterations, DEFAULT_MAX_ITERATIONS)
    }
}

fn resolved(number: i64, default: u32) -> u32 {
    match number {
        ..=0 => default,
        number => u32::try_from(number).unwrap_or(u32::MAX),
    }
}

impl Payload for Intent {
    const CATEGORY: &'static str = "intent";

    fn validate(&self) -> Result<(), Invalid> {
        not_blank("topic", &self.topic)?;
        for (key, value) in &self.hints {
            not_blank("hints", key)?;
            not_blank(&format!("hints.{key}"), value)?;
        }
        not_negative("budget_tokens", self.budget_tokens)?;
        not_negative("max_iterations", self.max_iterations)
    }
}

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
        let items = self.candidates.iter();
        validate_items("candidates", items.map(|item| [&item.entity_id, &item.tier, &item.source]))
    }
}

/// Checks the id, the tier of retrieval and the source of each item of a list.
pub(super) fn validate_items<'i>(
    list: &str,
    items: impl Iterator<Item = [&'i String; 3]>,
) -> Result<(), Invalid> {
    let mut items = items.enumerate();
    items.try_for_each(|(index, [id, tier, source])| {
        let field = |name: &str| format!("{list}[{index}].{name}");
        not_blank(&field("entity_id"), id)?;
        let is_tier = tier.parse::<Tier>().is_ok();
        Invalid::unless(is_tier, field("tier"), "is no tier of retrieval")?;
        not_blank(&field("source"), source)
    })
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
        if !(self.action.is_empty() && self.degraded) {
            Invalid::unless(!self.action.is_empty(), "action", "is blank")?;
            let is_action = self.action.parse::<RouteAction>().is_ok();
            Invalid::unless(is_action, "action", "is no action")?;
        }
        validate_evidence(&self.evidence)?;
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
        let mut warnings = Vec::new();
        if self.sufficient && !self.refined_queries.is_empty() {
            warnings.push("sufficient, with refined queries");
        }
        if self.sufficient && self.evidence_count == 0 {
            warnings.push("sufficient, with no evidence");
        }
        warnings
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
