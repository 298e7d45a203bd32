//! `report`: the verified report of a handle.

use async_trait::async_trait;
use firsthand::agent::ToolSpec;
use firsthand::tools::spec;
use schemars::JsonSchema;
use serde_json::Value;

use super::conversation::take_handle;
use super::model::HostAction;
use crate::tool_result::ToolResult;
use crate::tools::{Call, McpTool};

pub(super) struct Report;

const ABOUT: &str = "\
Returns the verified report of an exploration that ended, word for word: answer from it, not from a retelling.";

#[derive(JsonSchema)]
#[expect(
    dead_code,
    reason = "its schema is what clients read; the handle is taken as for every tool"
)]
struct Arguments {
    handle: String,
}

#[async_trait]
impl McpTool for Report {
    fn spec(&self) -> ToolSpec {
        spec::<Arguments>("report", ABOUT)
    }

    async fn call(&self, mut arguments: Value, call: &Call<'_>) -> Result<ToolResult, String> {
        let handle = take_handle(&mut arguments)?;
        let shared = call.shared;
        let (conversations, finished) = (&shared.conversations, &shared.finished);
        conversations
            .call(&handle, &call.client, HostAction::KeepReport, finished)
            .await
    }
}
