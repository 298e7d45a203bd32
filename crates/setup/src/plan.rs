//! Plans the edits for each client; reads files and writes none.

mod planner;
mod steps;

use std::path::PathBuf;

use serde::Serialize;

use self::planner::Planner;
use crate::clients::{Client, clients};
use crate::edit::Addition;
use crate::journal::{Edit, Journal};
use crate::machine::{Machine, Problem, is_in_project};

/// What to set up, and in which clients.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Choice {
    /// The names of the clients; if there is none, those that are detected on the machine.
    pub clients: Vec<String>,
    /// Whether the lines for every session go to the files that clients read in all projects, and not to the project.
    pub user: bool,
    /// Whether the server's tools and the sub-agent's commands are allowed, so that no prompt stops the first call.
    pub allow: bool,
    /// Whether the agent gets a note when it searches for several guessed words at once.
    pub hook: bool,
}

impl Choice {
    /// The named clients, without the optional parts.
    #[must_use]
    pub fn of(clients: Vec<String>) -> Self {
        Self { clients, ..Self::default() }
    }
}

/// Why a client is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DetectedBy {
    /// Its files are in the home folder.
    Home,
    /// PATH has its program; it has no files yet.
    Program,
    /// Its files are only in the project: only the project's files are changed.
    Project,
    /// The caller named it.
    Named,
}

/// What is added to a file.
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
    /// A permission.
    Permission,
    /// A hook that adds a note to broad searches.
    Hook,
}

/// The planned change of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "state", content = "why")]
pub enum State {
    /// The file is created.
    Create,
    /// Text is added to the existing file.
    Change,
    /// An edit that is planned for an earlier client covers this one too.
    Shared,
    /// The file already has the content.
    Same,
    /// The file is left unchanged, with the reason.
    Skipped(String),
}

/// One addition to one file of one client.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// What is added.
    pub part: Part,
    /// Whether the file is in the project, and so shared with everyone who works on it.
    pub in_project: bool,
    /// The file's path for display: relative to the project, else with `~` for the home folder, else absolute.
    pub file: String,
    /// The planned change.
    #[serde(flatten)]
    pub state: State,
    /// A note for the user; mostly empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The added lines, for display; empty if nothing is added.
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

/// The planned edits.
#[derive(Debug)]
pub struct Plan {
    /// One entry per named or detected client, in the order of [`clients`].
    pub clients: Vec<ClientPlan>,
    pub(crate) edits: Vec<Edit>,
    /// What is there already, for the clients that need it.
    pub(crate) present: Vec<(PathBuf, Addition, &'static String)>,
}

/// Plans the edits for the chosen clients.
///
/// # Errors
/// A [`Problem`] if the journal of earlier edits cannot be read.
pub fn plan(machine: &Machine, choice: &Choice) -> Result<Plan, Problem> {
    Ok(Plan::new(machine, choice, &Journal::load(machine)?))
}

impl Plan {
    pub(crate) fn new(machine: &Machine, choice: &Choice, journal: &Journal) -> Self {
        let mut plan = Self { clients: Vec::new(), edits: Vec::new(), present: Vec::new() };
        let mut planner = Planner::new(machine, choice, journal);
        for client in clients() {
            if let Some(found) = detect(machine, client, &choice.clients) {
                // A client is set up completely or not at all.
                let before = planner.clone();
                let (steps, problem) = match planner.steps(client, found) {
                    Ok(steps) => (steps, None),
                    Err(problem) => {
                        planner = before;
                        (Vec::new(), Some(problem))
                    }
                };
                plan.clients.push(ClientPlan { client, found, steps, problem });
            }
        }
        (plan.edits, plan.present) = (planner.edits, planner.present);
        plan
    }

    /// Whether nothing is left to do.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.edits.is_empty()
    }

    /// Sets the problem of each client that needs the edit and has no problem yet, and removes its steps.
    pub(crate) fn mark_failed(&mut self, machine: &Machine, edit: &Edit, why: &Problem) {
        let file = machine.display_path(&edit.path);
        for planned in &mut self.clients {
            let needs_it = edit.clients.contains(&planned.client.name);
            if needs_it && planned.problem.is_none() {
                planned.problem = Some((file.clone(), Problem::Edit(why.to_string())));
                planned.steps.clear();
            }
        }
    }
}

fn detect(machine: &Machine, client: &Client, names: &[String]) -> Option<DetectedBy> {
    if !names.is_empty() {
        return names.contains(&client.name).then_some(DetectedBy::Named);
    }
    let existing: Vec<&String> = client.existing(machine).collect();
    if existing.iter().any(|path| !is_in_project(path)) {
        Some(DetectedBy::Home)
    } else if client.program(machine).is_some() {
        Some(DetectedBy::Program)
    } else {
        (!existing.is_empty()).then_some(DetectedBy::Project)
    }
}
