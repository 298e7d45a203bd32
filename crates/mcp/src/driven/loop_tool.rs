//! The tools that work on one conversation, named by the argument `handle`: those of the agent loop, and `report`.

use async_trait::async_trait;
use firsthand::agent::ToolSpec;
use firsthand::registry::escape;
use serde_json::{Value, json};

use super::conversation::take_handle;
use super::model::HostAction;
use super::{HANDLE, arguments};
use crate::tool_result::ToolResult;
use crate::tools::{Call, McpTool};

const ABOUT_REPORT: &str = "\
Returns the verified report of an exploration that ended, word for word, with what has changed since: answer from it, \
not from a retelling.";

pub(super) struct LoopTool {
    spec: ToolSpec,
    /// Whether this is the tool `report`, and not a tool of the loop.
    is_report_tool: bool,
}

impl LoopTool {
    /// A tool of the loop as listed, with `handle` as a further required argument.
    pub(super) fn with_handle(spec: ToolSpec) -> Self {
        let mut spec = arguments::without_omitted_keywords(spec);
        let schema = &mut spec.parameters;
        if let Some(properties) = schema["properties"].as_object_mut() {
            properties.insert(HANDLE.to_owned(), json!({"type": "string"}));
        }
        match schema["required"].as_array_mut() {
            Some(required) => required.insert(0, json!(HANDLE)),
            None => schema["required"] = json!([HANDLE]),
        }
        Self { spec, is_report_tool: false }
    }

    /// The tool `report`, which ends the run if a report was submitted.
    pub(super) fn report() -> Self {
        let spec = ToolSpec::new(
            "report",
            ABOUT_REPORT,
            json!({
                "type": "object",
                "properties": { HANDLE: {"type": "string"} },
                "required": [HANDLE],
                "additionalProperties": false,
            }),
        );
        Self { spec, is_report_tool: true }
    }
}

impl LoopTool {
    /// # Errors
    /// The path is in another root than the exploration reads: what to write instead.
    fn check_root(&self, handle: &str, arguments: &Value, call: &Call<'_>) -> Result<(), String> {
        let path = arguments.get("path").and_then(Value::as_str);
        let here = call.server.conversations.roots(handle, &call.client);
        let elsewhere = path.zip(here).and_then(|(path, here)| {
            let (name, _) = call.roots.elsewhere(path, &here)?;
            Some(format!(
                "`{}` is in a root that this exploration does not read: {here} is read; `open` with \
                 {{\"root\": \"{name}\"}} explores that one",
                escape(path)
            ))
        });
        elsewhere.map_or(Ok(()), Err)
    }
}

#[async_trait]
impl McpTool for LoopTool {
    fn spec(&self) -> ToolSpec {
        self.spec.clone()
    }

    /// Unchanged: the loop repairs them, and its report says so.
    fn repaired(&self, arguments: Value) -> (Value, Vec<String>) {
        (arguments, Vec::new())
    }

    async fn call(&self, mut arguments: Value, call: &Call<'_>) -> Result<ToolResult, String> {
        let handle = take_handle(&mut arguments)?;
        self.check_root(&handle, &arguments, call)?;
        let action = if self.is_report_tool {
            HostAction::KeepReport
        } else {
            HostAction::Call { tool: self.spec.name.clone(), arguments }
        };
        let server = call.server;
        let pending_answer =
            server.conversations.call(&handle, &call.client, action, &server.finished);
        let answer = call.progress.during("working", |_| pending_answer).await??;
        let finished = server.finished.find(&handle, &call.client);
        Ok(match finished.filter(|_| self.is_report_tool) {
            Some(finished) => answer.with_notes(&finished.changes_since(&call.roots).await),
            None => answer,
        })
    }
}
