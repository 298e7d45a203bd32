//! `schema`: prints the JSON Schemas of the stable formats.

use clap::{Args, ValueEnum};
use firsthand::agent::submit_spec;
use firsthand::impact::ImpactDocument;
use firsthand::source::document_schema;
use firsthand::{AbsenceDocument, CheckedReport, SearchDocument};
use firsthand_research::payload::{self, payload_schema};
use serde_json::Value;

use crate::failure::{Exit, Failure};
use crate::paint::{print, print_json};

/// Print the JSON Schema of an input or output format; without a name, list them
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  firsthand schema report > report.schema.json")]
pub(crate) struct Schema {
    /// The name of the contract
    #[arg(value_enum)]
    name: Option<Name>,
}

/// The contracts: one row each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Name {
    /// A verified report: explore --format json
    Report,
    /// The selection that a model submits
    Selection,
    /// Regions that a search found: search --format json
    Search,
    /// A receipt of absence, or where the pattern stands: absent --format json
    Absent,
    /// What a change touches: impact --format json
    Impact,
    /// The check of a saved report: verify --format json
    Verify,
    /// The check of citations: verify --citations --format json
    Citations,
    /// The check of a text's claims: check-claims --format json
    Claims,
    /// A research result: research --format json
    ResearchResult,
    /// The request of a research run
    ResearchIntent,
    /// The output of its classification
    ResearchClassifierOutput,
    /// Its routing decision
    ResearchRouteDecision,
    /// The output of its sub-queries
    ResearchExecutionOutput,
    /// The assessment of its evidence
    ResearchAssessmentOutput,
}

impl Schema {
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        match self.name {
            None => print(&list())?,
            Some(name) => print_json(&name.schema())?,
        }
        Ok(Exit::Done)
    }
}

impl Name {
    fn schema(self) -> Value {
        match self {
            Self::Report => firsthand_render::json_schema(),
            Self::Selection => submit_spec().parameters,
            Self::Search => document_schema::<SearchDocument>("firsthand.search/1"),
            Self::Absent => document_schema::<AbsenceDocument>("firsthand.absent/1"),
            Self::Impact => document_schema::<ImpactDocument>("firsthand.impact/1"),
            Self::Verify => document_schema::<CheckedReport>("firsthand.verify/2"),
            Self::Citations => firsthand_citations::json_schema(),
            Self::Claims => firsthand_citations::claims_json_schema(),
            Self::ResearchResult => firsthand_research::json_schema(),
            Self::ResearchIntent => payload_schema::<payload::Intent>(),
            Self::ResearchClassifierOutput => payload_schema::<payload::ClassifierOutput>(),
            Self::ResearchRouteDecision => payload_schema::<payload::RouteDecision>(),
            Self::ResearchExecutionOutput => payload_schema::<payload::ExecutionOutput>(),
            Self::ResearchAssessmentOutput => payload_schema::<payload::AssessmentOutput>(),
        }
    }
}

fn list() -> String {
    let values = Name::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    let line = |value: clap::builder::PossibleValue| {
        let help = value.get_help().map(ToString::to_string).unwrap_or_default();
        format!("{:<26} {help}\n", value.get_name())
    };
    values.map(line).collect()
}
