//! VS Code, with Copilot's agents.

use super::{AGENTS_OR_CLAUDE_MD, Client, Server, Subagent, stdio_entry};
use crate::machine::Folder::{Home, Project, Settings};
use crate::texts::{EXPLORER_DESCRIPTION, EXPLORER_NAME};

pub(super) const CLIENT: Client = Client {
    name: "vs-code",
    title: "VS Code",
    detected_by: &[Settings.at("Code/User"), Project.at(".vscode")],
    server: Server {
        servers_key: "servers",
        entry: stdio_entry,
        ..Server::json(&[Settings.at("Code/User/mcp.json")])
    },
    subagent: Some(Subagent {
        file: Home.at(".copilot/agents/firsthand-explorer.agent.md"),
        front_matter: COPILOT_FRONT_MATTER,
    }),
    instructions_file: AGENTS_OR_CLAUDE_MD,
    ..Client::DEFAULT
};

/// The front matter of a sub-agent for both of Copilot's clients, VS Code and the command line.
pub(super) const COPILOT_FRONT_MATTER: &[&str] = &[
    EXPLORER_NAME,
    EXPLORER_DESCRIPTION,
    "tools: [\"execute\", \"read\"]",
];
