//! The steps for one client: what is added to which of its files.

use super::planner::{PlanResult, Planner};
use super::{DetectedBy, Part, State, Step, instructions};
use crate::clients::{Client, Extra};
use crate::edit::Addition;
use crate::machine::{Problem, is_in_project};
use crate::texts::{AGENTS_INSTRUCTIONS, NAME, skill};

impl Planner<'_> {
    /// Plans all files of a client.
    pub(super) fn steps(
        &mut self,
        client: &'static Client,
        found: DetectedBy,
    ) -> PlanResult<Vec<Step>> {
        let server_file = self.server_file(client);
        // A file in the project is shared, so it must not contain a path of this machine.
        let command = if is_in_project(server_file) {
            NAME
        } else {
            &self.machine.command
        };
        let allow = client.allow.as_ref().filter(|_| self.choice.allow);
        let fields = allow.map(|extra| &extra.entry);
        let entry = Addition::Setting(client.server.entry(command, fields));
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
            step.note.clone_from(&client.server.note);
        }
        if found != DetectedBy::Project {
            let hook = client.hook.as_ref().filter(|_| self.choice.hook);
            for (part, extra) in [(Part::Permission, allow), (Part::Hook, hook)] {
                steps.extend(self.extra_steps(client, part, extra)?);
            }
        }
        steps.extend(self.instructions_step(client, found)?);
        Ok(steps)
    }

    /// The first existing one of the files that may have the server's entry, else the first.
    fn server_file(&self, client: &'static Client) -> &'static str {
        let mut files = client.server.files.iter();
        let existing = files.clone().find(|file| self.machine.exists(file));
        existing.or(files.next()).map_or("", String::as_str)
    }

    /// Plans what the caller asked for besides. Where the file has something else in its place, that stays, and the client
    /// is set up nevertheless.
    fn extra_steps(
        &mut self,
        client: &'static Client,
        part: Part,
        extra: Option<&'static Extra>,
    ) -> PlanResult<Vec<Step>> {
        let mut steps = Vec::new();
        for (extra, file) in extra
            .iter()
            .flat_map(|extra| extra.files.iter().map(move |file| (extra, file)))
        {
            let path = match file.file.as_str() {
                "" => self.server_file(client),
                path => path,
            };
            for addition in file.additions() {
                let step = match self.step(client, part, path, addition) {
                    Err((file, Problem::Edit(why))) => Some(Step::skipped(part, path, file, why)),
                    step => step?,
                };
                steps.extend(step.map(|step| Step {
                    note: extra.note(),
                    ..step
                }));
            }
        }
        Ok(steps)
    }

    /// Plans the block with instructions for every session, in the file that the client reads: the user's own one if the
    /// caller asks for it, else the project's.
    fn instructions_step(
        &mut self,
        client: &'static Client,
        found: DetectedBy,
    ) -> PlanResult<Option<Step>> {
        let block = Addition::Block(AGENTS_INSTRUCTIONS.to_owned());
        let skipped = |file: String, why: &str| {
            let step = Step::skipped(Part::Lines, &file, file.clone(), why.to_owned());
            Ok(Some(step))
        };
        if self.choice.user {
            let source = &client.instructions.user_source;
            return match instructions::user_file(self.machine, client) {
                Some(_) if found == DetectedBy::Project => Ok(None),
                Some(file) => {
                    let step = self.step(client, Part::Lines, file, block)?;
                    Ok(step.map(|step| Step {
                        note: format!("it reads them in every project: {source}"),
                        ..step
                    }))
                }
                None => skipped("AGENTS.md".to_owned(), instructions::NO_USER_FILE_REASON),
            };
        }
        let Some(project) = &self.machine.project else {
            return Ok(None);
        };
        let file = instructions::instructions_file(self.machine, client, project);
        if instructions::would_hide(client, project, &file) {
            skipped(file, instructions::WOULD_HIDE_REASON)
        } else {
            self.step(client, Part::Lines, &file, block)
        }
    }
}

impl Step {
    /// A step for a file, at a path as the clients' files write it, that is left unchanged.
    fn skipped(part: Part, path: &str, file: String, why: String) -> Self {
        Self {
            part,
            in_project: is_in_project(path),
            file,
            state: State::Skipped(why),
            note: String::new(),
            added: String::new(),
        }
    }
}
