//! What would be done in each client: read, and nothing written.

mod lines;
mod planner;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use self::planner::Planner;
use crate::clients::{CLIENTS, Client};
use crate::edit::Format;
use crate::machine::{Folder, FolderPath, Machine, Problem};

/// Why a client is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DetectedBy {
    /// The home folder has it.
    Home,
    /// The project has files for it, and the home folder has none: only the project's part is done.
    Project,
    /// The caller named it.
    Named,
}

/// What is put in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// An entry that starts the server.
    Server,
    /// A sub-agent that runs the command line.
    Explorer,
    /// A skill.
    Skill,
    /// Lines that every session reads.
    Lines,
}

/// What is to be done with a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "state", content = "why")]
pub enum State {
    /// It is made.
    Create,
    /// Something is put in.
    Change,
    /// What is done for a client above is what this one needs, too.
    Shared,
    /// It is as it should be.
    Same,
    /// It is left alone; why.
    #[serde(rename = "kept")]
    Skipped(String),
}

/// One file of one client.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// What is put in.
    pub part: Part,
    /// Whether it is in the project, for everyone who works on it.
    pub in_project: bool,
    /// The file, as people write it.
    pub file: String,
    /// What is done with it.
    #[serde(flatten)]
    pub state: State,
    /// What there is to know about it, for people; mostly nothing.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub note: &'static str,
    /// What is put in, for people to read; empty where nothing is.
    #[serde(skip)]
    pub added: String,
}

/// One client: its files, or why it is left as it is.
#[derive(Debug)]
pub struct Planned {
    /// The client.
    pub client: &'static Client,
    /// Why it is set up.
    pub found: DetectedBy,
    /// Its files; none where there is a problem.
    pub steps: Vec<Step>,
    /// The file that stands in the way, and why.
    pub problem: Option<(String, Problem)>,
}

/// What would be done.
#[derive(Debug)]
pub struct Plan {
    /// By client, in the order of the table.
    pub clients: Vec<Planned>,
    pub(crate) changes: Vec<Change>,
}

/// What a file holds of ours, so that it is found again when others have changed the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// An entry in the table of that name.
    Entry(Format, String),
    /// A block between markers.
    Block,
    /// All of it.
    Whole,
}

/// One file, as it was and as it will be.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    /// Without links.
    pub(crate) path: PathBuf,
    pub(crate) in_project: bool,
    pub(crate) kind: Kind,
    /// The names of the clients that it is for.
    pub(crate) clients: Vec<&'static str>,
    pub(crate) before: Option<String>,
    pub(crate) after: String,
}

/// Looks at the machine for the clients of these names, or for those that are set up on it.
#[must_use]
pub fn plan(machine: &Machine, names: &[String]) -> Plan {
    let mut plan = Plan {
        clients: Vec::new(),
        changes: Vec::new(),
    };
    for client in CLIENTS {
        let Some(found) = found(machine, client, names) else {
            continue;
        };
        // A client is set up whole or not at all.
        let mut planner = Planner {
            machine,
            client,
            changes: plan.changes.clone(),
        };
        let (steps, problem) = match planner.steps(found) {
            Ok(steps) => {
                plan.changes = planner.changes;
                (steps, None)
            }
            Err(problem) => (Vec::new(), Some(problem)),
        };
        plan.clients.push(Planned {
            client,
            found,
            steps,
            problem,
        });
    }
    plan
}

fn found(machine: &Machine, client: &Client, names: &[String]) -> Option<DetectedBy> {
    if !names.is_empty() {
        let named = names.iter().any(|name| name == client.name);
        return named.then_some(DetectedBy::Named);
    }
    let is_there = |at: &&FolderPath| {
        let target = machine.target(**at);
        target.is_some_and(|target| target.path.symlink_metadata().is_ok())
    };
    let at = client.found.iter().filter(is_there);
    let in_project = |FolderPath(folder, _): &FolderPath| matches!(folder, Folder::Project);
    at.map(|at| match in_project(at) {
        true => DetectedBy::Project,
        false => DetectedBy::Home,
    })
    .min_by_key(|found| *found != DetectedBy::Home)
}
