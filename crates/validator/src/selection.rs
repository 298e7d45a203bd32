//! What a model submits: ids, never paths.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the answer is for; the caller chooses it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Intent {
    /// Understand how something works.
    #[default]
    Explain,
    /// Find where something is.
    Locate,
    /// Change something: exact ranges will be read first.
    Edit,
    /// Find out why something goes wrong: exact ranges will be read first.
    Debug,
}

/// What the caller should do next, from the least that a report can offer to the most. The order is
/// the one that lowering follows.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Nothing relevant exists here.
    SkipExploreResult,
    /// Something specific is still missing.
    TargetedGapSearch,
    /// Lines must be read first; always for edit and debug.
    ReadTargets,
    /// The report answers the question.
    AnswerFromReport,
}

/// How sure the report is, from the least to the most.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Confidence {
    /// A lead.
    Low,
    /// Likely, with verified links.
    Medium,
    /// Every step quoted, nothing missing.
    High,
}

/// The arguments of `submit_report`: everything that a model can submit about a repository.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Selection {
    /// The 1 to 5 places that matter most, best first; none for a skip.
    #[serde(default)]
    #[schemars(length(max = 5), inner(regex(pattern = "^c[1-9][0-9]*$")))]
    pub primary_candidate_ids: Vec<String>,
    /// Places that the caller should read, above all before an edit.
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub read_targets: Vec<ReadRequest>,
    /// The explanation, a link for each step.
    #[serde(default)]
    #[schemars(length(max = 12))]
    pub flow: Vec<FlowLink>,
    /// What you looked for and did not find.
    #[serde(default)]
    #[schemars(length(max = 3))]
    pub missing_coverage: Vec<String>,
    /// What the caller should do next.
    pub recommended_primary_action: Action,
    /// With targeted_gap_search only: each `term` or `term in scope`.
    #[serde(default)]
    #[schemars(length(max = 5))]
    pub search_targets: Vec<String>,
    /// How sure you are.
    pub confidence: Confidence,
}

/// A place that the caller should read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend("required" = ["candidateId", "purpose", "required"]))]
pub struct ReadRequest {
    /// As c7, shown.
    #[schemars(regex(pattern = "^c[1-9][0-9]*$"))]
    pub candidate_id: String,
    /// Only these, as `3-9`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub lines: Option<String>,
    /// Why.
    #[serde(default)]
    pub purpose: String,
    /// Needed to go on.
    #[serde(default)]
    pub required: bool,
}

/// One step of the explanation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend("required" = ["candidateId", "role", "fact", "quote"]))]
pub struct FlowLink {
    /// As c7, shown.
    #[schemars(regex(pattern = "^c[1-9][0-9]*$"))]
    pub candidate_id: String,
    /// Only these, as `3-9`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub lines: Option<String>,
    /// Its part, in a word or two.
    #[serde(default)]
    pub role: String,
    /// What happens there, in one sentence.
    #[serde(default)]
    pub fact: String,
    /// One line, or two adjacent ones, copied exactly from there; it supports the fact.
    pub quote: String,
}

/// A text that is none of an enum's wire names.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{given}` is not one of {expected}")]
#[non_exhaustive]
pub struct UnknownName {
    /// What was given.
    pub given: String,
    /// The names there are.
    pub expected: &'static str,
}

macro_rules! wire_names {
    ($type:ty, $expected:literal, $($variant:ident => $name:literal),+) => {
        impl $type {
            /// The name on the wire.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $type {
            type Err = UnknownName;
            fn from_str(text: &str) -> Result<Self, UnknownName> {
                match text {
                    $($name => Ok(Self::$variant),)+
                    _ => Err(UnknownName { given: text.to_owned(), expected: $expected }),
                }
            }
        }
    };
}

wire_names!(Intent, "explain, locate, edit, debug",
    Explain => "explain", Locate => "locate", Edit => "edit", Debug => "debug");
wire_names!(Action,
    "answer_from_report, read_targets, targeted_gap_search, skip_explore_result",
    SkipExploreResult => "skip_explore_result", TargetedGapSearch => "targeted_gap_search",
    ReadTargets => "read_targets", AnswerFromReport => "answer_from_report");
wire_names!(Confidence, "low, medium, high", Low => "low", Medium => "medium", High => "high");

impl Intent {
    /// All intents, in the order of the documentation.
    pub const ALL: [Self; 4] = [Self::Explain, Self::Locate, Self::Edit, Self::Debug];

    /// Whether code will be changed on the strength of the answer, so that it must be read first.
    #[must_use]
    pub fn needs_reading(self) -> bool {
        matches!(self, Self::Edit | Self::Debug)
    }
}
