//! Cursor.

use super::{AGENTS_OR_CLAUDE_MD, Client, Explorer, SHARED_SKILL, Server, text};
use crate::edit::{Field, Format};
use crate::machine::Folder::{Home, Project};
use crate::machine::FolderPath;
use crate::texts::{EXPLORER_NAME, EXPLORER_WHEN};

pub(super) const CLIENT: Client = Client {
    name: "cursor",
    title: "Cursor",
    found: &[FolderPath(Home, ".cursor"), FolderPath(Project, ".cursor")],
    server: Server {
        files: &[FolderPath(Project, ".cursor/mcp.json")],
        format: Format::Json,
        map: "mcpServers",
        entry: |command| {
            let root = ["mcp", "--root", "${workspaceFolder}"];
            vec![
                ("type", text("stdio")),
                ("command", text(command)),
                ("args", Field::List(root.map(str::to_owned).to_vec())),
            ]
        },
        note: "in the project, since only there Cursor says which folder is open",
    },
    explorer: Some(Explorer {
        at: FolderPath(Home, ".cursor/agents/firsthand-explorer.md"),
        head: &[EXPLORER_NAME, EXPLORER_WHEN, "model: inherit"],
    }),
    skill: SHARED_SKILL,
    lines: AGENTS_OR_CLAUDE_MD,
};
