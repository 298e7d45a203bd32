//! Codex, OpenAI's agent.

use serde_json::json;

use super::{Client, InstructionsFile, Server, Subagent};
use crate::edit::Format;
use crate::machine::Folder::{self, EnvVar, Project};

const CODEX: Folder = EnvVar("CODEX_HOME", ".codex");

pub(super) const CLIENT: Client = Client {
    name: "codex",
    title: "Codex",
    detected_by: &[CODEX.at(""), Project.at(".codex")],
    server: Server {
        format: Format::Toml,
        servers_key: "mcp_servers",
        entry: |command| json!({"command": command, "args": ["mcp"], "tool_timeout_sec": 300}),
        note: "`tool_timeout_sec`, since an exploration may take longer than the 60 seconds that are usual",
        ..Server::json(&[CODEX.at("config.toml")])
    },
    subagent: Some(Subagent {
        file: CODEX.at("agents/firsthand-explorer.toml"),
        front_matter: &[],
    }),
    instructions_file: InstructionsFile {
        files: &["AGENTS.override.md", "AGENTS.md"],
        setting_keys: &[],
    },
    ..Client::DEFAULT
};
