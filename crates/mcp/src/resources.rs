//! FinishedReports reports as resources: as text, as JSON, and the transcript that makes them again.

use std::sync::Arc;

use firsthand::write_transcript;
use firsthand_render::{Options, json, markdown};
use rmcp::model::{ReadResourceResult, Resource, ResourceContents};

use crate::finished::FinishedReport;

/// What the address of a report begins with.
pub(crate) const REPORTS: &str = "firsthand://reports/";

/// Characters of a question in a title.
const TITLE: usize = 80;

/// A form of a report.
struct Form {
    /// Behind the report's address.
    suffix: &'static str,
    mime: &'static str,
    about: &'static str,
    text: fn(&FinishedReport) -> String,
}

const FORMS: [Form; 3] = [
    Form {
        suffix: "",
        mime: "text/markdown",
        about: "the verified report",
        text: |kept| markdown(&kept.explored.report, &Options::default()).text,
    },
    Form {
        suffix: "/json",
        mime: "application/json",
        about: "all of it, as firsthand.report/1",
        text: |kept| json(&kept.explored.report, &Options::default()),
    },
    Form {
        suffix: "/transcript",
        mime: "application/jsonl",
        about: "the transcript that `firsthand replay` makes it of again",
        text: |kept| write_transcript(&kept.explored.transcript),
    },
];

/// The resources of a report.
pub(crate) fn of(kept: &Arc<FinishedReport>) -> impl Iterator<Item = Resource> {
    let query = firsthand::registry::escape(kept.explored.report.query());
    let title = firsthand::registry::clip(&query, TITLE).into_owned();
    let uri = kept.uri();
    FORMS.iter().map(move |form| {
        let uri = format!("{uri}{}", form.suffix);
        let name = uri.trim_start_matches("firsthand://").to_owned();
        Resource::new(uri, name)
            .with_title(title.clone())
            .with_description(form.about)
            .with_mime_type(form.mime)
    })
}

/// The text at an address, of a report that `find` returns.
pub(crate) fn read(
    uri: &str,
    find: impl Fn(&str) -> Option<Arc<FinishedReport>>,
) -> Option<ReadResourceResult> {
    let rest = uri.strip_prefix(REPORTS)?;
    let id = rest.split('/').next()?;
    let form = FORMS.iter().find(|form| form.suffix == &rest[id.len()..])?;
    let text = (form.text)(&*find(id)?);
    let contents = ResourceContents::text(text, uri).with_mime_type(form.mime);
    Some(ReadResourceResult::new(vec![contents]))
}
