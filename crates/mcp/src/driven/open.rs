//! `open`: begins an exploration that the client drives.

use async_trait::async_trait;
use firsthand::agent::ToolSpec;
use firsthand::registry::{clip, escape};
use firsthand::tools::{parse, spec};
use serde_json::Value;

use super::model::HostAction;
use crate::tool_result::ToolResult;
use crate::tools::{Asked, Call, McpTool};

/// The maximum characters of a client's name in a report.
const MAX_NAME_CHARS: usize = 60;

pub(super) struct Open;

const ABOUT: &str = "\
Begins an exploration that you drive. Returns a handle for the other tools, how to explore, and what \
their arguments mean. Ends with submit_report, which returns the \
report, verified by code. For a question that takes several looks.";

#[async_trait]
impl McpTool for Open {
    fn spec(&self) -> ToolSpec {
        let mut spec = spec::<Asked>("open", ABOUT);
        spec.parameters["properties"]["query"]["description"] = "The question.".into();
        spec
    }

    async fn call(&self, arguments: Value, call: &Call<'_>) -> Result<ToolResult, String> {
        let asked: Asked = parse(arguments).map_err(|e| e.to_string())?;
        let server = call.server;
        let found = call.roots.find(asked.root.as_deref())?;
        let explorer = found.explorer;
        let name = call.client_name.as_deref().unwrap_or("client");
        let model = format!("mcp:{}", clip(&escape(name), MAX_NAME_CHARS));
        let by = (call.client.clone(), model);
        let (conversations, finished) = (&server.conversations, &server.finished);
        let handle = conversations.begin(explorer, asked.question(), by, finished)?;
        let opened = conversations.call(&handle, &call.client, HostAction::Open, finished);
        let mut answer = opened.await?;
        let notes: String = explorer
            .notes()
            .iter()
            .chain(&found.note)
            .map(|note| format!("Note: {note}\n"))
            .collect();
        answer.text =
            format!("Handle: {handle} (pass it with every call)\n{notes}\n{}", answer.text);
        Ok(answer)
    }
}
