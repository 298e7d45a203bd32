//! Zed. It has sub-agents, but no files that define them.

use super::{Client, InstructionsFile, Server};
use crate::machine::Folder::{Config, Project};

pub(super) const CLIENT: Client = Client {
    name: "zed",
    title: "Zed",
    detected_by: &[Config.at("zed"), Project.at(".zed")],
    server: Server {
        servers_key: "context_servers",
        ..Server::json(&[Config.at("zed/settings.json")])
    },
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
    ..Client::DEFAULT
};
