//! opencode.

use super::{AGENTS_OR_CLAUDE_MD, Client, Explorer, SHARED_SKILL, Server, text};
use crate::edit::{Field, Format};
use crate::machine::At;
use crate::machine::Folder::{Config, Project};
use crate::texts::EXPLORER_WHEN;

pub(super) const CLIENT: Client = Client {
    name: "opencode",
    title: "opencode",
    found: &[
        At(Config, "opencode"),
        At(Project, ".opencode"),
        At(Project, "opencode.json"),
        At(Project, "opencode.jsonc"),
    ],
    server: Server {
        files: &[
            At(Config, "opencode/opencode.json"),
            At(Config, "opencode/opencode.jsonc"),
        ],
        format: Format::Json,
        map: "mcp",
        entry: |command| {
            let command = vec![command.to_owned(), "mcp".to_owned()];
            vec![
                ("type", text("local")),
                ("command", Field::List(command)),
                ("enabled", Field::Flag(true)),
            ]
        },
        note: "",
    },
    // A name in the head would be handed to the model's service as an option: the file's name is the agent's.
    explorer: Some(Explorer {
        at: At(Config, "opencode/agents/firsthand-explorer.md"),
        head: &[
            EXPLORER_WHEN,
            "mode: subagent",
            "permission:",
            "  edit: deny",
        ],
    }),
    skill: SHARED_SKILL,
    lines: AGENTS_OR_CLAUDE_MD,
};
