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
        entry: |command| {
            vec![
                ("type", "local".into()),
                ("command", json!([command, "mcp"])),
                ("enabled", true.into()),
            ]
        },
        note: "",
    },
    // A name in the head would be handed to the model's service as an option: the file's name is the agent's.
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
    lines: AGENTS_OR_CLAUDE_MD,
};
