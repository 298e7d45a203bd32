//! The instructions and tools that a client receives at start.

use firsthand::agent::ToolSpec;

use crate::McpConfig;
use crate::server::ServerState;

/// The instructions and tools that a client receives at start.
#[derive(Clone, PartialEq, Debug)]
pub struct ServerDescription {
    /// The server's instructions.
    pub instructions: String,
    /// The tools, in listed order.
    pub tools: Vec<ToolSpec>,
}

/// What a server with this configuration sends to a client at start.
#[must_use]
pub fn describe(config: &McpConfig) -> ServerDescription {
    let server = ServerState::new(config.clone());
    ServerDescription {
        instructions: server.instructions(),
        tools: server.specs(),
    }
}
