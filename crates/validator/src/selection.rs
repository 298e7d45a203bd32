//! What a model submits: ids, never paths.

mod missing;

use firsthand_source::{distinct, identifiers, qualified_parts, wire_names};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use missing::Missing;

wire_names! {
    /// What the answer is for; the caller chooses it.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum Intent {
        /// Understand how something works.
        #[default]
        Explain => "explain",
        /// Find where something is.
        Locate => "locate",
        /// Change something: exact ranges will be read first.
        Edit => "edit",
        /// Find out why something goes wrong: exact ranges will be read first.
        Debug => "debug",
    }
}

wire_names! {
    /// What the caller should do next, from the least that a report can offer to the most. The order is
    /// the one that lowering follows.
    #[derive(
        Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
        JsonSchema,
    )]
    #[serde(rename_all = "snake_case")]
    pub enum Action {
        /// Nothing relevant exists here.
        #[default]
        SkipExploreResult => "skip_explore_result",
        /// Something specific is missing.
        TargetedGapSearch => "targeted_gap_search",
        /// Lines must be read first; always for edit and debug.
        ReadTargets => "read_targets",
        /// The report answers the question.
        AnswerFromReport => "answer_from_report",
    }
}

wire_names! {
    /// How sure the report is, from the least to the most.
    #[derive(
        Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
        JsonSchema,
    )]
    #[serde(rename_all = "snake_case")]
    pub enum Confidence {
        /// A lead.
        #[default]
        Low => "low",
        /// Likely, with verified links.
        Medium => "medium",
        /// Every step quoted, nothing missing.
        High => "high",
    }
}

/// The arguments of `submit_report`: everything that a model can submit about a repository. The default is a skip.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Selection {
    /// The places that matter most, best first; none for a skip.
    #[serde(default)]
    #[schemars(length(max = 5), inner(regex(pattern = "^c[1-9][0-9]*$")))]
    pub primary_candidate_ids: Vec<String>,
    /// What to read, above all before an edit.
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub read_targets: Vec<ReadRequest>,
    /// A link for each step; about 8 fit, fewer beside read targets.
    #[serde(default)]
    #[schemars(length(max = 12))]
    pub flow: Vec<FlowLink>,
    /// Not found; cite its receipt: `[a1]`. A doubt about the question is a fact.
    #[serde(default)]
    #[schemars(length(max = 3))]
    pub missing_coverage: Vec<Missing>,
    /// What the caller should do next.
    pub recommended_primary_action: Action,
    /// With targeted_gap_search: `term` or `term in scope`.
    #[serde(default)]
    #[schemars(length(max = 5))]
    pub search_targets: Vec<String>,
    /// What is removed, renamed, extended: lines are listed.
    #[serde(default)]
    #[schemars(length(max = MAX_ASKED_NAMES))]
    pub names: Vec<String>,
    /// How sure you are.
    pub confidence: Confidence,
}

/// The most names for whose lines a model asks.
const MAX_ASKED_NAMES: usize = 3;

impl Selection {
    /// The names for whose lines it asks, each once: a qualified one whole, without what it is called with; of another text
    /// the last one, with the words that hyphens join to it. A text may list several.
    pub fn asked_names(&self) -> impl Iterator<Item = &str> {
        let called = self.names.iter().map(|text| text.split('(').next().unwrap_or(text));
        let names = called.flat_map(|list| list.split([',', ';', '\n'])).filter_map(|called| {
            let called = called.trim();
            let (at, last) = identifiers(called).last()?;
            let is_joined = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
            let before = called[..at].trim_end_matches(is_joined).len();
            let joined = called[before..at + last.len()].trim_start_matches('-');
            Some(if qualified_parts(called).is_some() { called } else { joined })
        });
        distinct(names).into_iter().take(MAX_ASKED_NAMES)
    }
}

/// A place that the caller should read.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend("required" = ["candidateId", "purpose", "required"]))]
pub struct ReadRequest {
    /// As c7, shown.
    #[schemars(regex(pattern = "^c[1-9][0-9]*$"))]
    pub candidate_id: String,
    /// One range, as `3-9`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub lines: Option<String>,
    /// Why, in 60 characters.
    #[serde(default)]
    pub purpose: String,
    /// Needed to go on.
    #[serde(default)]
    pub required: bool,
}

/// One step of the explanation.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend("required" = ["candidateId", "role", "fact", "quote"]))]
pub struct FlowLink {
    /// As c7, shown.
    #[schemars(regex(pattern = "^c[1-9][0-9]*$"))]
    pub candidate_id: String,
    /// One range, as `3-9`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub lines: Option<String>,
    /// Its part, a word or two.
    #[serde(default)]
    pub role: String,
    /// What happens there, in 80 characters.
    #[serde(default)]
    pub fact: String,
    /// A line, part of one, or two adjacent ones, copied exactly.
    pub quote: String,
}

impl Intent {
    /// Whether code will be changed on the strength of the answer, so that it must be read first.
    #[must_use]
    pub fn needs_reading(self) -> bool {
        matches!(self, Self::Edit | Self::Debug)
    }
}
