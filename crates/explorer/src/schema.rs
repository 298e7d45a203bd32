//! The JSON Schemas of the stable JSON formats.

use firsthand_agent::submit_spec;
use firsthand_impact::ImpactDocument;
use firsthand_source::document_schema;
use serde_json::Value;

use crate::{AbsenceDocument, CheckedReport, SearchDocument};

/// A JSON format defined in this crate or one it depends on. The report's schema is in `firsthand-render`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Schema {
    /// The arguments of `submit_report`, which a model submits.
    Selection,
    /// The output of a search: `firsthand.search/1`.
    Search,
    /// The result of a search for something that may be absent: `firsthand.absent/1`.
    Absent,
    /// What a change touches: `firsthand.impact/1`.
    Impact,
    /// The output of `verify` on a saved report: `firsthand.verify/2`.
    Verify,
}

impl Schema {
    /// The JSON Schema.
    #[must_use]
    pub fn json(self) -> Value {
        match self {
            Self::Selection => submit_spec().parameters,
            Self::Search => document_schema::<SearchDocument>("firsthand.search/1"),
            Self::Absent => document_schema::<AbsenceDocument>("firsthand.absent/1"),
            Self::Impact => document_schema::<ImpactDocument>("firsthand.impact/1"),
            Self::Verify => document_schema::<CheckedReport>("firsthand.verify/2"),
        }
    }
}
