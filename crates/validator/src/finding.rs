//! Findings (what a rule dropped, clamped or lowered), and losses.

use std::collections::BTreeMap;

use firsthand_registry::{CandidateId, RepoPath, wire_names};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

wire_names! {
    /// The rules that can drop, clamp or lower something, in the order in which they apply.
    #[derive(
        Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
    )]
    #[serde(rename_all = "snake_case")]
    #[non_exhaustive]
    pub enum Rule {
        /// Arguments were repaired where only one reading was possible.
        ArgumentRepaired => "argument_repaired",
        /// An id that was never handed out.
        UnknownId => "unknown_id",
        /// A place of which no text was seen cannot be read or quoted.
        PathOnly => "path_only",
        /// A quote has no word of three or more characters.
        QuoteSlight => "quote_slight",
        /// A quote has more than two lines or 240 characters.
        QuoteLong => "quote_long",
        /// A quote does not stand in the cited evidence.
        FactUnverified => "fact_unverified",
        /// A place no longer reads as it was seen.
        Stale => "stale",
        /// The file of a place cannot be read now, so nothing shows that the place still reads as it was seen.
        Unreadable => "unreadable",
        /// The search of a cited receipt, made again, proves no absence now, or could not be made.
        AbsenceUnproved => "absence_unproved",
        /// A place overlaps another and is shown as one with it.
        Merged => "merged",
        /// A range was shortened around what matters in it.
        Clamped => "clamped",
        /// A list was longer than a report takes.
        OverLimit => "over_limit",
        /// Prose named a place that the report does not hold, or an id, and was withheld.
        ProseReference => "prose_reference",
        /// Prose was cut at its limit.
        TextCut => "text_cut",
        /// A fact speaks of things that stand nowhere in its evidence.
        ClaimUnsupported => "claim_unsupported",
        /// The action was lowered.
        ActionLowered => "action_lowered",
        /// The confidence was lowered.
        ConfidenceLowered => "confidence_lowered",
        /// The rendered report left something out to stay in its budget.
        BudgetCut => "budget_cut",
        /// The run reports an earlier report than the model's last one.
        EarlierReport => "earlier_report",
        /// A secret was hidden in what a tool showed, or stands in a place that was cited.
        Redacted => "redacted",
        /// A text was not searched: its encoding is UTF-16.
        NotRead => "not_read",
    }
}

impl Rule {
    /// Whether each of its findings excludes high confidence: something that was submitted is not in the report, or is
    /// doubtful. Findings of other rules may state less.
    pub(crate) fn excludes_high(self) -> bool {
        matches!(
            self,
            Self::UnknownId
                | Self::PathOnly
                | Self::QuoteSlight
                | Self::QuoteLong
                | Self::FactUnverified
                | Self::Stale
                | Self::Unreadable
                | Self::AbsenceUnproved
                | Self::ProseReference
                | Self::ClaimUnsupported
        )
    }

    /// Why it rejects a cited place, as what follows the place's id in a finding.
    pub(crate) fn why_of_place(self) -> &'static str {
        match self {
            Self::UnknownId => "was never handed out",
            Self::PathOnly => "is known from a listing only",
            Self::QuoteSlight => "its quote has no word of three or more characters",
            Self::QuoteLong => "its quote is longer than two lines or 240 characters",
            Self::Stale => "no longer reads as it was seen",
            Self::Unreadable => "cannot be read now",
            Self::Redacted => "holds a secret, as the whole file shows",
            _ => "its quote does not stand in the evidence",
        }
    }
}

/// A note of something that was dropped, clamped or lowered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// Which rule.
    pub rule: Rule,
    /// What it did and why, in the validator's words: ids, positions and counts, never a model's prose; of that at most
    /// the identifiers that its evidence does not show.
    pub detail: String,
}

impl Finding {
    /// A finding.
    #[must_use]
    pub fn new(rule: Rule, detail: impl Into<String>) -> Self {
        Self { rule, detail: detail.into() }
    }
}

/// The kinds of items in a selection.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Item {
    /// A flow link.
    FlowLink,
    /// A primary place.
    Place,
    /// A read target.
    ReadTarget,
    /// A named gap.
    NamedGap,
    /// A receipt of absence.
    Receipt,
    /// A search target.
    SearchTarget,
    /// A role, fact, purpose or named gap.
    Text,
}

/// How many items of one kind one rule dropped or shortened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Loss {
    /// The rule.
    pub rule: Rule,
    /// The kind of item.
    pub item: Item,
    /// How many; at least 1.
    pub count: usize,
    /// The files of the unchanged places that the dropped items cited, each once: no places of the report.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<RepoPath>,
    /// The roles of dropped flow links: the model's words, without those that were withheld.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<String>,
    /// The line of such a file that is most similar to a quote which stands nowhere.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub nearest: BTreeMap<RepoPath, u32>,
}

/// A flow link that was dropped, although its id or its quote shows a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FailedLink {
    /// Its position in the selection, from 1.
    pub(crate) number: usize,
    /// The rule that dropped it.
    pub(crate) rule: Rule,
    /// The part it was to play.
    pub(crate) role: String,
    /// The place that it cites.
    pub(crate) cited: Option<CandidateId>,
    /// Other places that have its quote.
    pub(crate) elsewhere: Vec<CandidateId>,
}
