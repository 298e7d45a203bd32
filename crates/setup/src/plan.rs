//! Plans the changes for each client; reads files and writes none.

mod instructions;
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
    /// Its files are in the home folder.
    Home,
    /// Its files are only in the project: only the project's files are changed.
    Project,
    /// The caller named it.
    Named,
}

/// What is inserted into a file.
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

/// The planned change of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "state", content = "why")]
pub enum State {
    /// The file is created.
    Create,
    /// Text is inserted into the existing file.
    Change,
    /// A change that is planned for an earlier client covers this one too.
    Shared,
    /// The file already has the content.
    Same,
    /// The file is left unchanged, with the reason.
    #[serde(rename = "kept")]
    Skipped(String),
}

/// One file of one client.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// What is inserted.
    pub part: Part,
    /// Whether the file is in the project, and so shared with everyone who works on it.
    pub in_project: bool,
    /// The file's path for display: relative to the project, else with `~` for the home folder, else absolute.
    pub file: String,
    /// The planned change.
    #[serde(flatten)]
    pub state: State,
    /// A note for the user; mostly empty.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub note: &'static str,
    /// The inserted lines, for display; empty if nothing is inserted.
    #[serde(skip)]
    pub added: String,
}

/// The plan for one client: its files, or the problem because of which it is left unchanged.
#[derive(Debug)]
pub struct ClientPlan {
    /// The client.
    pub client: &'static Client,
    /// How the client was detected.
    pub found: DetectedBy,
    /// The client's files; empty if there is a problem.
    pub steps: Vec<Step>,
    /// The file that cannot be changed, and why.
    pub problem: Option<(String, Problem)>,
}

/// The planned changes.
#[derive(Debug)]
pub struct Plan {
    /// One entry per named or detected client, in the order of [`CLIENTS`].
    pub clients: Vec<ClientPlan>,
    pub(crate) changes: Vec<Change>,
}

/// How the inserted text is found again if the file was changed since.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// An entry in the table of that name.
    Entry(Format, String),
    /// A block between markers.
    Block,
    /// The whole file.
    Whole,
}

/// The planned change of one file: its text before and after. A plan has one for each file.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    /// The file's canonical path, without links.
    pub(crate) path: PathBuf,
    pub(crate) in_project: bool,
    /// One for each way in which text is inserted: clients can share a file.
    pub(crate) kinds: Vec<Kind>,
    /// The names of the clients that need the change.
    pub(crate) clients: Vec<&'static str>,
    pub(crate) before: Option<String>,
    pub(crate) after: String,
}

/// Plans the changes for the named clients, or, if `names` is empty, for those that are detected on the machine.
#[must_use]
pub fn plan(machine: &Machine, names: &[String]) -> Plan {
    let mut plan = Plan {
        clients: Vec::new(),
        changes: Vec::new(),
    };
    for client in CLIENTS {
        let Some(found) = detect(machine, client, names) else {
            continue;
        };
        // A client is set up completely or not at all, so its changes are merged only if all succeed.
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
        plan.clients.push(ClientPlan {
            client,
            found,
            steps,
            problem,
        });
    }
    plan
}

fn detect(machine: &Machine, client: &Client, names: &[String]) -> Option<DetectedBy> {
    if !names.is_empty() {
        let named = names.iter().any(|name| name == client.name);
        return named.then_some(DetectedBy::Named);
    }
    let paths = client.detected_by.iter();
    let existing = paths.filter(|at| machine.exists(**at));
    let in_project = |FolderPath(folder, _): &FolderPath| matches!(folder, Folder::Project);
    existing
        .map(|at| match in_project(at) {
            true => DetectedBy::Project,
            false => DetectedBy::Home,
        })
        .min_by_key(|found| *found != DetectedBy::Home)
}
