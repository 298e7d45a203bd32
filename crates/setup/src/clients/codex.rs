//! Codex, OpenAI's agent.

use serde_json::json;

use super::{Client, InstructionsFile, SHARED_SKILL, Server, Subagent};
use crate::edit::Format;
use crate::machine::Folder::{EnvVar, Project};
use crate::machine::FolderPath;

pub(super) const CLIENT: Client = Client {
    name: "codex",
    title: "Codex",
    detected_by: &[
        FolderPath(EnvVar("CODEX_HOME", ".codex"), ""),
        FolderPath(Project, ".codex"),
    ],
    server: Server {
        files: &[FolderPath(EnvVar("CODEX_HOME", ".codex"), "config.toml")],
        format: Format::Toml,
        servers_key: "mcp_servers",
        entry: |command| json!({"command": command, "args": ["mcp"], "tool_timeout_sec": 300}),
        note: "`tool_timeout_sec`, since an exploration may take longer than the 60 seconds that are usual",
    },
    subagent: Some(Subagent {
        file: FolderPath(
            EnvVar("CODEX_HOME", ".codex"),
            "agents/firsthand-explorer.toml",
        ),
        front_matter: &[],
    }),
    skill: SHARED_SKILL,
    instructions_file: InstructionsFile {
        files: &["AGENTS.override.md", "AGENTS.md"],
        setting_keys: &[],
    },
};
