//! goose.

use super::{AGENTS_MD, Client, Server, Subagent, text};
use crate::edit::{Field, Format};
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
            vec![
                ("enabled", Field::Flag(true)),
                ("type", text("stdio")),
                ("name", text("firsthand")),
                (
                    "description",
                    text("Finds code, with places and quotes that were checked"),
                ),
                ("cmd", text(command)),
                ("args", Field::List(vec!["mcp".to_owned()])),
                ("timeout", Field::Number(300)),
            ]
        },
        note: "",
    },
    subagent: Some(Subagent {
        file: FolderPath(Config, "goose/agents/firsthand-explorer.md"),
        front_matter: &[EXPLORER_NAME, EXPLORER_DESCRIPTION],
    }),
    skill: FolderPath(Config, "goose/skills/firsthand/SKILL.md"),
    lines: AGENTS_MD,
};
