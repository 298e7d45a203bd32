//! opencode.

use serde_json::json;

use super::{AGENTS_OR_CLAUDE_MD, Client, Server, Subagent};
use crate::machine::Folder::{Config, Project};
use crate::texts::EXPLORER_DESCRIPTION;

pub(super) const CLIENT: Client = Client {
    name: "opencode",
    title: "opencode",
    detected_by: &[
        Config.at("opencode"),
        Project.at(".opencode"),
        Project.at("opencode.json"),
        Project.at("opencode.jsonc"),
    ],
    server: Server {
        servers_key: "mcp",
        entry: |command| json!({"type": "local", "command": [command, "mcp"], "enabled": true}),
        ..Server::json(&[
            Config.at("opencode/opencode.json"),
            Config.at("opencode/opencode.jsonc"),
        ])
    },
    // The front matter has no `name`: opencode would pass it to the model's service as an option. It names the agent
    // after the file.
    subagent: Some(Subagent {
        file: Config.at("opencode/agents/firsthand-explorer.md"),
        front_matter: &[
            EXPLORER_DESCRIPTION,
            "mode: subagent",
            "permission:",
            "  edit: deny",
        ],
    }),
    instructions_file: AGENTS_OR_CLAUDE_MD,
    ..Client::DEFAULT
};
