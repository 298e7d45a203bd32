//! Gemini CLI.

use super::{Client, Explorer, Lines, SHARED_SKILL, Server, command_entry};
use crate::edit::Format;
use crate::machine::Folder::{Home, Project};
use crate::machine::FolderPath;
use crate::texts::{EXPLORER_NAME, EXPLORER_WHEN};

pub(super) const CLIENT: Client = Client {
    name: "gemini-cli",
    title: "Gemini CLI",
    found: &[
        FolderPath(Home, ".gemini"),
        FolderPath(Project, ".gemini"),
        FolderPath(Project, "GEMINI.md"),
    ],
    server: Server {
        files: &[FolderPath(Home, ".gemini/settings.json")],
        format: Format::Json,
        map: "mcpServers",
        entry: command_entry,
        note: "",
    },
    explorer: Some(Explorer {
        at: FolderPath(Home, ".gemini/agents/firsthand-explorer.md"),
        head: &[
            EXPLORER_NAME,
            EXPLORER_WHEN,
            "kind: local",
            "tools:",
            "  - run_shell_command",
            "  - read_file",
            "max_turns: 10",
        ],
    }),
    skill: SHARED_SKILL,
    lines: Lines {
        files: &["GEMINI.md"],
        setting: &["context", "fileName"],
    },
};
