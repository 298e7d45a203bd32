//! `search_code`: searches for code that fits words, or that relates to a symbol, without a model.

use std::time::Duration;

use async_trait::async_trait;
use firsthand::agent::{ToolOutput, ToolSpec};
use firsthand::registry::show_window;
use firsthand::{Cancel, Explorer};
use serde_json::{Value, json};

use super::{Call, McpTool};
use crate::tool_result::ToolResult;

/// The name of the loop's tool that searches.
const TOOL_NAME: &str = "search_code";
/// The maximum characters of source in an answer.
const MAX_SOURCE_CHARS: usize = 20_000;
/// The time limit of one search; the answer has the results found until then.
const TIMEOUT: Duration = Duration::from_secs(60);

const ABOUT: &str = "\
Finds code by words (`query`), or the definition, callers, callees, references, implementors or siblings (other places \
that list its members) of a `symbol`, or what names a file (`files`), resolved through imports where they can be; with a file's `path` alone, its outline. Shows the source, best first; no model is \
asked. Use it for one name or place. For how or why something works, ask explore_code; for a literal string, grep is as \
good.";

pub(super) struct SearchCode(ToolSpec);

impl SearchCode {
    /// The loop's tool, with the description for clients and with the further argument `root`.
    pub(super) fn of(explorer: &Explorer) -> Self {
        let mut own = explorer.tool_specs().into_iter().filter(|spec| spec.name == TOOL_NAME);
        let parameters = own.next().map(|spec| spec.parameters).unwrap_or_default();
        let mut spec = ToolSpec::new(TOOL_NAME, ABOUT, parameters);
        let root =
            json!({"type": "string", "description": "The path of another allowed repository."});
        if let Some(properties) = spec.parameters["properties"].as_object_mut() {
            properties.insert("root".to_owned(), root);
        }
        Self(spec)
    }
}

#[async_trait]
impl McpTool for SearchCode {
    fn spec(&self) -> ToolSpec {
        self.0.clone()
    }

    async fn call(&self, mut arguments: Value, call: &Call<'_>) -> Result<ToolResult, String> {
        let root = arguments.as_object_mut().and_then(|all| all.remove("root"));
        let root = match &root {
            None | Some(Value::Null) => None,
            Some(Value::String(path)) => Some(path.as_str()),
            Some(_) => return Err("`root` must be a text that is not empty".to_owned()),
        };
        let path = arguments.get("path").and_then(Value::as_str);
        let found = call.roots.find_with(root, path)?;
        let toolbox = found.explorer.toolbox();
        let tool = toolbox.tool(TOOL_NAME).ok_or("there is no search here")?;
        let cancel: Cancel = call.cancel.after(TIMEOUT);
        let context = toolbox.call(cancel, MAX_SOURCE_CHARS);
        let searched = call.progress.during("searching", |_| tool.call(arguments, &context)).await;
        let output = searched?.map_err(|error| error.to_string())?;
        Ok(ToolResult::text(answer_text(&output)).with_notes(&found.notes()))
    }
}

/// Formats the places without ids, because they cannot be submitted here.
fn answer_text(output: &ToolOutput) -> String {
    let windows = output.observations.iter().flat_map(|seen| &seen.windows);
    let windows: String = windows.map(|window| show_window(window, None, None)).collect();
    let notes: Vec<String> = output.diagnostics.iter().map(|note| format!("- {note}")).collect();
    let mut parts = vec![output.summary.trim_end().to_owned(), windows.trim_end().to_owned()];
    if !notes.is_empty() {
        parts.push(format!("Notes:\n{}", notes.join("\n")));
    }
    parts.retain(|part| !part.is_empty());
    if parts.is_empty() { "Nothing found.".to_owned() } else { parts.join("\n\n") }
}
