//! Claude Code.

use serde_json::json;

use super::{Client, InstructionsFile, Server, Subagent};
use crate::machine::Folder::{self, EnvVar, Home, Project};
use crate::texts::CLAUDE_FRONT_MATTER;

const CLAUDE: Folder = EnvVar("CLAUDE_CONFIG_DIR", ".claude");

pub(super) const CLIENT: Client = Client {
    name: "claude-code",
    title: "Claude Code",
    detected_by: &[
        CLAUDE.at(""),
        Home.at(".claude.json"),
        Project.at(".claude"),
        Project.at("CLAUDE.md"),
        Project.at(".mcp.json"),
    ],
    server: Server {
        entry: |command| json!({"type": "stdio", "command": command, "args": ["mcp"], "alwaysLoad": true}),
        note: "`alwaysLoad` keeps its tools from being deferred",
        ..Server::json(&[EnvVar("CLAUDE_CONFIG_DIR", "").at(".claude.json")])
    },
    subagent: Some(Subagent {
        file: CLAUDE.at("agents/firsthand-explorer.md"),
        front_matter: CLAUDE_FRONT_MATTER,
    }),
    skill: CLAUDE.at("skills/firsthand/SKILL.md"),
    instructions_file: InstructionsFile {
        files: &["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.md"],
        setting_keys: &[],
    },
};
