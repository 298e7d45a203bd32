//! Checks whether a saved report still holds.

mod absence;
mod elsewhere;
mod markdown;
mod moved_files;
mod text;
mod update;

use std::collections::BTreeMap;
use std::sync::Arc;

use firsthand_codegraph::Graph;
use firsthand_registry::{LineRange, RepoPath};
use firsthand_source::Cancel;
use firsthand_tools::Toolbox;
use firsthand_validator::{
    Declarations, Declared, FileText, Found, PlaceState, SavedPlace, SavedReport, VerifiedReport,
    find_place,
};
use schemars::JsonSchema;
use serde::Serialize;

pub use absence::CheckedAbsence;
pub use update::{UpdateError, update};

/// What became of a saved report, place by place. Serialized it is the JSON form
/// `firsthand.verify/2`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Checked")]
#[non_exhaustive]
pub struct CheckedReport {
    /// The JSON form's name and version.
    pub schema: &'static str,
    /// Whether every place stands, be it elsewhere, what is `absent` still is, and there are no `faults`; `false` if there
    /// is neither a place nor an absence: nothing was looked at, so nothing is known.
    pub holds: bool,
    /// Each place once, in the order of the report: primary, flow, read targets.
    pub places: Vec<CheckedPlace>,
    /// What the report proves to be absent, searched for again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<CheckedAbsence>,
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
    /// Whether it still holds: `unchanged`, `moved`, `changed`, `ambiguous` or `gone`.
    #[schemars(with = "String")]
    pub standing: PlaceState,
    /// Where a moved place stands now; where the rest of a changed one stands, if that is known; every place that equals
    /// an ambiguous one. Empty otherwise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub now: Vec<PresentPlace>,
    /// What differs, in a few words; empty if nothing does.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
}

/// Lines of a present file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct PresentPlace {
    /// The file.
    pub path: RepoPath,
    /// First line.
    pub start: u32,
    /// Last line.
    pub end: u32,
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
    /// It names a schema of reports, but does not match it.
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
/// reports which places still stand.
///
/// # Errors
/// A [`SavedReportError`] where it is not JSON of the form `firsthand.report/2`.
pub fn read_report(text: &str) -> Result<SavedReport, SavedReportError> {
    #[derive(serde::Deserialize)]
    struct Head {
        schema: Option<String>,
    }
    // The errors in this order: no JSON, another schema, malformed.
    let not_json = |error: serde_json::Error| SavedReportError::NotJson(error.to_string());
    serde_json::from_str::<serde::de::IgnoredAny>(text).map_err(not_json)?;
    let schema = serde_json::from_str::<Head>(text).ok().and_then(|head| head.schema);
    if schema.as_deref() != Some(VerifiedReport::SCHEMA) {
        return Err(SavedReportError::OtherSchema(schema));
    }
    serde_json::from_str(text).map_err(|error| SavedReportError::Malformed(error.to_string()))
}

/// Checks every place of a saved report against the present files, the document for content that the validator would not
/// have allowed, and its Markdown for differences from its fields; and makes the searches of its receipts again. A place
/// that the report has several times has the worst of its states. Other files are read only for places that are no longer
/// in their own.
pub async fn verify(report: &SavedReport, toolbox: &Toolbox) -> CheckedReport {
    let files = PresentFiles::read(report, toolbox).await;
    let mut places: Vec<CheckedPlace> = Vec::new();
    for (_, place) in report.stated_places() {
        let checked = files.check(report, place_with_quote(report, place));
        let is_same_place = |p: &&mut CheckedPlace| {
            (&p.path, p.start, p.end) == (&checked.path, checked.start, checked.end)
        };
        match places.iter_mut().find(is_same_place) {
            Some(earlier) if earlier.standing >= checked.standing => {}
            Some(earlier) => *earlier = checked,
            None => places.push(checked),
        }
    }
    elsewhere::find(report, &mut places, toolbox).await;
    let mut faults = report.faults(|place| files.text(report, &place.path));
    faults.extend(markdown::markdown_fault(report));
    let (absent, altered) = absence::check(report, &places, toolbox).await;
    faults.extend(altered);
    let is_lost = |place: &CheckedPlace| place.standing.is_lost();
    let stands = !places.iter().any(is_lost) && absent.iter().all(|one| one.holds);
    let states_something = !(places.is_empty() && absent.is_empty());
    CheckedReport {
        schema: "firsthand.verify/2",
        holds: states_something && stands && faults.is_empty(),
        places,
        absent,
        faults,
        unchecked: UNCHECKED,
    }
}

/// The place, or, if it has no quote, the flow link at the same lines of the same file if there is one.
fn place_with_quote<'r>(report: &'r SavedReport, place: &'r SavedPlace) -> &'r SavedPlace {
    let position = |p: &SavedPlace| (p.path.clone(), p.start, p.end);
    let mut flow = report.flow.iter();
    let link = flow.find(|link| position(link) == position(place));
    link.filter(|_| place.quote.is_none()).unwrap_or(place)
}

/// The declarations that a code graph finds in a text.
#[derive(Clone, Copy)]
pub struct GraphDeclarations<'g>(pub &'g Graph);

impl Declarations for GraphDeclarations<'_> {
    fn of(&self, path: &str, text: &[u8]) -> Arc<Vec<Declared>> {
        let all = self.0.declarations(path, text, &Cancel::default());
        let declared = all.into_iter().map(|one| Declared {
            line: one.head.start(),
            range: one.range,
            qualified: one.qualified,
            kind: one.kind,
        });
        Arc::new(declared.collect())
    }
}

/// The present texts of the files that a report cites, each read once.
struct PresentFiles<'t> {
    texts: BTreeMap<RepoPath, Option<FileText>>,
    graph: &'t Graph,
}

impl<'t> PresentFiles<'t> {
    async fn read(report: &SavedReport, toolbox: &'t Toolbox) -> Self {
        let mut texts = BTreeMap::new();
        for (_, place) in report.stated_places() {
            if !texts.contains_key(&place.path) {
                let text = text_of(&place.path, toolbox).await;
                texts.insert(place.path.clone(), text);
            }
        }
        let graph = toolbox.graph();
        Self { texts, graph }
    }

    fn get(&self, path: &RepoPath) -> Option<&FileText> {
        self.texts.get(path)?.as_ref()
    }

    fn check(&self, report: &SavedReport, place: &SavedPlace) -> CheckedPlace {
        let then = report.files.iter().find(|file| file.path == place.path);
        let declarations = GraphDeclarations(self.graph);
        let found = match self.get(&place.path) {
            Some(now) => find_place(place, now, then, &declarations),
            None => Found::gone("there is no such file that may be read"),
        };
        let at = found.at.into_iter().filter(|_| found.state != PlaceState::Unchanged);
        CheckedPlace {
            path: place.path.clone(),
            start: place.start,
            end: place.end,
            standing: found.state,
            now: at.map(|lines| PresentPlace::new(&place.path, lines)).collect(),
            why: found.why,
        }
    }

    /// The text of a file that has the hash which the report states.
    fn text(&self, report: &SavedReport, path: &RepoPath) -> Option<&str> {
        let (now, mut files) = (self.get(path)?, report.files.iter());
        let then = files.find(|file| file.path == *path)?;
        let text = std::str::from_utf8(now.bytes()).ok();
        text.filter(|_| then.blake3 == now.blake3())
    }
}

impl PresentPlace {
    fn new(path: &RepoPath, lines: LineRange) -> Self {
        Self { path: path.clone(), start: lines.start(), end: lines.end() }
    }
}

/// The present text of a file; `None` where there is none that may be read.
async fn text_of(path: &RepoPath, toolbox: &Toolbox) -> Option<FileText> {
    let bytes = toolbox.files().bytes(path).await.ok().flatten();
    bytes.map(|bytes| FileText::new(bytes).at(path.as_str()))
}
