//! Findings (what a rule dropped, clamped or lowered), losses, and gaps (what is still missing).

use std::fmt;

use firsthand_registry::{CandidateId, clip, escape, wire_names};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{FlowLink, Nearest};

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
        /// The file of a place could not be read again, so nothing shows that the place still reads as it was seen.
        Unreadable => "unreadable",
        /// The search of a cited receipt, made again, proves no absence now, or could not be made.
        AbsenceUnproved => "absence_unproved",
        /// A place overlaps another and is shown as one with it.
        Merged => "merged",
        /// A range was shortened around what matters in it.
        Clamped => "clamped",
        /// A list was longer than a report takes.
        OverLimit => "over_limit",
        /// Prose named a place that the report does not hold, and was withheld.
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
            Self::Unreadable => "could not be read again",
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Loss {
    /// The rule.
    pub rule: Rule,
    /// The kind of item.
    pub item: Item,
    /// How many; at least 1.
    pub count: usize,
}

/// Characters of an id and of a quote that a gap repeats.
const GAP_ID_CHARS: usize = 24;
const GAP_QUOTE_CHARS: usize = 80;
/// Characters of a name that a gap repeats.
const GAP_NAME_CHARS: usize = 80;

impl Gap {
    /// The gap of a flow link (`link` is its position, from 1) whose quote was not accepted.
    pub(crate) fn quote_failed(
        link: usize,
        submitted: &FlowLink,
        rule: Rule,
        hints: QuoteHints,
    ) -> Self {
        let short = |text: &str, most| clip(&escape(text), most).into_owned();
        Self::QuoteFailed {
            link,
            id: short(&submitted.candidate_id, GAP_ID_CHARS),
            quote: short(&submitted.quote, GAP_QUOTE_CHARS),
            rule,
            masked: hints.masked,
            nearest: hints.nearest,
            elsewhere: hints.elsewhere,
        }
    }

    /// The gap of a flow link (`link` is its position, from 1) whose fact names a place that the report does not hold.
    pub(crate) fn fact_withheld(link: usize, id: CandidateId, name: &str) -> Self {
        Self::FactWithheld {
            link,
            id: id.to_string(),
            name: clip(&escape(name), GAP_NAME_CHARS).into_owned(),
        }
    }

    /// Whether only more exploration can close the gap: the model itself reports that something was not
    /// found. Every other gap can be closed with the observed places and other wording.
    #[must_use]
    pub fn needs_exploration(&self) -> bool {
        matches!(self, Self::Named(_))
    }
}

/// Where a quote occurs that was submitted with the id of another place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Elsewhere {
    /// The place that shows it.
    pub id: CandidateId,
    /// The line (1-based) on which it starts.
    pub line: u32,
}

/// What helps a model to mend a quote that was not accepted.
pub(crate) struct QuoteHints {
    /// Whether it stands in its place, on a line that is masked.
    pub(crate) masked: bool,
    /// The line of its place that is most similar to it.
    pub(crate) nearest: Option<Nearest>,
    /// Other places that have it.
    pub(crate) elsewhere: Vec<Elsewhere>,
}

/// Something specific that is missing, which more exploration, or other wording, might supply.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gap {
    /// A flow link's quote was not accepted. Its texts are the model's own, for the model: they are
    /// no part of a report.
    QuoteFailed {
        /// The link's position, from 1.
        link: usize,
        /// Its id as it was submitted, clipped and escaped.
        id: String,
        /// Its quote as it was submitted, clipped and escaped.
        quote: String,
        /// The rule that dropped it.
        rule: Rule,
        /// Whether the quote stands in the place, on a line that is masked there.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        masked: bool,
        /// The line of the place that is most similar to the quote.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nearest: Option<Nearest>,
        /// Other observed places that have the quote: one, or two.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        elsewhere: Vec<Elsewhere>,
    },
    /// A flow link's fact was withheld: it names a place that the report does not hold. Its texts
    /// are the model's own, for the model: they are no part of a report.
    FactWithheld {
        /// The link's position, from 1.
        link: usize,
        /// Its id.
        id: String,
        /// The first such name in it, clipped and escaped.
        name: String,
    },
    /// The model itself reported this as missing.
    Named(String),
    /// No primary place survived.
    NoPlace,
    /// Something will be edited, and no place with lines survived.
    NoRange,
    /// A search was proposed without search targets.
    NoSearchTarget,
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::QuoteFailed { link, id, quote, rule, masked, nearest, elsewhere } => {
                let why = match rule {
                    Rule::FactUnverified if *masked => {
                        "stands on a line that is masked, which cannot be quoted"
                    }
                    Rule::QuoteSlight => "has no word of three or more characters",
                    Rule::QuoteLong => "is longer than two lines or 240 characters",
                    Rule::Stale => "cannot be checked: the file no longer reads as it was shown",
                    Rule::Unreadable => "cannot be checked: the file cannot be read now",
                    Rule::Redacted => "stands where the whole file shows a secret",
                    Rule::UnknownId => "has no place: that id was never shown to you",
                    Rule::PathOnly => {
                        "has no lines to stand in: of that id only the path was shown"
                    }
                    _ => "does not stand in the lines shown for that id",
                };
                write!(f, "flow link {link} [{id}]: the quote `{quote}` {why}")?;
                for (at, Elsewhere { id, line }) in elsewhere.iter().enumerate() {
                    let before = if at == 0 { "; it stands" } else { ", and" };
                    write!(f, "{before} in [{id}], line {line}")?;
                }
                let near = match rule {
                    Rule::QuoteLong => "what would stand is",
                    _ => "nearest is",
                };
                nearest.as_ref().map_or(Ok(()), |Nearest { line, text }| {
                    write!(f, "; {near} line {line}: `{text}`")
                })
            }
            Self::FactWithheld { link, id, name } => write!(
                f,
                "flow link {link} [{id}]: its fact names `{name}`, which the report does not hold; \
                 say it without"
            ),
            Self::Named(what) => write!(f, "you named as missing: {what}"),
            Self::NoPlace => f.write_str("no primary place"),
            Self::NoRange => f.write_str("no place with lines, which an edit needs"),
            Self::NoSearchTarget => f.write_str(
                "targeted_gap_search without searchTargets: each is `term` or `term in scope`, and names no file that was not shown",
            ),
        }
    }
}
