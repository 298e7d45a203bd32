//! `verify_report`: whether an earlier report still holds, without a model.

use async_trait::async_trait;
use firsthand::agent::ToolSpec;
use firsthand::tools::{parse, spec};
use firsthand::{SavedReport, read_report, verify};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Call, McpTool};
use crate::tool_result::ToolResult;

/// The most characters of an answer.
const MAX_CHARS: usize = 2_500;

pub(super) struct VerifyReport;

const ABOUT: &str = "\
Whether an earlier report still holds: each place is unchanged, moved (to which lines), changed, ambiguous or gone. Ask \
it after edits, before you rely on what you were told.";

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// The report's question, URI or whole JSON; without it, your last report.
    #[schemars(extend("x-words" = true))]
    report: Option<String>,
    /// The path of another allowed repository.
    root: Option<String>,
}

#[async_trait]
impl McpTool for VerifyReport {
    fn spec(&self) -> ToolSpec {
        spec::<Arguments>("verify_report", ABOUT)
    }

    async fn call(&self, arguments: Value, call: &Call<'_>) -> Result<ToolResult, String> {
        let arguments: Arguments = parse(as_text(arguments)).map_err(|error| error.to_string())?;
        let (report, made_in) = meant(arguments.report.as_deref(), call)?;
        let own = made_in.as_deref().map(|root| call.roots.find(Some(root)));
        // Paths of a report about a folder of a root begin at that folder.
        let own = own.and_then(Result::ok).filter(|own| own.is_exact);
        let own_roots = own.as_ref().map(|own| own.explorer.toolbox().sandbox().workspace());
        let mut note = None;
        let explorer = match (&arguments.root, &own) {
            (None, Some(own)) => own.explorer,
            (requested, _) => {
                let found = call.roots.find(requested.as_deref())?;
                note = found.note;
                found.explorer
            }
        };
        let toolbox = explorer.toolbox();
        let roots = toolbox.sandbox().workspace();
        let mut paths = report.places().map(|(_, place)| place.path.as_str());
        if let Some(name) = paths.find_map(|path| roots.missing_root(path)) {
            let name = if name.is_empty() { "without a name" } else { name };
            return Err(format!("not checked: the report is of a root {name}, which is not here"));
        }
        let checked = call.progress.during("verifying", |_| verify(&report, toolbox)).await?;
        let is_elsewhere = made_in.is_some() && own_roots != Some(roots);
        let compared = is_elsewhere.then(|| format!("compared with the files in {roots}"));
        let notes: Vec<String> = note.into_iter().chain(compared).collect();
        Ok(ToolResult::text(checked.text(MAX_CHARS)).with_data(json!(checked)).with_notes(&notes))
    }
}

/// The arguments with a report that is passed as JSON, rather than as the text of it, as its text.
fn as_text(mut arguments: Value) -> Value {
    if let Some(report) = arguments.get_mut("report").filter(|it| it.is_object()) {
        *report = report.to_string().into();
    }
    arguments
}

/// The report that is meant, and the root that it is about.
///
/// # Errors
/// A message for the client's model where there is none.
fn meant(named: Option<&str>, call: &Call<'_>) -> Result<(SavedReport, Option<String>), String> {
    let finished = &call.server.finished;
    let named = named.map(str::trim).filter(|named| !named.is_empty());
    let stored = match named {
        None => finished.listed(&call.client).into_iter().next(),
        Some(document) if document.starts_with('{') => {
            let report = read_report(document).map_err(|why| format!("`report`: {why}"))?;
            // A report from which the hashes of the files were left out.
            let is_whole = !report.files.is_empty() || report.places().next().is_none();
            if is_whole {
                let root = Some(report.root.clone()).filter(|root| !root.is_empty());
                return Ok((report, root));
            }
            finished.named(&report.query, &call.client)
        }
        Some(name) => finished.named(name, &call.client),
    };
    let stored = stored.ok_or_else(|| match named {
        None => "no report was asked for yet: pass one as JSON".to_owned(),
        Some(_) => {
            "there is no such report of yours here: pass its question as you asked it, its URI, \
             or the JSON that its resource has at /json"
                .to_owned()
        }
    })?;
    let report = read_report(&stored.document()).map_err(|why| why.to_string())?;
    Ok((report, Some(stored.roots.to_string())))
}
