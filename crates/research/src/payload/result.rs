//! The result of a run.

use firsthand_agent::validator::Coverage;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::stages::validate_items;
use super::{Invalid, Payload, Prose, is_default, not_negative};
use crate::Stage;

/// The most classifications after the first.
pub const MAX_RETIGHTEN_ROUNDS: u32 = 2;

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
    /// The number of the first observed line, which the reference to them has.
    pub(crate) fn first_line(&self) -> u32 {
        let range = self.objectstore_ref.rsplit_once("#L").map_or("", |(_, range)| range);
        range.split('-').next().and_then(|first| first.parse().ok()).unwrap_or(1)
    }
}

/// Checks each item of a list of evidence.
pub(super) fn validate_evidence(evidence: &[Evidence]) -> Result<(), Invalid> {
    let items = evidence.iter();
    validate_items("evidence", items.map(|item| [&item.entity_id, &item.tier, &item.source]))
}

/// The route of the run and its sub-queries.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct DecompTrace {
    /// The action that was carried out.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub router_action: String,
    /// One row per sub-query with its axis, its text and the number of its hits; a further row states how many were
    /// left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sub_queries: Vec<Map<String, Value>>,
    /// The entities that a walk started from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seed_entities: Vec<String>,
    /// How often the topic was classified again; at most 2.
    #[serde(skip_serializing_if = "is_default")]
    pub retighten_rounds: i64,
}

/// A problem in a stage that may have made the result worse.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Degradation {
    /// The name of the stage.
    pub stage: String,
    /// What went wrong.
    pub reason: String,
}

/// A place or a commit that the answer refers to.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Place {
    /// The file, relative to the root; empty for a commit.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub path: String,
    /// The commit's id, in full; empty for a file.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub commit: String,
    /// The day of the commit, in UTC: `2026-05-31`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub date: String,
    /// Whether a searched declaration or file began with the commit.
    #[serde(skip_serializing_if = "is_default")]
    pub began: bool,
    /// The first line of the file, or of the commit's message; 1-based.
    pub start: u32,
    /// The last line, inclusive.
    pub end: u32,
}

/// A quote from a place that supports a claim.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Reference {
    /// The number of the place in [`SearchResult::places`], from 1.
    pub place: u32,
    /// One line of the place, a part of one, or two adjacent lines, byte for byte.
    pub quote: String,
    /// The line on which the quote begins.
    pub line: u32,
}

/// A statement of the answer.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Claim {
    /// The text of the statement.
    pub text: String,
    /// The section of the answer that it belongs to, such as `callers` or `history`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub part: String,
    /// The quotes that support it; never empty.
    pub references: Vec<Reference>,
}

/// The result of a run.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SearchResult {
    /// The answer as text; after a failure, the error message. Required.
    pub synthesis: Prose,
    /// The evidence from which the answer was composed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// The route of the run and its sub-queries; absent if the candidates answered the topic directly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decomp_trace: Option<DecompTrace>,
    /// The tokens that models spent in all stages, repeated attempts included.
    #[serde(skip_serializing_if = "is_default")]
    pub tokens_used: i64,
    /// The number of refinements.
    #[serde(skip_serializing_if = "is_default")]
    pub iterations: i64,
    /// What was searched, if something was not searched, read or shown: what was lost, by cause.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    /// The problems of the run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub degraded: Vec<Degradation>,
    /// The names that the topic spells and no searched file contains; the answer is about code with similar names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_found: Vec<String>,
    /// The places that the claims refer to: observed, and unchanged when the answer was made.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Place>,
    /// The statements of the answer, in reading order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
}

impl Payload for SearchResult {
    const CATEGORY: &'static str = "result";

    fn validate(&self) -> Result<(), Invalid> {
        Invalid::unless(!self.synthesis.is_blank(), "synthesis", "is blank")?;
        validate_evidence(&self.evidence)?;
        let rounds = self.decomp_trace.as_ref().map_or(0, |trace| trace.retighten_rounds);
        let in_range = (0..=i64::from(MAX_RETIGHTEN_ROUNDS)).contains(&rounds);
        Invalid::unless(in_range, "decomp_trace.retighten_rounds", "is out of its range")?;
        not_negative("tokens_used", self.tokens_used)?;
        not_negative("iterations", self.iterations)?;
        self.claims.iter().enumerate().try_for_each(|(index, claim)| {
            let mut references = claim.references.iter();
            let valid = !claim.references.is_empty()
                && references.all(|reference| self.place_of(reference).is_some());
            let field = format!("claims[{index}].references");
            Invalid::unless(valid, field, "refer to no place of the result")
        })
    }
}

impl SearchResult {
    /// The place of a reference.
    pub(crate) fn place_of(&self, reference: &Reference) -> Option<&Place> {
        self.places.get((reference.place as usize).checked_sub(1)?)
    }
}

impl Degradation {
    pub(crate) fn new(stage: Stage, reason: impl Into<String>) -> Self {
        Self { stage: stage.to_string(), reason: reason.into() }
    }
}

impl Claim {
    /// The numbers of the places that it refers to: `[1][2]`.
    pub(crate) fn place_numbers(&self) -> String {
        self.references.iter().map(|reference| format!("[{}]", reference.place)).collect()
    }
}
