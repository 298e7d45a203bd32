//! The whole report as versioned JSON: `firsthand.report/2`.

use firsthand_registry::{document_schema, escape_json};
use firsthand_validator::{Action, VerifiedReport};
use schemars::JsonSchema;
use serde::Serialize;

use super::markdown::{Audience, Options, fit, markdown};

/// A verified report as JSON, with its text form.
#[derive(Serialize, JsonSchema)]
struct Document {
    #[serde(flatten)]
    report: VerifiedReport,
    /// The text form.
    markdown: String,
}

/// The report as JSON: everything in it, its text form with that text's length, and a finding `budget_cut` for each part
/// that the text form left out or shortened. Ends with a line break.
///
/// The text form for an agent has its machine block here, too, unless that would take the room of links or places of a
/// report that claims to be the answer.
#[must_use]
pub fn json(report: &VerifiedReport, options: &Options) -> String {
    let with_block = Options { audience: Audience::Host, ..options.clone() };
    let is_answer = report.body().action == Action::AnswerFromReport;
    let has_room = || !is_answer || !fit(report, &with_block).loses_items();
    let has_block = options.audience == Audience::Agent && has_room();
    let rendered = markdown(report, if has_block { &with_block } else { options });
    let document = Document { report: rendered.stated_in(report), markdown: rendered.text };
    let text = if options.pretty {
        serde_json::to_string_pretty(&document)
    } else {
        serde_json::to_string(&document)
    };
    // Serialization cannot fail: there are only string keys and infallible types.
    escape_json(text.unwrap_or_default()) + "\n"
}

/// The JSON Schema of [`json()`]'s documents.
#[must_use]
pub fn json_schema() -> serde_json::Value {
    document_schema::<Document>(VerifiedReport::SCHEMA)
}
