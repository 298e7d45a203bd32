//! goose.

use serde_json::json;

use super::{Client, Server, Subagent};
use crate::edit::Format;
use crate::machine::Folder::{Config, Project};
use crate::texts::{EXPLORER_DESCRIPTION, EXPLORER_NAME};

pub(super) const CLIENT: Client = Client {
    name: "goose",
    title: "goose",
    detected_by: &[
        Config.at("goose"),
        Project.at(".goosehints"),
        Project.at(".goose"),
    ],
    server: Server {
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
        ..Server::json(&[Config.at("goose/config.yaml")])
    },
    subagent: Some(Subagent {
        file: Config.at("goose/agents/firsthand-explorer.md"),
        front_matter: &[EXPLORER_NAME, EXPLORER_DESCRIPTION],
    }),
    skill: Config.at("goose/skills/firsthand/SKILL.md"),
    ..Client::DEFAULT
};
