//! Codex, OpenAI's agent.

use super::{Client, Explorer, Lines, SHARED_SKILL, Server, command_entry};
use crate::edit::{Field, Format};
use crate::machine::Folder::{Named, Project};
use crate::machine::FolderPath;

pub(super) const CLIENT: Client = Client {
    name: "codex",
    title: "Codex",
    found: &[
        FolderPath(Named("CODEX_HOME", ".codex"), ""),
        FolderPath(Project, ".codex"),
    ],
    server: Server {
        files: &[FolderPath(Named("CODEX_HOME", ".codex"), "config.toml")],
        format: Format::Toml,
        map: "mcp_servers",
        entry: |command| {
            let mut entry = command_entry(command);
            entry.push(("tool_timeout_sec", Field::Number(300)));
            entry
        },
        note: "`tool_timeout_sec`, since an exploration may take longer than the 60 seconds that are usual",
    },
    explorer: Some(Explorer {
        at: FolderPath(
            Named("CODEX_HOME", ".codex"),
            "agents/firsthand-explorer.toml",
        ),
        head: &[],
    }),
    skill: SHARED_SKILL,
    lines: Lines {
        files: &["AGENTS.override.md", "AGENTS.md"],
        setting: &[],
    },
};
