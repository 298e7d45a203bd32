//! Plans the edits for one client after the other.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::{DetectedBy, Part, State, Step, instructions};
use crate::clients::Client;
use crate::disk::{missing_folders, read};
use crate::edit::{Added, Addition, Splice};
use crate::journal::{Edit, Journal, hash};
use crate::machine::{Machine, Problem, is_in_project};
use crate::texts::{AGENTS_INSTRUCTIONS, NAME, skill};

#[derive(Clone)]
pub(super) struct Planner<'m> {
    machine: &'m Machine,
    journal: &'m Journal,
    /// The planned edits, and the texts of the files after them.
    pub(super) edits: Vec<Edit>,
    texts: BTreeMap<PathBuf, String>,
    /// What is there already, for the clients that need it.
    pub(super) present: Vec<(PathBuf, Addition, &'static String)>,
}

/// A result whose error is the file with a problem, and the problem.
type PlanResult<T> = Result<T, (String, Problem)>;

impl<'m> Planner<'m> {
    pub(super) fn new(machine: &'m Machine, journal: &'m Journal) -> Self {
        Self {
            machine,
            journal,
            edits: Vec::new(),
            texts: BTreeMap::new(),
            present: Vec::new(),
        }
    }

    /// Plans all files of a client.
    pub(super) fn steps(
        &mut self,
        client: &'static Client,
        found: DetectedBy,
    ) -> PlanResult<Vec<Step>> {
        let server = &client.server;
        let mut files = server.files.iter();
        let existing = files.clone().find(|file| self.machine.exists(file));
        let server_file = existing.or(files.next()).map_or("", String::as_str);
        // A file in the project is shared, so it must not contain a path of this machine.
        let command = match is_in_project(server_file) {
            true => NAME,
            false => &self.machine.command,
        };
        let entry = Addition::Setting(server.entry(command));
        let mut parts = vec![(Part::Server, server_file, entry)];
        if let Some(subagent) = &client.subagent {
            let file = Addition::File(subagent.text());
            parts.push((Part::Explorer, &subagent.file, file));
        }
        parts.push((Part::Skill, &client.skill, Addition::File(skill())));
        let mut steps = Vec::new();
        for (part, path, addition) in parts {
            // Files elsewhere are not changed for a client that was detected only in the project.
            if is_in_project(path) || found != DetectedBy::Project {
                steps.extend(self.step(client, part, path, addition)?);
            }
        }
        if let Some(step) = steps.iter_mut().find(|step| step.part == Part::Server) {
            step.note.clone_from(&server.note);
        }
        steps.extend(self.instructions_step(client)?);
        Ok(steps)
    }

    /// Plans the block with instructions for every session, in the project's file that the client reads.
    fn instructions_step(&mut self, client: &'static Client) -> PlanResult<Option<Step>> {
        let Some(project) = &self.machine.project else {
            return Ok(None);
        };
        let file = instructions::instructions_file(self.machine, client, project);
        if instructions::would_hide(client, project, &file) {
            return Ok(Some(Step {
                part: Part::Lines,
                in_project: true,
                file,
                state: State::Skipped(instructions::WOULD_HIDE_REASON.to_owned()),
                note: String::new(),
                added: String::new(),
            }));
        }
        let block = Addition::Block(AGENTS_INSTRUCTIONS.to_owned());
        self.step(client, Part::Lines, &file, block)
    }

    /// Plans an addition to a file, after those that are planned for it already. `None` for a file in the project if there
    /// is no project.
    fn step(
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
        let mut step = Step {
            part,
            in_project: is_in_project(path),
            file: file.clone(),
            state: State::Same,
            note: String::new(),
            added: String::new(),
        };
        self.add(client, target.canonical(), addition, &mut step)
            .map_err(|why| (file, why))?;
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
                step.state = match before.is_some() {
                    true => State::Change,
                    false => State::Create,
                };
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
