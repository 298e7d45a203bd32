//! Zed.

use super::{Client, InstructionsFile, SHARED_SKILL, Server, command_entry};
use crate::edit::Format;
use crate::machine::Folder::{Config, Project};
use crate::machine::FolderPath;

pub(super) const CLIENT: Client = Client {
    name: "zed",
    title: "Zed",
    detected_by: &[FolderPath(Config, "zed"), FolderPath(Project, ".zed")],
    server: Server {
        files: &[FolderPath(Config, "zed/settings.json")],
        format: Format::Json,
        servers_key: "context_servers",
        entry: command_entry,
        note: "",
    },
    // Zed has sub-agents, but no files that define them.
    subagent: None,
    skill: SHARED_SKILL,
    instructions_file: InstructionsFile {
        files: &[
            ".rules",
            ".cursorrules",
            ".windsurfrules",
            ".clinerules",
            ".github/copilot-instructions.md",
            "AGENT.md",
            "AGENTS.md",
            "CLAUDE.md",
            "GEMINI.md",
            // Again, as the last: the file that is created if none of them exists.
            "AGENTS.md",
        ],
        setting_keys: &[],
    },
};
