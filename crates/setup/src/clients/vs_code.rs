//! VS Code, with Copilot's agents.

use super::{AGENTS_OR_CLAUDE_MD, Client, SHARED_SKILL, Server, Subagent, stdio_entry};
use crate::edit::Format;
use crate::machine::Folder::{Home, Project, Settings};
use crate::machine::FolderPath;
use crate::texts::{EXPLORER_DESCRIPTION, EXPLORER_NAME};

pub(super) const CLIENT: Client = Client {
    name: "vs-code",
    title: "VS Code",
    detected_by: &[
        FolderPath(Settings, "Code/User"),
        FolderPath(Project, ".vscode"),
    ],
    server: Server {
        files: &[FolderPath(Settings, "Code/User/mcp.json")],
        format: Format::Json,
        servers_key: "servers",
        entry: stdio_entry,
        note: "",
    },
    subagent: Some(Subagent {
        file: FolderPath(Home, ".copilot/agents/firsthand-explorer.agent.md"),
        front_matter: COPILOT_FRONT_MATTER,
    }),
    skill: SHARED_SKILL,
    instructions_file: AGENTS_OR_CLAUDE_MD,
};

/// The front matter of a sub-agent for both of Copilot's clients, VS Code and the command line.
pub(super) const COPILOT_FRONT_MATTER: &[&str] = &[
    EXPLORER_NAME,
    EXPLORER_DESCRIPTION,
    "tools: [\"execute\", \"read\"]",
];
