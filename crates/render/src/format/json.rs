//! The whole report as versioned JSON: `firsthand.report/2`.

use std::collections::BTreeMap;

use firsthand_registry::{document_schema, escape_json};
use firsthand_validator::{Action, Confidence, VerifiedReport};
use schemars::JsonSchema;
use serde::Serialize;

use super::markdown::{Options, with_block};

/// A verified report as JSON, with its text form.
#[derive(Serialize, JsonSchema)]
struct Document {
    #[serde(flatten)]
    report: VerifiedReport,
    /// What the machine block of the text form says, whether the text has one or not.
    #[schemars(with = "Block")]
    block: serde_json::Value,
    /// The text form.
    markdown: String,
}

/// The machine block of a text form.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "the shape of what the text form writes")]
struct Block {
    /// The version of the block: 3.
    v: u32,
    /// The report's action.
    action: Action,
    /// The report's confidence.
    confidence: Confidence,
    /// The places that the text prints, by path: the number that each has in the text, and its first and last line where
    /// lines were seen.
    refs: BTreeMap<String, Vec<Vec<u32>>>,
    /// The numbers of the places to read.
    read: Vec<u32>,
}

/// The report as JSON: everything in it, its text form with that text's length and its machine block apart, and a finding
/// `budget_cut` for each part that the text form left out or shortened. Ends with a line break.
#[must_use]
pub fn json(report: &VerifiedReport, options: &Options) -> String {
    let (rendered, block) = with_block(report, options);
    let document = Document { report: rendered.stated_in(report), block, markdown: rendered.text };
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
