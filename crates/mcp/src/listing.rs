//! The instructions and tools that a client receives at start.

use firsthand::agent::ToolSpec;

use crate::Setup;
use crate::server::ServerState;

/// The instructions and tools that a client receives at start.
#[derive(Clone, PartialEq, Debug)]
pub struct Listing {
    /// The server's instructions.
    pub instructions: String,
    /// The tools, in listed order.
    pub tools: Vec<ToolSpec>,
}

/// The listing of a server with this setup.
#[must_use]
pub fn listing(setup: &Setup) -> Listing {
    let shared = ServerState::new(setup.clone());
    Listing {
        instructions: shared.instructions(),
        tools: shared.specs(),
    }
}
