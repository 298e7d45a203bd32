//! Copilot CLI.

use serde_json::json;

use super::vs_code::COPILOT_FRONT_MATTER;
use super::{AGENTS_OR_CLAUDE_MD, Client, SHARED_SKILL, Server, Subagent};
use crate::edit::Format;
use crate::machine::Folder;
use crate::machine::Folder::{EnvVar, Project};
use crate::machine::FolderPath;

pub(super) const CLIENT: Client = Client {
    name: "copilot-cli",
    title: "Copilot CLI",
    detected_by: &[
        FolderPath(COPILOT, "config.json"),
        FolderPath(COPILOT, "settings.json"),
        FolderPath(COPILOT, "mcp-config.json"),
        FolderPath(COPILOT, "session-state"),
        FolderPath(Project, ".github/copilot"),
    ],
    server: Server {
        files: &[FolderPath(COPILOT, "mcp-config.json")],
        format: Format::Json,
        servers_key: "mcpServers",
        entry: |command| {
            json!({
                "type": "local",
                "command": command,
                "args": ["mcp"],
                "tools": ["*"],
                "deferTools": "never",
            })
        },
        note: "`deferTools` keeps its tools in view",
    },
    subagent: Some(Subagent {
        file: FolderPath(COPILOT, "agents/firsthand-explorer.agent.md"),
        front_matter: COPILOT_FRONT_MATTER,
    }),
    skill: SHARED_SKILL,
    instructions_file: AGENTS_OR_CLAUDE_MD,
};

const COPILOT: Folder = EnvVar("COPILOT_HOME", ".copilot");
