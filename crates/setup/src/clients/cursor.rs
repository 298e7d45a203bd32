//! Cursor.

use serde_json::json;

use super::{AGENTS_OR_CLAUDE_MD, Client, SHARED_SKILL, Server, Subagent};
use crate::edit::Format;
use crate::machine::Folder::{Home, Project};
use crate::machine::FolderPath;
use crate::texts::{EXPLORER_DESCRIPTION, EXPLORER_NAME};

pub(super) const CLIENT: Client = Client {
    name: "cursor",
    title: "Cursor",
    detected_by: &[FolderPath(Home, ".cursor"), FolderPath(Project, ".cursor")],
    server: Server {
        files: &[FolderPath(Project, ".cursor/mcp.json")],
        format: Format::Json,
        servers_key: "mcpServers",
        entry: |command| json!({"type": "stdio", "command": command, "args": ["mcp", "--root", "${workspaceFolder}"]}),
        note: "in the project, because only there does Cursor name the open folder",
    },
    subagent: Some(Subagent {
        file: FolderPath(Home, ".cursor/agents/firsthand-explorer.md"),
        front_matter: &[EXPLORER_NAME, EXPLORER_DESCRIPTION, "model: inherit"],
    }),
    skill: SHARED_SKILL,
    instructions_file: AGENTS_OR_CLAUDE_MD,
};
