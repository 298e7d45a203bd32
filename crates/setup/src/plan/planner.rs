//! Plans one addition after the other: a file's text is the one after the earlier additions.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::{Choice, Part, State, Step};
use crate::clients::Client;
use crate::disk::{missing_folders, read};
use crate::edit::{Added, Addition, Splice};
use crate::journal::{Edit, Journal, hash};
use crate::machine::{Machine, Problem};

#[derive(Clone)]
pub(super) struct Planner<'m> {
    pub(super) machine: &'m Machine,
    pub(super) choice: &'m Choice,
    journal: &'m Journal,
    /// The planned edits, and the texts of the files after them.
    pub(super) edits: Vec<Edit>,
    texts: BTreeMap<PathBuf, String>,
    /// What is there already, for the clients that need it.
    pub(super) present: Vec<(PathBuf, Addition, &'static String)>,
}

/// A result whose error is the file with a problem, and the problem.
pub(super) type PlanResult<T> = Result<T, (String, Problem)>;

impl<'m> Planner<'m> {
    pub(super) fn new(machine: &'m Machine, choice: &'m Choice, journal: &'m Journal) -> Self {
        Self {
            machine,
            choice,
            journal,
            edits: Vec::new(),
            texts: BTreeMap::new(),
            present: Vec::new(),
        }
    }

    /// Plans an addition to a file, after those that are planned for it already. `None` for a file in the project if there
    /// is no project.
    pub(super) fn step(
        &mut self,
        client: &'static Client,
        part: Part,
        path: &str,
        addition: Addition,
    ) -> PlanResult<Option<Step>> {
        let Some(target) = self.machine.target(path) else {
            return Ok(None);
        };
        let file = self.machine.display_path(&target.path);
        let mut step = Step::new(part, path, file.clone(), State::Same);
        self.add(client, target.canonical(), addition, &mut step).map_err(|why| (file, why))?;
        Ok(Some(step))
    }

    fn add(
        &mut self,
        client: &'static Client,
        path: Result<PathBuf, Problem>,
        addition: Addition,
        step: &mut Step,
    ) -> Result<(), Problem> {
        let path = path?;
        let before = match self.texts.get(&path) {
            Some(text) => Some(text.clone()),
            None => read(&path)?,
        };
        let is_here = |edit: &&Edit| edit.path == path && addition.replaces(&edit.addition);
        let earlier = self.journal.edits.iter().rev().find(is_here);
        let added = match (&before, earlier) {
            (Some(now), Some(edit)) => addition.update(now, &edit.addition, &edit.splice)?,
            _ => addition.put(before.as_deref())?,
        };
        let mut planned = self.edits.iter_mut();
        match added {
            Added::Other(why) => step.state = State::Skipped(why),
            Added::Same => {
                let shared = |edit: &&mut Edit| edit.path == path && edit.addition == addition;
                if let Some(edit) = planned.find(shared) {
                    edit.clients.push(client.name.clone());
                    step.state = State::Shared;
                } else {
                    self.present.push((path, addition, &client.name));
                }
            }
            Added::Text(after) => {
                let splice = Splice::between(before.as_deref().unwrap_or_default(), &after);
                step.added = splice.shown(&after);
                step.state = if before.is_some() { State::Change } else { State::Create };
                let project = self.machine.project.clone().filter(|_| step.in_project);
                self.edits.push(Edit {
                    project,
                    clients: vec![client.name.clone()],
                    folders: missing_folders(&path),
                    addition,
                    splice,
                    before: before.as_deref().map(hash),
                    after: hash(&after),
                    pending: true,
                    path: path.clone(),
                });
                self.texts.insert(path, after);
            }
        }
        Ok(())
    }
}
