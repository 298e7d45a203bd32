//! Which clients are on a machine, and what the server's entry of each starts.

use std::path::PathBuf;

use crate::clients::{Client, clients};
use crate::disk::read;
use crate::machine::{Machine, Problem, is_in_project};

/// A client on this machine.
#[derive(Debug)]
#[non_exhaustive]
pub struct Installed {
    /// The client.
    pub client: &'static Client,
    /// The program that starts it; `None` if PATH has none of its programs.
    pub program: Option<PathBuf>,
    /// The first of its files and folders that exists, for display.
    pub found: Option<String>,
    /// The entry of the server; `None` if none of its files has one.
    pub entry: Option<Entry>,
    /// The file that should have the entry and cannot be read, and why.
    pub problem: Option<(String, Problem)>,
}

/// The entry of the server in a client's file.
#[derive(Debug)]
#[non_exhaustive]
pub struct Entry {
    /// The file, for display.
    pub file: String,
    /// Whether the file is in the project: whoever wrote the project wrote the entry.
    pub in_project: bool,
    /// What it starts: a name that PATH finds, or a path.
    pub command: String,
}

/// The clients on a machine, by their programs and by their files, in the order of [`clients`].
#[must_use]
pub fn installed(machine: &Machine) -> Vec<Installed> {
    let look = |client| Installed::look(machine, client);
    clients().iter().filter_map(look).collect()
}

impl Installed {
    fn look(machine: &Machine, client: &'static Client) -> Option<Self> {
        let found = client.existing(machine).next();
        let found = found.and_then(|path| machine.target(path));
        let mut installed = Self {
            client,
            program: client.program(machine),
            found: found.map(|target| machine.display_path(&target.path)),
            entry: None,
            problem: None,
        };
        if installed.program.is_none() && installed.found.is_none() {
            return None;
        }
        for path in &client.server.files {
            let Some(target) = machine.target(path) else {
                continue;
            };
            let file = machine.display_path(&target.path);
            let text = target.canonical().and_then(|path| read(&path));
            let command = text.and_then(|text| {
                let command = client.server.command_in(&text.unwrap_or_default())?;
                Ok(command)
            });
            match command {
                Ok(Some(command)) => {
                    let in_project = is_in_project(path);
                    installed.entry = Some(Entry {
                        file,
                        in_project,
                        command,
                    });
                    break;
                }
                Ok(None) => {}
                Err(why) => installed.problem = Some((file, why)),
            }
        }
        Some(installed)
    }
}
