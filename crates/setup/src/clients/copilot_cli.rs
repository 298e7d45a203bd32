//! Copilot CLI.

use serde_json::json;

use super::vs_code::COPILOT_FRONT_MATTER;
use super::{AGENTS_OR_CLAUDE_MD, Client, Server, Subagent};
use crate::machine::Folder::{self, EnvVar, Project};

const COPILOT: Folder = EnvVar("COPILOT_HOME", ".copilot");

pub(super) const CLIENT: Client = Client {
    name: "copilot-cli",
    title: "Copilot CLI",
    detected_by: &[
        COPILOT.at("config.json"),
        COPILOT.at("settings.json"),
        COPILOT.at("mcp-config.json"),
        COPILOT.at("session-state"),
        Project.at(".github/copilot"),
    ],
    server: Server {
        entry: |command| {
            json!({
                "type": "local", "command": command, "args": ["mcp"], "tools": ["*"], "deferTools": "never"
            })
        },
        note: "`deferTools` keeps its tools in view",
        ..Server::json(&[COPILOT.at("mcp-config.json")])
    },
    subagent: Some(Subagent {
        file: COPILOT.at("agents/firsthand-explorer.agent.md"),
        front_matter: COPILOT_FRONT_MATTER,
    }),
    instructions_file: AGENTS_OR_CLAUDE_MD,
    ..Client::DEFAULT
};
