//! The supported coding agents (clients): one [`Client`] constant per file in `clients/`.

mod claude_code;
mod codex;
mod copilot_cli;
mod cursor;
mod gemini_cli;
mod goose;
mod opencode;
mod vs_code;
mod zed;

use serde_json::{Value, json};

use crate::edit::Format;
use crate::machine::{Folder, FolderPath};
use crate::texts::{EXPLORER_DESCRIPTION, EXPLORER_NAME, SUBAGENT_INSTRUCTIONS, block, file};

/// A coding agent, and the paths of its files.
#[derive(Debug)]
pub struct Client {
    /// The name that the option `--client` accepts.
    pub name: &'static str,
    /// The product's name, for display.
    pub title: &'static str,
    /// Paths whose existence shows that the client is installed. A path that setup creates for another client must not
    /// be among them.
    pub(crate) detected_by: &'static [FolderPath],
    pub(crate) server: Server,
    pub(crate) subagent: Option<Subagent>,
    pub(crate) skill: FolderPath,
    pub(crate) instructions_file: InstructionsFile,
}

/// Where a client's servers are listed.
#[derive(Debug)]
pub(crate) struct Server {
    /// The first existing one of these files is used, else the first.
    pub(crate) files: &'static [FolderPath],
    pub(crate) format: Format,
    /// The top-level key of the table that has one entry per server.
    pub(crate) servers_key: &'static str,
    /// Builds the entry from the command that starts the server.
    pub(crate) entry: fn(&str) -> Value,
    /// A note on the setting that keeps the server's tools loaded in clients that load tools on demand.
    pub(crate) note: &'static str,
}

/// A sub-agent that runs the command line.
#[derive(Debug)]
pub(crate) struct Subagent {
    pub(crate) file: FolderPath,
    /// The lines of the file's front matter; empty if the file is TOML.
    pub(crate) front_matter: &'static [&'static str],
}

/// The project file with instructions that every session of the client reads.
#[derive(Debug)]
pub(crate) struct InstructionsFile {
    /// The client reads only one of these files: the first existing one, else the last.
    pub(crate) files: &'static [&'static str],
    /// The path of keys, in the server's configuration file, to a setting that names another file; empty if the client
    /// has no such setting.
    pub(crate) setting_keys: &'static [&'static str],
}

impl Subagent {
    /// The text of the sub-agent's file.
    pub(crate) fn text(&self) -> String {
        if !self.front_matter.is_empty() {
            return file(self.front_matter, SUBAGENT_INSTRUCTIONS);
        }
        let [name, description] = [EXPLORER_NAME, EXPLORER_DESCRIPTION].map(|line| {
            let (key, value) = line.split_once(": ").unwrap_or_default();
            format!("{key} = \"{}\"", value.trim_matches('"'))
        });
        let prompt = block(SUBAGENT_INSTRUCTIONS);
        format!(
            "{name}\n{description}\nsandbox_mode = \"read-only\"\ndeveloper_instructions = '''\n{prompt}\n'''\n"
        )
    }
}

/// All supported clients, in the order of the documentation.
pub const CLIENTS: &[Client] = &[
    claude_code::CLIENT,
    codex::CLIENT,
    cursor::CLIENT,
    vs_code::CLIENT,
    copilot_cli::CLIENT,
    gemini_cli::CLIENT,
    zed::CLIENT,
    opencode::CLIENT,
    goose::CLIENT,
];

impl Client {
    /// What most clients have in common.
    const DEFAULT: Self = Self {
        name: "",
        title: "",
        detected_by: &[],
        server: Server::json(&[]),
        subagent: None,
        skill: Folder::Home.at(".agents/skills/firsthand/SKILL.md"),
        instructions_file: InstructionsFile {
            files: &["AGENTS.md"],
            setting_keys: &[],
        },
    };
}

impl Server {
    /// A server as most clients list it, in one of these files.
    const fn json(files: &'static [FolderPath]) -> Self {
        Self {
            files,
            format: Format::Json,
            servers_key: "mcpServers",
            entry: |command| json!({"command": command, "args": ["mcp"]}),
            note: "",
        }
    }
}

/// The files of clients that read CLAUDE.md if there is no AGENTS.md.
const AGENTS_OR_CLAUDE_MD: InstructionsFile = InstructionsFile {
    // AGENTS.md is also the last, which is created if none of them exists.
    files: &["AGENTS.md", "CLAUDE.md", "AGENTS.md"],
    setting_keys: &[],
};

/// An entry with the transport `stdio`.
fn stdio_entry(command: &str) -> Value {
    json!({"type": "stdio", "command": command, "args": ["mcp"]})
}
