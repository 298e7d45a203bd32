//! `explore_code`: a question, answered with a verified report.

use async_trait::async_trait;
use firsthand::agent::ToolSpec;
use firsthand::tools::{parse, spec};
use firsthand::{Explored, Explorer};
use serde_json::Value;

use super::{Asked, Call, McpTool};
use crate::client::random_id;
use crate::finished::FinishedReport;
use crate::tool_result::ToolResult;

pub(super) struct ExploreCode;

const ABOUT: &str = "\
Answers a question about a repository with one small verified report: the places that matter as path:lines, each with a \
line quoted from the source. Paths, ranges and quotes are checked by code against the files as they are now; the facts \
beside them are claims.

Ask it first when you do not know where something is or how parts work together, and before a change or a fault whose \
extent you do not know: it replaces a round of greps and reads. Do not ask about a file or symbol whose place you know: \
read it. For one name, search_code is quicker.

Confidence high: answer or act from the report. medium: read its `Read:` ranges first. low: take the places as leads; ask \
again with other `words`, or search for what `Missing:` names. Nothing else needs checking again.";

#[async_trait]
impl McpTool for ExploreCode {
    fn spec(&self) -> ToolSpec {
        spec::<Asked>("explore_code", ABOUT)
    }

    async fn call(&self, arguments: Value, call: &Call<'_>) -> Result<ToolResult, String> {
        let asked: Asked = parse(arguments).map_err(|error| error.to_string())?;
        let found = call.roots.find(asked.root.as_deref())?;
        let explorer = found.explorer;
        let id = random_id()?;
        let (toolbox, query) = (explorer.toolbox().clone(), asked.query.clone());
        let (question, cancel) = (asked.question(), call.cancel.clone());
        let explored = call.progress.during("starting", |observer| async move {
            explorer.clone().observed_by(observer).explore_until(question, cancel).await
        });
        let explored = explored.await?.map_err(|error| error.to_string())?;
        check_has_files(&explored, explorer).await?;
        let finished = FinishedReport::new(id, call.client.clone(), explored, explorer);
        let report = ToolResult::report(&call.server.finished.store(finished));
        let past_end = tokio::task::spawn_blocking(move || toolbox.lines_past_end(&query)).await;
        let past_end = past_end.unwrap_or_default();
        Ok(report.with_notes(found.note.as_slice()).with_notes(&past_end))
    }
}

/// Fails if the root has no files, which is a wrong setup rather than a question without an answer. The tree is walked
/// only if nothing was found.
async fn check_has_files(explored: &Explored, explorer: &Explorer) -> Result<(), String> {
    if !explored.report.body().primary.is_empty() {
        return Ok(());
    }
    let toolbox = explorer.toolbox().clone();
    let is_empty = tokio::task::spawn_blocking(move || toolbox.is_empty()).await;
    match is_empty {
        Ok(true) => Err(format!("there is no file to look at in {}", explorer.root())),
        _ => Ok(()),
    }
}
