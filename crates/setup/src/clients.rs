//! The clients: one row each.

mod claude_code;
mod codex;
mod copilot_cli;
mod cursor;
mod gemini_cli;
mod goose;
mod opencode;
mod vs_code;
mod zed;

use crate::edit::{Entry, Field, Format};
use crate::machine::{Folder, FolderPath};
use crate::texts::{EXPLORER, EXPLORER_NAME, EXPLORER_WHEN, block, file};

/// A client, and where it keeps what.
#[derive(Debug)]
pub struct Client {
    /// As `--client` takes it.
    pub name: &'static str,
    /// As people write it.
    pub title: &'static str,
    /// Any of these shows that it is set up. Nothing that is made for another client may be among them.
    pub(crate) found: &'static [FolderPath],
    pub(crate) server: Server,
    pub(crate) explorer: Option<Explorer>,
    pub(crate) skill: FolderPath,
    pub(crate) lines: Lines,
}

/// Where a client's servers are listed.
#[derive(Debug)]
pub(crate) struct Server {
    /// The first of these that is there, else the first.
    pub(crate) files: &'static [FolderPath],
    pub(crate) format: Format,
    /// The table at the file's top that holds an entry by server.
    pub(crate) map: &'static str,
    pub(crate) entry: fn(&str) -> Entry,
    /// What keeps its tools in view, where the client would defer them.
    pub(crate) note: &'static str,
}

/// A sub-agent that runs the command line.
#[derive(Debug)]
pub(crate) struct Explorer {
    pub(crate) at: FolderPath,
    /// The lines of its head; none where the file is TOML.
    pub(crate) head: &'static [&'static str],
}

/// Where the lines go that every session reads, in the project.
#[derive(Debug)]
pub(crate) struct Lines {
    /// The first of these that is there, else the last: the client reads no other.
    pub(crate) files: &'static [&'static str],
    /// A setting beside the server's entry that names another file.
    pub(crate) setting: &'static [&'static str],
}

impl Explorer {
    pub(crate) fn text(&self) -> String {
        if !self.head.is_empty() {
            return file(self.head, EXPLORER);
        }
        let [name, when] = [EXPLORER_NAME, EXPLORER_WHEN].map(|line| {
            let (key, value) = line.split_once(": ").unwrap_or_default();
            format!("{key} = \"{}\"", value.trim_matches('"'))
        });
        let prompt = block(EXPLORER);
        format!(
            "{name}\n{when}\nsandbox_mode = \"read-only\"\ndeveloper_instructions = '''\n{prompt}\n'''\n"
        )
    }
}

/// All of them, in the order of the documentation.
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

/// What most clients read.
const SHARED_SKILL: FolderPath = FolderPath(Folder::Home, ".agents/skills/firsthand/SKILL.md");
const AGENTS_MD: Lines = Lines {
    files: &["AGENTS.md"],
    setting: &[],
};
/// The same, of clients that read CLAUDE.md where there is no AGENTS.md.
const AGENTS_OR_CLAUDE_MD: Lines = Lines {
    files: &["AGENTS.md", "CLAUDE.md", "AGENTS.md"],
    setting: &[],
};

fn text(text: &str) -> Field {
    Field::Text(text.to_owned())
}

/// A command and its arguments.
fn plain(command: &str) -> Entry {
    vec![
        ("command", text(command)),
        ("args", Field::List(vec!["mcp".to_owned()])),
    ]
}

/// The same, with the way it is spoken to.
fn stdio(command: &str) -> Entry {
    let mut entry = plain(command);
    entry.insert(0, ("type", text("stdio")));
    entry
}
