//! Zed.

use super::{Client, Lines, SHARED_SKILL, Server, plain};
use crate::edit::Format;
use crate::machine::At;
use crate::machine::Folder::{Config, Project};

pub(super) const CLIENT: Client = Client {
    name: "zed",
    title: "Zed",
    found: &[At(Config, "zed"), At(Project, ".zed")],
    server: Server {
        files: &[At(Config, "zed/settings.json")],
        format: Format::Json,
        map: "context_servers",
        entry: plain,
        note: "",
    },
    // It has sub-agents, and no files that define them.
    explorer: None,
    skill: SHARED_SKILL,
    lines: Lines {
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
            "AGENTS.md",
        ],
        setting: &[],
    },
};
