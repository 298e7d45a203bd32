//! A tool of the agent loop as a client calls it: its argument `handle` names the conversation.

use async_trait::async_trait;
use firsthand::agent::ToolSpec;
use serde_json::{Value, json};

use super::conversation::take_handle;
use super::model::HostAction;
use super::{HANDLE, arguments};
use crate::tool_result::ToolResult;
use crate::tools::{Call, McpTool};

pub(super) struct LoopTool(ToolSpec);

impl LoopTool {
    /// The tool, with `handle` as a further required argument and without the descriptions of its arguments.
    pub(super) fn with_handle(spec: ToolSpec) -> Self {
        let mut spec = arguments::without_descriptions(spec);
        let schema = &mut spec.parameters;
        if let Some(properties) = schema["properties"].as_object_mut() {
            properties.insert(HANDLE.to_owned(), json!({"type": "string"}));
        }
        match schema["required"].as_array_mut() {
            Some(required) => required.insert(0, json!(HANDLE)),
            None => schema["required"] = json!([HANDLE]),
        }
        Self(spec)
    }
}

#[async_trait]
impl McpTool for LoopTool {
    fn spec(&self) -> ToolSpec {
        self.0.clone()
    }

    async fn call(&self, mut arguments: Value, call: &Call<'_>) -> Result<ToolResult, String> {
        let handle = take_handle(&mut arguments)?;
        let tool = self.0.name.clone();
        let action = HostAction::Call { tool, arguments };
        let shared = call.shared;
        let pending_answer =
            shared
                .conversations
                .call(&handle, &call.client, action, &shared.finished);
        let answer = call.progress.during("working", |_| pending_answer).await;
        answer.ok_or("the client is gone")?
    }
}
