//! The verified result.

mod body;
mod facts;
mod fit;
mod observed;
mod place;

use schemars::JsonSchema;
use serde::Serialize;

use crate::finding::Finding;

pub use body::{Outcome, ReportBody, SearchTarget};
pub use facts::{Coverage, FileProof, QueryWords, RunFacts, Stats, StopReason, Tokens};
pub use fit::{Fit, LongText, TextOf};
pub use observed::{PlaceObservations, Relation};
pub use place::{Link, Place, Target};

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
        Self {
            schema: Self::SCHEMA,
            body,
            facts,
        }
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
