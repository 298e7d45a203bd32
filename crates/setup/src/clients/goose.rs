//! goose.

use serde_json::json;

use super::{AGENTS_MD, Client, Server, Subagent};
use crate::edit::Format;
use crate::machine::Folder::{Config, Project};
use crate::machine::FolderPath;
use crate::texts::{EXPLORER_DESCRIPTION, EXPLORER_NAME};

pub(super) const CLIENT: Client = Client {
    name: "goose",
    title: "goose",
    detected_by: &[
        FolderPath(Config, "goose"),
        FolderPath(Project, ".goosehints"),
        FolderPath(Project, ".goose"),
    ],
    server: Server {
        files: &[FolderPath(Config, "goose/config.yaml")],
        format: Format::Yaml,
        servers_key: "extensions",
        entry: |command| {
            json!({
                "type": "stdio",
                "name": "firsthand",
                "description": "Finds code, with places and quotes that were checked",
                "cmd": command,
                "args": ["mcp"],
                "enabled": true,
                "timeout": 300,
            })
        },
        note: "",
    },
    subagent: Some(Subagent {
        file: FolderPath(Config, "goose/agents/firsthand-explorer.md"),
        front_matter: &[EXPLORER_NAME, EXPLORER_DESCRIPTION],
    }),
    skill: FolderPath(Config, "goose/skills/firsthand/SKILL.md"),
    instructions_file: AGENTS_MD,
};
