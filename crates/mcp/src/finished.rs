//! The most recent reports, each visible to the client that requested it, also as resources.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use firsthand::{
    Action, CheckedPlace, Explored, Explorer, PlaceState, Workspace, read_report, verify,
    write_transcript,
};
use firsthand_render::{Audience, Options, fit, json, markdown};
use rmcp::model::{ReadResourceResult, Resource, ResourceContents};

use crate::client::Client;
use crate::{Roots, lock};

/// The maximum number of stored reports, over all clients.
const MAX_REPORTS: usize = 32;

/// One finished exploration.
pub(crate) struct FinishedReport {
    /// A random id, or the handle of a driven exploration.
    pub(crate) id: String,
    /// The client that requested it.
    client: Client,
    pub(crate) explored: Explored,
    /// Notes of the explorer about the root.
    pub(crate) notes: Vec<String>,
    /// The roots, absolute and without links.
    pub(crate) roots: Workspace,
}

impl FinishedReport {
    pub(crate) fn new(id: String, client: Client, explored: Explored, explorer: &Explorer) -> Self {
        Self {
            id,
            client,
            explored,
            notes: explorer.notes().to_vec(),
            roots: explorer.toolbox().sandbox().workspace().clone(),
        }
    }

    /// The question.
    fn query(&self) -> &str {
        self.explored.report.facts().query.trim()
    }

    /// The report for a model, without a machine block: programs read structured content or [`Self::document`].
    pub(crate) fn markdown(&self) -> String {
        markdown(&self.explored.report, &for_agent()).text
    }

    /// The whole report, as `firsthand.report/2`: the machine block of its text names the places, too, unless that would take
    /// the room of links or places of a report that claims to be the answer.
    pub(crate) fn document(&self) -> String {
        let (report, with_block) = (&self.explored.report, Options::default());
        let is_answer = report.body().action == Action::AnswerFromReport;
        let has_room = !is_answer || !fit(report, &with_block).loses_items();
        let in_json = Options { audience: Audience::HostOfJson, ..Options::default() };
        json(report, &if has_room { with_block } else { in_json })
    }

    /// What became since then of the places that no longer stand as they did, a line each.
    pub(crate) async fn changes_since(&self, roots: &Roots) -> Vec<String> {
        let report = read_report(&self.document()).ok();
        let found = roots.find(Some(&self.roots.to_string())).ok();
        let Some((report, found)) = report.zip(found) else {
            return Vec::new();
        };
        let checked = verify(&report, found.explorer.toolbox()).await;
        let places = checked.places.iter();
        let changed = places.filter(|place| place.standing != PlaceState::Unchanged);
        let line = |place: &CheckedPlace| {
            let (label, outcome) = (place.label(), place.outcome());
            format!("since then {}: {label}{outcome}", place.standing)
        };
        changed.map(line).collect()
    }

    /// The URI of the report.
    pub(crate) fn uri(&self) -> String {
        format!("{}{}", REPORT_URI_PREFIX, self.id)
    }
}

/// The options of what a model reads.
pub(crate) fn for_agent() -> Options {
    Options { audience: Audience::Agent, ..Options::default() }
}

/// The last reports.
#[derive(Default)]
pub(crate) struct FinishedReports(Mutex<VecDeque<Arc<FinishedReport>>>);

impl FinishedReports {
    /// Stores a report, and drops the oldest ones over the limit.
    pub(crate) fn store(&self, report: FinishedReport) -> Arc<FinishedReport> {
        let report = Arc::new(report);
        let mut all = lock(&self.0);
        all.push_front(Arc::clone(&report));
        all.truncate(MAX_REPORTS);
        report
    }

    /// A report of this client.
    pub(crate) fn find(&self, id: &str, client: &Client) -> Option<Arc<FinishedReport>> {
        let all = lock(&self.0);
        let mut own = all.iter().filter(|report| report.client == *client);
        own.find(|report| report.id == id).cloned()
    }

    /// The report of this client with this id, or at this URI in any of its formats; or else the last one that may be
    /// listed to it and answers this question.
    pub(crate) fn named(&self, name: &str, client: &Client) -> Option<Arc<FinishedReport>> {
        let name = name.trim();
        let id = name.strip_prefix(REPORT_URI_PREFIX).unwrap_or(name);
        let id = id.split('/').next().unwrap_or_default();
        let by_id = self.find(id, client);
        let answers = |report: &Arc<FinishedReport>| report.query() == name;
        by_id.or_else(|| self.listed(client).into_iter().find(answers))
    }

    /// The reports of a client that may be listed to it, the last one first.
    pub(crate) fn listed(&self, client: &Client) -> Vec<Arc<FinishedReport>> {
        let all = lock(&self.0);
        let own = all.iter().filter(|report| report.client == *client);
        own.filter(|_| client.is_single()).cloned().collect()
    }
}

/// The URI prefix of every report.
pub(crate) const REPORT_URI_PREFIX: &str = "firsthand://reports/";

/// The maximum characters of a question in a resource title.
const MAX_TITLE_CHARS: usize = 80;

/// A format that a report can be read in.
struct ReportFormat {
    /// The suffix of the report's URI.
    suffix: &'static str,
    mime: &'static str,
    description: &'static str,
    text: fn(&FinishedReport) -> String,
}

const FORMATS: [ReportFormat; 3] = [
    ReportFormat {
        suffix: "",
        mime: "text/markdown",
        description: "the verified report",
        text: FinishedReport::markdown,
    },
    ReportFormat {
        suffix: "/json",
        mime: "application/json",
        description: "the whole report, as firsthand.report/2",
        text: FinishedReport::document,
    },
    ReportFormat {
        suffix: "/transcript",
        mime: "application/jsonl",
        description: "the transcript from which `firsthand replay` rebuilds the report",
        text: |finished| write_transcript(&finished.explored.transcript),
    },
];

/// The resources of a report.
pub(crate) fn of(finished: &Arc<FinishedReport>) -> impl Iterator<Item = Resource> {
    let query = firsthand::registry::escape(finished.query());
    let title = firsthand::registry::clip(&query, MAX_TITLE_CHARS).into_owned();
    let uri = finished.uri();
    FORMATS.iter().map(move |format| {
        let uri = format!("{uri}{}", format.suffix);
        let name = uri.trim_start_matches("firsthand://").to_owned();
        Resource::new(uri, name)
            .with_title(title.clone())
            .with_description(format.description)
            .with_mime_type(format.mime)
    })
}

/// The contents at a URI, of a report that `find` returns.
pub(crate) fn read(
    uri: &str,
    find: impl Fn(&str) -> Option<Arc<FinishedReport>>,
) -> Option<ReadResourceResult> {
    let rest = uri.strip_prefix(REPORT_URI_PREFIX)?;
    let id = rest.split('/').next()?;
    let format = FORMATS.iter().find(|format| format.suffix == &rest[id.len()..])?;
    let text = (format.text)(&*find(id)?);
    let contents = ResourceContents::text(text, uri).with_mime_type(format.mime);
    Some(ReadResourceResult::new(vec![contents]))
}
