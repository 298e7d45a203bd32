//! The whole report as versioned JSON: `firsthand.report/1`.

use firsthand_registry::{document_schema, escape_json};
use firsthand_validator::{
    Action, Confidence, Coverage, FileProof, Finding, Intent, Link, Outcome, Place, Stats, Target,
    VerifiedReport,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::markdown::{Options, markdown};

/// A verified report as JSON, with its text form and that text's length.
#[derive(Serialize, JsonSchema)]
struct Document<'r> {
    /// The form's name and version.
    #[schemars(extend("const" = VerifiedReport::SCHEMA))]
    schema: &'static str,
    /// The repository's root, as the caller named it.
    root: &'r str,
    /// The question.
    query: &'r str,
    /// What the answer is for.
    intent: Intent,
    /// What kind of result it is.
    outcome: Outcome,
    /// What to do next.
    action: Action,
    /// How sure it is.
    confidence: Confidence,
    /// The places that matter most, best first.
    primary: &'r [Place],
    /// The explanation, in order.
    flow: &'r [Link],
    /// What to read.
    read_targets: &'r [Target],
    /// What to search for.
    search_targets: &'r [String],
    /// What the host would search for, where a search is proposed and `search_targets` is empty.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    host_search_targets: &'r [String],
    /// What was looked for and not found.
    missing: &'r [String],
    /// How much was searched.
    coverage: &'r Coverage,
    /// The cited files as they were.
    files: &'r [FileProof],
    /// What was dropped, clamped or lowered, and what the text form left out.
    findings: Vec<Finding>,
    /// What it took.
    stats: RunMeasures<'r>,
    /// The text form.
    markdown: String,
}

/// What a run took, and how long its text form is.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Measured")]
struct RunMeasures<'r> {
    #[serde(flatten)]
    stats: &'r Stats,
    /// Characters of the text form.
    report_chars: usize,
}

/// The report as JSON: everything in it, its text form, and a finding `budget_cut` for each part
/// that the text form left out or shortened. Ends with a line break.
#[must_use]
pub fn json(report: &VerifiedReport, options: &Options) -> String {
    let rendered = markdown(report, options);
    let document = Document {
        schema: VerifiedReport::SCHEMA,
        root: report.root(),
        query: report.query(),
        intent: report.intent(),
        outcome: report.outcome(),
        action: report.action(),
        confidence: report.confidence(),
        primary: report.primary(),
        flow: report.flow(),
        read_targets: report.read_targets(),
        search_targets: report.search_targets(),
        host_search_targets: report.host_search_targets(),
        missing: report.missing(),
        coverage: report.coverage(),
        files: report.files(),
        findings: rendered.all_findings(report),
        stats: RunMeasures {
            stats: report.stats(),
            report_chars: rendered.chars(),
        },
        markdown: rendered.text,
    };
    let text = match options.pretty {
        true => serde_json::to_string_pretty(&document),
        false => serde_json::to_string(&document),
    };
    // Serialization cannot fail: there are only string keys and infallible types.
    escape_json(text.unwrap_or_default()) + "\n"
}

/// The JSON Schema of [`json()`]'s documents.
#[must_use]
pub fn json_schema() -> serde_json::Value {
    document_schema::<Document<'static>>(VerifiedReport::SCHEMA)
}
