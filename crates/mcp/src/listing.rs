//! What a client is told before it calls anything.

use firsthand::agent::ToolSpec;

use crate::Setup;
use crate::server::ServerState;

/// What a client is told before it calls anything.
#[derive(Clone, PartialEq, Debug)]
pub struct Listing {
    /// What it is told of the server.
    pub instructions: String,
    /// The tools, in the order in which it is told of them.
    pub tools: Vec<ToolSpec>,
}

/// What a server that is set up like this tells its clients.
#[must_use]
pub fn listing(setup: &Setup) -> Listing {
    let shared = ServerState::new(setup.clone());
    Listing {
        instructions: shared.instructions(),
        tools: shared.specs(),
    }
}
