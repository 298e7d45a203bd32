//! Claude Code.

use super::{Client, Explorer, Lines, Server, stdio};
use crate::edit::{Field, Format};
use crate::machine::At;
use crate::machine::Folder::{Home, Named, Project};
use crate::texts::CLAUDE_HEAD;

pub(super) const CLIENT: Client = Client {
    name: "claude-code",
    title: "Claude Code",
    found: &[
        At(Named("CLAUDE_CONFIG_DIR", ".claude"), ""),
        At(Home, ".claude.json"),
        At(Project, ".claude"),
        At(Project, "CLAUDE.md"),
        At(Project, ".mcp.json"),
    ],
    server: Server {
        files: &[At(Named("CLAUDE_CONFIG_DIR", ""), ".claude.json")],
        format: Format::Json,
        map: "mcpServers",
        entry: |command| {
            let mut entry = stdio(command);
            entry.push(("alwaysLoad", Field::Flag(true)));
            entry
        },
        note: "`alwaysLoad` keeps its tools from being deferred",
    },
    explorer: Some(Explorer {
        at: At(
            Named("CLAUDE_CONFIG_DIR", ".claude"),
            "agents/firsthand-explorer.md",
        ),
        head: CLAUDE_HEAD,
    }),
    skill: At(
        Named("CLAUDE_CONFIG_DIR", ".claude"),
        "skills/firsthand/SKILL.md",
    ),
    lines: Lines {
        files: &["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.md"],
        setting: &[],
    },
};
