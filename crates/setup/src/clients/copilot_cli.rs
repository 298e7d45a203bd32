//! Copilot CLI.

use super::vs_code::COPILOT_HEAD;
use super::{AGENTS_OR_CLAUDE_MD, Client, Explorer, SHARED_SKILL, Server, text};
use crate::edit::{Field, Format};
use crate::machine::Folder;
use crate::machine::Folder::{Named, Project};
use crate::machine::FolderPath;

pub(super) const CLIENT: Client = Client {
    name: "copilot-cli",
    title: "Copilot CLI",
    found: &[
        FolderPath(COPILOT, "config.json"),
        FolderPath(COPILOT, "settings.json"),
        FolderPath(COPILOT, "mcp-config.json"),
        FolderPath(COPILOT, "session-state"),
        FolderPath(Project, ".github/copilot"),
    ],
    server: Server {
        files: &[FolderPath(COPILOT, "mcp-config.json")],
        format: Format::Json,
        map: "mcpServers",
        entry: |command| {
            vec![
                ("type", text("local")),
                ("command", text(command)),
                ("args", Field::List(vec!["mcp".to_owned()])),
                ("tools", Field::List(vec!["*".to_owned()])),
                ("deferTools", text("never")),
            ]
        },
        note: "`deferTools` keeps its tools in view",
    },
    explorer: Some(Explorer {
        at: FolderPath(COPILOT, "agents/firsthand-explorer.agent.md"),
        head: COPILOT_HEAD,
    }),
    skill: SHARED_SKILL,
    lines: AGENTS_OR_CLAUDE_MD,
};

const COPILOT: Folder = Named("COPILOT_HOME", ".copilot");
