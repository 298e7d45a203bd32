//! The verified result.

mod body;
mod facts;
mod name_lines;
mod observed;
mod place;
mod uncited;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::finding::Finding;

pub use body::{Outcome, ReportBody, SearchTarget};
pub use facts::{
    Coverage, EMBEDDED_MODEL, FileProof, QueryWords, RunFacts, Stats, StopReason, Tokens,
};
pub(crate) use name_lines::MAX_NAMES;
pub use name_lines::{FileLines, MAX_NAME_LINES, NameOccurrences, cited_names};
pub use observed::{PlaceObservations, Relation};
pub use place::{Link, Place, Target};
pub use uncited::{FurtherUses, UncitedUse};
pub(crate) use uncited::{MAX_USES, possible_uses};

/// The verified result. Every place in it was observed, every quote is the source's own text, and all of it
/// was unchanged when the report was built. Only the validator can construct one, and a renderer accepts
/// nothing else.
///
/// It serializes to the JSON form `firsthand.report/2`, without the text form that a renderer adds, and without the
/// lines observed around the quotes.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct VerifiedReport {
    /// The form's name and version.
    #[schemars(extend("const" = VerifiedReport::SCHEMA))]
    schema: &'static str,
    #[serde(flatten)]
    body: ReportBody,
    #[serde(flatten)]
    facts: RunFacts,
}

impl VerifiedReport {
    /// The JSON form's name and version.
    pub const SCHEMA: &'static str = "firsthand.report/2";

    pub(crate) fn new(mut body: ReportBody, mut facts: RunFacts) -> Self {
        body.findings.append(&mut facts.findings);
        Self { schema: Self::SCHEMA, body, facts }
    }

    /// What it reports.
    #[must_use]
    pub fn body(&self) -> &ReportBody {
        &self.body
    }

    /// The facts of the run that it rests on.
    #[must_use]
    pub fn facts(&self) -> &RunFacts {
        &self.facts
    }

    /// The report as a renderer printed it: with the length of the text form in characters, and a finding for each part
    /// that the text form left out or shortened.
    #[must_use]
    pub fn rendered(&self, chars: usize, cuts: impl IntoIterator<Item = Finding>) -> Self {
        let mut report = self.clone();
        report.facts.stats.report_chars = chars as u64;
        report.body.findings.extend(cuts);
        report
    }
}

/// What a printed report loses to its budget of characters. Items are named by their positions, from 0, in the lists of
/// the report.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Fit {
    /// By how many characters the report is too long for all that is lost; 0 where nothing is lost.
    pub over: usize,
    /// By how many characters it is too long for its flow links, whatever else is cut; 0 where none is left out.
    pub over_links: usize,
    /// The flow links that are left out.
    pub links: Vec<usize>,
    /// The flow links whose facts are shortened.
    pub facts: Vec<usize>,
    /// The read targets whose purposes are shortened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub purposes: Vec<usize>,
    /// To how many characters facts are shortened; 0 where none is.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub fact_chars: usize,
    /// To how many characters purposes are shortened; 0 where none is.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub purpose_chars: usize,
    /// The flow links that are printed without their quotes.
    pub quotes: Vec<usize>,
    /// The read targets that are left out.
    pub reads: Vec<usize>,
    /// How many primary places are left out.
    pub primary: usize,
    /// How many named gaps are left out.
    pub missing: usize,
    /// The names for which the model asks and whose lines are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// How many characters each flow link takes with its place, its fact and its quote; empty where nothing is lost.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub link_chars: Vec<usize>,
    /// How many each read target takes, likewise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read_chars: Vec<usize>,
    /// How many each named gap takes, then each statement of absence, likewise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing_chars: Vec<usize>,
    /// How many the receipts take that prove these statements.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub receipt_chars: usize,
    /// How many the lines of the names take for which the model asks.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub names_chars: usize,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// The texts of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum TextOf {
    /// The fact of a flow link.
    Fact,
    /// The purpose of a read target.
    Purpose,
}

impl Fit {
    /// Whether something that was submitted is not printed, or not in full.
    #[must_use]
    pub fn loses_something(&self) -> bool {
        let texts = [&self.facts, &self.purposes, &self.quotes];
        self.loses_items() || !self.names.is_empty() || texts.iter().any(|texts| !texts.is_empty())
    }

    /// Whether a link, a read target, a primary place or a gap is left out.
    #[must_use]
    pub fn loses_items(&self) -> bool {
        !self.links.is_empty() || !self.reads.is_empty() || self.primary > 0 || self.missing > 0
    }

    /// How much of what was submitted is not printed, or not in full, besides flow links.
    #[must_use]
    pub fn lost_texts(&self) -> usize {
        let lists = [&self.facts, &self.purposes, &self.quotes, &self.reads];
        lists.iter().map(|list| list.len()).sum::<usize>() + self.primary + self.missing
    }
}
