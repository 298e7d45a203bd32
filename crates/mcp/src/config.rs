//! The configuration of a server, and how it describes itself.

use std::sync::Arc;
use std::time::Duration;

use firsthand::Model;
use firsthand::agent::ToolSpec;
use firsthand::source::wire_names;

use crate::Roots;
use crate::server::ServerState;

wire_names! {
    /// Who explores: the server's model or the client's agent. It determines the tools.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Profile {
        /// The server's model: a client asks questions.
        #[default]
        Explore => "explore",
        /// The client's own agent: it calls the loop's tools.
        Driven => "driven",
    }
}

/// Limits on what clients may use at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The maximum number of running calls; further ones wait.
    pub at_once: usize,
    /// The maximum number of waiting calls; further ones are rejected.
    pub waiting: usize,
    /// The maximum number of open driven explorations.
    pub open: usize,
    /// The time that a driven exploration waits for its client's next call.
    pub idle: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { at_once: 8, waiting: 256, open: 64, idle: Duration::from_secs(600) }
    }
}

/// The configuration of a server.
#[derive(Clone)]
pub struct McpConfig {
    /// Who explores, which determines the tools.
    pub profile: Profile,
    /// The roots that clients may ask about.
    pub roots: Roots,
    /// The limits on clients.
    pub limits: Limits,
    /// Whether results have structured content beside their text. Some clients hand their model only the structured
    /// content where there is some, so that it would not see the report; a call can ask for it with `structured`.
    pub structured: bool,
    /// Whether `research_code` is offered, too: each tool takes a part of a client's context.
    pub research: bool,
    /// The language model that decides in `research_code`; without one, a fixed policy does.
    pub research_model: Option<Arc<dyn Model>>,
}

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
    ServerDescription { instructions: server.instructions(), tools: server.specs() }
}
