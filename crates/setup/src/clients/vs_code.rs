//! VS Code, with Copilot's agents.

use super::{AGENTS_OR_CLAUDE_MD, Client, Explorer, SHARED_SKILL, Server, stdio_entry};
use crate::edit::Format;
use crate::machine::Folder::{Home, Project, Settings};
use crate::machine::FolderPath;
use crate::texts::{EXPLORER_NAME, EXPLORER_WHEN};

pub(super) const CLIENT: Client = Client {
    name: "vs-code",
    title: "VS Code",
    found: &[
        FolderPath(Settings, "Code/User"),
        FolderPath(Project, ".vscode"),
    ],
    server: Server {
        files: &[FolderPath(Settings, "Code/User/mcp.json")],
        format: Format::Json,
        map: "servers",
        entry: stdio_entry,
        note: "",
    },
    explorer: Some(Explorer {
        at: FolderPath(Home, ".copilot/agents/firsthand-explorer.agent.md"),
        head: COPILOT_HEAD,
    }),
    skill: SHARED_SKILL,
    lines: AGENTS_OR_CLAUDE_MD,
};

/// The head of a sub-agent that both of Copilot's clients read.
pub(super) const COPILOT_HEAD: &[&str] = &[
    EXPLORER_NAME,
    EXPLORER_WHEN,
    "tools: [\"execute\", \"read\"]",
];
