//! Claude Code.

use super::{Client, Explorer, Lines, Server, stdio_entry};
use crate::edit::{Field, Format};
use crate::machine::Folder::{Home, Named, Project};
use crate::machine::FolderPath;
use crate::texts::CLAUDE_HEAD;

pub(super) const CLIENT: Client = Client {
    name: "claude-code",
    title: "Claude Code",
    found: &[
        FolderPath(Named("CLAUDE_CONFIG_DIR", ".claude"), ""),
        FolderPath(Home, ".claude.json"),
        FolderPath(Project, ".claude"),
        FolderPath(Project, "CLAUDE.md"),
        FolderPath(Project, ".mcp.json"),
    ],
    server: Server {
        files: &[FolderPath(Named("CLAUDE_CONFIG_DIR", ""), ".claude.json")],
        format: Format::Json,
        map: "mcpServers",
        entry: |command| {
            let mut entry = stdio_entry(command);
            entry.push(("alwaysLoad", Field::Flag(true)));
            entry
        },
        note: "`alwaysLoad` keeps its tools from being deferred",
    },
    explorer: Some(Explorer {
        at: FolderPath(
            Named("CLAUDE_CONFIG_DIR", ".claude"),
            "agents/firsthand-explorer.md",
        ),
        head: CLAUDE_HEAD,
    }),
    skill: FolderPath(
        Named("CLAUDE_CONFIG_DIR", ".claude"),
        "skills/firsthand/SKILL.md",
    ),
    lines: Lines {
        files: &["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.md"],
        setting: &[],
    },
};
