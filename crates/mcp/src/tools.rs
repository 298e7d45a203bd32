//! The tools that clients may call: one file each, and one row here.

mod explore_code;
mod research_code;
mod search_code;

use async_trait::async_trait;
use firsthand::Cancel;
use firsthand::agent::{ToolSpec, repaired_arguments};
use serde_json::Value;

use crate::client::Client;
use crate::driven;
use crate::progress::Progress;
use crate::server::ServerState;
use crate::tool_result::ToolResult;
use crate::{McpConfig, Profile, Roots};

/// A tool that a client may call.
#[async_trait]
pub(crate) trait McpTool: Send + Sync {
    /// The tool's name, description and parameters.
    fn spec(&self) -> ToolSpec;

    /// The arguments as the loop would pass them on, and notes about them for the client's model.
    fn repaired(&self, arguments: Value) -> (Value, Vec<String>) {
        repaired_arguments(&self.spec(), &arguments).unwrap_or((arguments, Vec::new()))
    }

    /// Calls the tool. Dropping the future ends the work.
    ///
    /// # Errors
    /// An error message for the client's model.
    async fn call(&self, arguments: Value, call: &Call<'_>) -> Result<ToolResult, String>;
}

/// One call.
pub(crate) struct Call<'c> {
    pub(crate) server: &'c ServerState,
    /// The roots that the client may ask about.
    pub(crate) roots: Roots,
    pub(crate) client: Client,
    /// The name that the client declares.
    pub(crate) client_name: Option<String>,
    pub(crate) progress: Progress,
    /// Raised when the client no longer waits for the answer.
    pub(crate) cancel: Cancel,
}

/// The tools of a profile, in listed order.
pub(crate) fn all(config: &McpConfig) -> Vec<Box<dyn McpTool>> {
    let first = config.roots.first();
    match config.profile {
        Profile::Explore => vec![
            Box::new(explore_code::ExploreCode),
            Box::new(search_code::SearchCode::of(first)),
            Box::new(research_code::ResearchCode),
        ],
        Profile::Driven => driven::tools(first),
    }
}
