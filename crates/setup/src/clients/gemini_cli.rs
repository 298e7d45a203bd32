//! Gemini CLI.

use super::{Client, InstructionsFile, SHARED_SKILL, Server, Subagent, command_entry};
use crate::edit::Format;
use crate::machine::Folder::{Home, Project};
use crate::machine::FolderPath;
use crate::texts::{EXPLORER_DESCRIPTION, EXPLORER_NAME};

pub(super) const CLIENT: Client = Client {
    name: "gemini-cli",
    title: "Gemini CLI",
    detected_by: &[
        FolderPath(Home, ".gemini"),
        FolderPath(Project, ".gemini"),
        FolderPath(Project, "GEMINI.md"),
    ],
    server: Server {
        files: &[FolderPath(Home, ".gemini/settings.json")],
        format: Format::Json,
        servers_key: "mcpServers",
        entry: command_entry,
        note: "",
    },
    subagent: Some(Subagent {
        file: FolderPath(Home, ".gemini/agents/firsthand-explorer.md"),
        front_matter: &[
            EXPLORER_NAME,
            EXPLORER_DESCRIPTION,
            "kind: local",
            "tools:",
            "  - run_shell_command",
            "  - read_file",
            "max_turns: 10",
        ],
    }),
    skill: SHARED_SKILL,
    instructions_file: InstructionsFile {
        files: &["GEMINI.md"],
        setting_keys: &["context", "fileName"],
    },
};
