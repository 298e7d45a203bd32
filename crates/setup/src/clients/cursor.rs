//! Cursor.

use serde_json::json;

use super::{AGENTS_OR_CLAUDE_MD, Client, Server, Subagent};
use crate::machine::Folder::{Home, Project};
use crate::texts::{EXPLORER_DESCRIPTION, EXPLORER_NAME};

pub(super) const CLIENT: Client = Client {
    name: "cursor",
    title: "Cursor",
    detected_by: &[Home.at(".cursor"), Project.at(".cursor")],
    server: Server {
        entry: |command| json!({"type": "stdio", "command": command, "args": ["mcp", "--root", "${workspaceFolder}"]}),
        note: "in the project, because only there does Cursor name the open folder",
        ..Server::json(&[Project.at(".cursor/mcp.json")])
    },
    subagent: Some(Subagent {
        file: Home.at(".cursor/agents/firsthand-explorer.md"),
        front_matter: &[EXPLORER_NAME, EXPLORER_DESCRIPTION, "model: inherit"],
    }),
    instructions_file: AGENTS_OR_CLAUDE_MD,
    ..Client::DEFAULT
};
