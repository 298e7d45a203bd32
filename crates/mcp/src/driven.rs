//! The profile in which the client's own agent is the explorer model.
//!
//! This module has no loop of its own. A conversation is a run of the agent loop whose [`Model`](firsthand::Model) is
//! [`HostModel`]: the model's turns are the client's calls, and what the loop sends to the model answers those calls.

mod arguments;
mod clock;
mod conversation;
#[cfg(test)]
mod interleavings_tests;
mod loop_tool;
mod model;
mod open;

use firsthand::Explorer;

use crate::tools::McpTool;

pub(crate) use conversation::Conversations;

/// The argument that names a call's conversation.
const HANDLE: &str = "handle";

/// The tools of the profile: `open`, those of the loop, and `report`.
pub(crate) fn tools(explorer: &Explorer) -> Vec<Box<dyn McpTool>> {
    let mut tools: Vec<Box<dyn McpTool>> = vec![Box::new(open::Open)];
    for spec in explorer.tool_specs() {
        tools.push(Box::new(loop_tool::LoopTool::with_handle(spec)));
    }
    tools.push(Box::new(loop_tool::LoopTool::report()));
    tools
}
