//! Claude Code.

use serde_json::json;

use super::{Client, InstructionsFile, Server, Subagent};
use crate::edit::Format;
use crate::machine::Folder::{EnvVar, Home, Project};
use crate::machine::FolderPath;
use crate::texts::CLAUDE_FRONT_MATTER;

pub(super) const CLIENT: Client = Client {
    name: "claude-code",
    title: "Claude Code",
    detected_by: &[
        FolderPath(EnvVar("CLAUDE_CONFIG_DIR", ".claude"), ""),
        FolderPath(Home, ".claude.json"),
        FolderPath(Project, ".claude"),
        FolderPath(Project, "CLAUDE.md"),
        FolderPath(Project, ".mcp.json"),
    ],
    server: Server {
        files: &[FolderPath(EnvVar("CLAUDE_CONFIG_DIR", ""), ".claude.json")],
        format: Format::Json,
        servers_key: "mcpServers",
        entry: |command| json!({"type": "stdio", "command": command, "args": ["mcp"], "alwaysLoad": true}),
        note: "`alwaysLoad` keeps its tools from being deferred",
    },
    subagent: Some(Subagent {
        file: FolderPath(
            EnvVar("CLAUDE_CONFIG_DIR", ".claude"),
            "agents/firsthand-explorer.md",
        ),
        front_matter: CLAUDE_FRONT_MATTER,
    }),
    skill: FolderPath(
        EnvVar("CLAUDE_CONFIG_DIR", ".claude"),
        "skills/firsthand/SKILL.md",
    ),
    instructions_file: InstructionsFile {
        files: &["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.md"],
        setting_keys: &[],
    },
};
