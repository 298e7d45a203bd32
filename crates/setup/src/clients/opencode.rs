//! opencode.

use serde_json::json;

use super::{AGENTS_OR_CLAUDE_MD, Client, SHARED_SKILL, Server, Subagent};
use crate::edit::Format;
use crate::machine::Folder::{Config, Project};
use crate::machine::FolderPath;
use crate::texts::EXPLORER_DESCRIPTION;

pub(super) const CLIENT: Client = Client {
    name: "opencode",
    title: "opencode",
    detected_by: &[
        FolderPath(Config, "opencode"),
        FolderPath(Project, ".opencode"),
        FolderPath(Project, "opencode.json"),
        FolderPath(Project, "opencode.jsonc"),
    ],
    server: Server {
        files: &[
            FolderPath(Config, "opencode/opencode.json"),
            FolderPath(Config, "opencode/opencode.jsonc"),
        ],
        format: Format::Json,
        servers_key: "mcp",
        entry: |command| json!({"type": "local", "command": [command, "mcp"], "enabled": true}),
        note: "",
    },
    // The front matter has no `name`: opencode would pass it to the model's service as an option. It names the agent
    // after the file.
    subagent: Some(Subagent {
        file: FolderPath(Config, "opencode/agents/firsthand-explorer.md"),
        front_matter: &[
            EXPLORER_DESCRIPTION,
            "mode: subagent",
            "permission:",
            "  edit: deny",
        ],
    }),
    skill: SHARED_SKILL,
    instructions_file: AGENTS_OR_CLAUDE_MD,
};
