//! Gemini CLI.

use super::{Client, InstructionsFile, Server, Subagent};
use crate::machine::Folder::{Home, Project};
use crate::texts::{EXPLORER_DESCRIPTION, EXPLORER_NAME};

pub(super) const CLIENT: Client = Client {
    name: "gemini-cli",
    title: "Gemini CLI",
    detected_by: &[
        Home.at(".gemini"),
        Project.at(".gemini"),
        Project.at("GEMINI.md"),
    ],
    server: Server::json(&[Home.at(".gemini/settings.json")]),
    subagent: Some(Subagent {
        file: Home.at(".gemini/agents/firsthand-explorer.md"),
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
    instructions_file: InstructionsFile {
        files: &["GEMINI.md"],
        setting_keys: &["context", "fileName"],
    },
    ..Client::DEFAULT
};
