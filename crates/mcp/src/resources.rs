//! Finished reports as resources: Markdown, JSON, and the transcript to replay them from.

use std::sync::Arc;

use firsthand::write_transcript;
use firsthand_render::{Options, json, markdown};
use rmcp::model::{ReadResourceResult, Resource, ResourceContents};

use crate::finished::FinishedReport;

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
        text: |finished| markdown(&finished.explored.report, &Options::default()).text,
    },
    ReportFormat {
        suffix: "/json",
        mime: "application/json",
        description: "the whole report, as firsthand.report/2",
        text: |finished| json(&finished.explored.report, &Options::default()),
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
    let query = firsthand::registry::escape(&finished.explored.report.facts().query);
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
    let format = FORMATS
        .iter()
        .find(|format| format.suffix == &rest[id.len()..])?;
    let text = (format.text)(&*find(id)?);
    let contents = ResourceContents::text(text, uri).with_mime_type(format.mime);
    Some(ReadResourceResult::new(vec![contents]))
}
