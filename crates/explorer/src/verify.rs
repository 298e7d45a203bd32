//! Checks whether a saved report still holds.

mod markdown;

use std::collections::BTreeMap;

use firsthand_agent::FileSource;
use firsthand_registry::RepoPath;
use firsthand_validator::{
    FileNow, PlaceState, SavedPlace, SavedReport, VerifiedReport, place_state,
};
use schemars::JsonSchema;
use serde::Serialize;

/// What became of a saved report, place by place. Serialized it is the JSON form
/// `firsthand.verify/1`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Checked")]
#[non_exhaustive]
pub struct CheckedReport {
    /// The JSON form's name and version.
    pub schema: &'static str,
    /// Whether every place still holds and there are no `faults`; `false` where there is no place: nothing was looked
    /// at, so nothing is known.
    pub holds: bool,
    /// Each place once, in the order of the report: primary, flow, read targets.
    pub places: Vec<CheckedPlace>,
    /// What is wrong with the document itself, one sentence each: the statements that the validator would not have
    /// allowed, and the first difference between its Markdown and its fields.
    pub faults: Vec<String>,
    /// What was not checked, because only the run's transcript can show it.
    pub unchecked: &'static [&'static str],
}

/// The parts of a report that only its transcript can prove.
const UNCHECKED: &[&str] = &[
    "the query",
    "roles, facts, purposes and gaps, but for the places and names in them",
    "whether the run's own action and confidence were lower",
    "coverage and statistics",
    "the wording of the Markdown form",
];

/// What became of one place, and of every quote that the report has from it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct CheckedPlace {
    /// The file.
    pub path: RepoPath,
    /// First line; `None` for a place without lines.
    pub start: Option<u32>,
    /// Last line.
    pub end: Option<u32>,
    /// Whether it still holds: `unchanged`, `stands`, `changed` or `gone`.
    #[schemars(with = "String")]
    pub standing: PlaceState,
}

/// Why a text cannot be read as a saved report.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SavedReportError {
    /// It is not JSON at all.
    #[error("it is not JSON: {0}")]
    NotJson(String),
    /// It is JSON with another schema: the schema's name, if it has one.
    #[error("{}", other_schema_message(.0.as_deref()))]
    OtherSchema(Option<String>),
    /// It names the schema `firsthand.report/1`, but does not match it.
    #[error("it does not have the form {}: {_0}", VerifiedReport::SCHEMA)]
    Malformed(String),
}

fn other_schema_message(schema: Option<&str>) -> String {
    let expected = VerifiedReport::SCHEMA;
    match schema {
        Some(name) => {
            let name = firsthand_registry::clip(name, 60);
            let name = firsthand_registry::escape(&name);
            format!("its schema is `{name}`, not `{expected}`")
        }
        None => format!("it is JSON without the schema `{expected}`"),
    }
}

/// Reads a report that was saved as JSON. Reading does not verify it again: [`verify`]
/// reports which places still hold.
///
/// # Errors
/// A [`SavedReportError`] where it is not JSON of the form `firsthand.report/1`.
pub fn read_report(text: &str) -> Result<SavedReport, SavedReportError> {
    #[derive(serde::Deserialize)]
    struct Head {
        schema: Option<String>,
    }
    // The errors in this order: no JSON, another schema, malformed.
    let not_json = |error: serde_json::Error| SavedReportError::NotJson(error.to_string());
    serde_json::from_str::<serde::de::IgnoredAny>(text).map_err(not_json)?;
    let schema = serde_json::from_str::<Head>(text)
        .ok()
        .and_then(|head| head.schema);
    if schema.as_deref() != Some(VerifiedReport::SCHEMA) {
        return Err(SavedReportError::OtherSchema(schema));
    }
    serde_json::from_str(text).map_err(|error| SavedReportError::Malformed(error.to_string()))
}

/// Checks every place of a saved report against the files, the document for content that the validator would not have
/// allowed, and its Markdown for differences from its fields. Reads each file once. A place that the report has several
/// times has the worst of its states.
pub async fn verify(report: &SavedReport, files: &dyn FileSource) -> CheckedReport {
    let mut files_now: BTreeMap<&RepoPath, Option<FileNow>> = BTreeMap::new();
    let mut places: Vec<CheckedPlace> = Vec::new();
    for place in report
        .primary
        .iter()
        .chain(&report.flow)
        .chain(&report.read_targets)
    {
        if !files_now.contains_key(&place.path) {
            let bytes = files.bytes(&place.path).await.ok().flatten();
            files_now.insert(&place.path, bytes.map(FileNow::new));
        }
        let now = files_now.get(&place.path).and_then(Option::as_ref);
        let checked = check_place(report, place_with_quote(report, place), now);
        let is_same_place = |p: &&mut CheckedPlace| {
            (&p.path, p.start, p.end) == (&checked.path, checked.start, checked.end)
        };
        match places.iter_mut().find(is_same_place) {
            Some(earlier) => earlier.standing = earlier.standing.max(checked.standing),
            None => places.push(checked),
        }
    }
    let is_lost = |p: &CheckedPlace| p.standing >= PlaceState::Changed;
    let saved_file = |path: &RepoPath| report.files.iter().find(|file| file.path == *path);
    let mut faults = report.faults(|place| {
        let now = files_now.get(&place.path).and_then(Option::as_ref)?;
        now.text_of(saved_file(&place.path)?)
    });
    faults.extend(markdown::markdown_fault(report));
    let holds = !places.is_empty() && !places.iter().any(is_lost) && faults.is_empty();
    CheckedReport {
        schema: "firsthand.verify/1",
        holds,
        places,
        faults,
        unchecked: UNCHECKED,
    }
}

/// The place, or, if it has no quote, the flow link at the same lines of the same file if there is one.
fn place_with_quote<'r>(report: &'r SavedReport, place: &'r SavedPlace) -> &'r SavedPlace {
    let position = |p: &SavedPlace| (p.path.clone(), p.start, p.end);
    let link = report
        .flow
        .iter()
        .find(|link| position(link) == position(place));
    link.filter(|_| place.quote.is_none()).unwrap_or(place)
}

fn check_place(report: &SavedReport, place: &SavedPlace, now: Option<&FileNow>) -> CheckedPlace {
    let saved_file = report.files.iter().find(|file| file.path == place.path);
    CheckedPlace {
        path: place.path.clone(),
        start: place.start,
        end: place.end,
        standing: place_state(place, now, saved_file),
    }
}
