//! Codex, OpenAI's agent.

use super::{Client, Explorer, Lines, SHARED_SKILL, Server, plain};
use crate::edit::{Field, Format};
use crate::machine::At;
use crate::machine::Folder::{Named, Project};

pub(super) const CLIENT: Client = Client {
    name: "codex",
    title: "Codex",
    found: &[At(Named("CODEX_HOME", ".codex"), ""), At(Project, ".codex")],
    server: Server {
        files: &[At(Named("CODEX_HOME", ".codex"), "config.toml")],
        format: Format::Toml,
        map: "mcp_servers",
        entry: |command| {
            let mut entry = plain(command);
            entry.push(("tool_timeout_sec", Field::Number(300)));
            entry
        },
        note: "`tool_timeout_sec`, since an exploration may take longer than the 60 seconds that are usual",
    },
    explorer: Some(Explorer {
        at: At(
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
