//! Gemini CLI.

use super::{Client, Explorer, Lines, SHARED_SKILL, Server, plain};
use crate::edit::Format;
use crate::machine::At;
use crate::machine::Folder::{Home, Project};
use crate::texts::{EXPLORER_NAME, EXPLORER_WHEN};

pub(super) const CLIENT: Client = Client {
    name: "gemini-cli",
    title: "Gemini CLI",
    found: &[
        At(Home, ".gemini"),
        At(Project, ".gemini"),
        At(Project, "GEMINI.md"),
    ],
    server: Server {
        files: &[At(Home, ".gemini/settings.json")],
        format: Format::Json,
        map: "mcpServers",
        entry: plain,
        note: "",
    },
    explorer: Some(Explorer {
        at: At(Home, ".gemini/agents/firsthand-explorer.md"),
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
