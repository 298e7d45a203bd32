//! Gaps: what is still missing in a report, or wrong with it, for its model.

use std::fmt;

use firsthand_registry::{CandidateId, clip, escape};
use serde::{Deserialize, Serialize};

use crate::finding::Rule;
use crate::prose::is_id;
use crate::{FlowLink, Nearest};

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

    /// The gap of a flow link (`link` is its position, from 1) whose fact names a place that the report does not hold, or an
    /// id.
    /// `dropped` is the position of the dropped link that cites it.
    pub(crate) fn fact_withheld(
        link: usize,
        id: CandidateId,
        name: &str,
        dropped: Option<usize>,
    ) -> Self {
        Self::FactWithheld {
            link,
            id: id.to_string(),
            name: clip(&escape(name), GAP_NAME_CHARS).into_owned(),
            dropped,
        }
    }

    /// The gap without the model's own text, for a message that repeats it.
    #[must_use]
    pub fn brief(&self) -> String {
        match self {
            Self::QuoteFailed { link, id, nearest, .. } => {
                let near = nearest.as_ref();
                let near =
                    near.map_or_else(String::new, |near| format!("; nearest is {}", near.at()));
                format!("flow link {link} [{id}]: its quote {}{near}", self.why_and_where())
            }
            other => other.to_string(),
        }
    }

    /// Why a quote was not accepted, and which other places have it; empty for other gaps.
    fn why_and_where(&self) -> String {
        let Self::QuoteFailed { rule, masked, elsewhere, .. } = self else {
            return String::new();
        };
        let mut text = match rule {
            Rule::FactUnverified if *masked => {
                "stands on a line that is masked, which cannot be quoted"
            }
            Rule::QuoteSlight => {
                "has no word of three or more characters; quote the line before or behind it, too"
            }
            Rule::QuoteLong => "is longer than two lines or 240 characters",
            Rule::Stale => "cannot be checked: the file no longer reads as it was shown",
            Rule::Unreadable => "cannot be checked: the file cannot be read now",
            Rule::Redacted => "stands where the whole file shows a secret",
            Rule::UnknownId => "has no place: that id had not been shown to you",
            Rule::PathOnly => "has no lines to stand in: of that id only the path was shown",
            _ => "does not stand in the lines shown for that id",
        }
        .to_owned();
        for (at, Elsewhere { id, line }) in elsewhere.iter().enumerate() {
            let before = if at == 0 { "; it stands" } else { ", and" };
            text += &format!("{before} in [{id}], line {line}");
        }
        text
    }

    /// Whether only more exploration can close the gap: the model itself reports that something was not
    /// found. Every other gap can be closed with the observed places and other wording.
    #[must_use]
    pub fn needs_exploration(&self) -> bool {
        matches!(self, Self::Named(_))
    }
}

/// Whether the name is an id such as `c7`, perhaps with lines, or several joined.
fn names_id(name: &str) -> bool {
    name.split([':', '-']).next().is_some_and(is_id)
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
    /// A flow link's fact was withheld: it names a place that the report does not hold, or an id. Its texts
    /// are the model's own, for the model: they are no part of a report.
    FactWithheld {
        /// The link's position, from 1.
        link: usize,
        /// Its id.
        id: String,
        /// The first such name in it, clipped and escaped.
        name: String,
        /// The position, from 1, of a link that cites it, and was dropped.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dropped: Option<usize>,
    },
    /// The model itself reported this as missing.
    Named(String),
    /// No primary place survived.
    NoPlace,
    /// Something will be edited, and no place with lines survived.
    NoRange,
    /// A search was proposed without search targets.
    NoSearchTarget,
    /// A skip, although words of the question stand in files.
    WordsStand {
        /// The words, each with the number of files, as they are printed.
        words: String,
        /// Observed places that hold some of them.
        places: Vec<CandidateId>,
    },
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::QuoteFailed { link, id, quote, rule, nearest, .. } => {
                write!(f, "flow link {link} [{id}]: the quote `{quote}` {}", self.why_and_where())?;
                let near = match rule {
                    Rule::QuoteLong => "what would stand is",
                    _ => "nearest is",
                };
                nearest
                    .as_ref()
                    .map_or(Ok(()), |found| write!(f, "; {near} {}: `{}`", found.at(), found.text))
            }
            Self::FactWithheld { link, id, name, .. } if names_id(name) => write!(
                f,
                "flow link {link} [{id}]: its fact names `{name}`, but no id is printed; say what stands there"
            ),
            Self::FactWithheld { link, id, name, dropped } => {
                let why = dropped.map_or_else(String::new, |other| {
                    format!(" since flow link {other} was dropped")
                });
                let is_like_a_path = name.contains('/') && !name.contains('.');
                let path = if is_like_a_path { " (with `/` it reads as a path)" } else { "" };
                write!(
                    f,
                    "flow link {link} [{id}]: its fact names `{name}`, which the report does not hold{why}; say it without{path}"
                )
            }
            Self::Named(what) => write!(f, "you named as missing: {what}"),
            Self::NoPlace => f.write_str("no primary place"),
            Self::NoRange => f.write_str("no place with lines, which an edit needs"),
            Self::WordsStand { words, .. } => write!(
                f,
                "it says that nothing relevant is there, but words of the question stand in files: {words}"
            ),
            Self::NoSearchTarget => f.write_str(
                "targeted_gap_search without searchTargets: each is `term` or `term in scope`, and names no file that was not shown",
            ),
        }
    }
}
