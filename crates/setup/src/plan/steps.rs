//! The steps for one client: what is added to which of its files, and the file from which it reads its instructions.

use std::path::Path;

use serde_json::Value;

use super::planner::{PlanResult, Planner};
use super::{DetectedBy, Part, State, Step};
use crate::clients::{Client, Extra};
use crate::disk::read;
use crate::edit::Addition;
use crate::machine::{Machine, Problem, is_in_project};
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
        let name = [NAME.to_owned()];
        let command = if is_in_project(server_file) { &name[..] } else { &self.machine.command };
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
        for (extra, file) in
            extra.iter().flat_map(|extra| extra.files.iter().map(move |file| (extra, file)))
        {
            let path = match file.file.as_str() {
                "" => self.server_file(client),
                path => path,
            };
            for addition in file.additions() {
                let step = match self.step(client, part, path, addition) {
                    Err((file, Problem::Edit(why))) => {
                        Some(Step::new(part, path, file, State::Skipped(why)))
                    }
                    step => step?,
                };
                steps.extend(step.map(|step| Step { note: extra.note(), ..step }));
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
            let state = State::Skipped(why.to_owned());
            Ok(Some(Step::new(Part::Lines, &file, file.clone(), state)))
        };
        if self.choice.user {
            let source = &client.instructions.user_source;
            return match user_file(self.machine, client) {
                Some(_) if found == DetectedBy::Project => Ok(None),
                Some(file) => {
                    let step = self.step(client, Part::Lines, file, block)?;
                    Ok(step.map(|step| Step {
                        note: format!("it reads them in every project: {source}"),
                        ..step
                    }))
                }
                None => skipped("AGENTS.md".to_owned(), NO_USER_FILE_REASON),
            };
        }
        let Some(project) = &self.machine.project else {
            return Ok(None);
        };
        let file = instructions_file(self.machine, client, project);
        if would_hide(client, project, &file) {
            skipped(file, WOULD_HIDE_REASON)
        } else {
            self.step(client, Part::Lines, &file, block)
        }
    }
}

impl Step {
    /// A step for a file, at a path as the clients' files write it.
    pub(super) fn new(part: Part, path: &str, file: String, state: State) -> Self {
        let in_project = is_in_project(path);
        Self { part, in_project, file, state, note: String::new(), added: String::new() }
    }
}

/// The reason why AGENTS.md is not created beside a CLAUDE.md.
pub(super) const WOULD_HIDE_REASON: &str = "there is a CLAUDE.md and no AGENTS.md, and a new one would hide it from clients that read one of them; make AGENTS.md a link to it, and run this again";

/// The reason why no lines are written for all projects.
pub(super) const NO_USER_FILE_REASON: &str = "it reads no file in all projects that is known here; without --user the lines go to the project";

const AGENTS_FILE: &str = "AGENTS.md";

/// The file, relative to the project: the one that the client's settings name, else the first existing one of the
/// client's files, else the last of them. If the file includes AGENTS.md and that exists, AGENTS.md is returned.
pub(super) fn instructions_file(machine: &Machine, client: &Client, top: &Path) -> String {
    let files = &client.instructions.files;
    let first = files.iter().find(|file| exists(top, file));
    let usual = first.or(files.last()).map_or(AGENTS_FILE, String::as_str);
    let file = configured_file(machine, client).unwrap_or_else(|| usual.to_owned());
    let is_include = |line: &str| matches!(line.trim(), "@AGENTS.md" | "@./AGENTS.md");
    let text = read(&top.join(&file)).ok().flatten();
    if text.is_some_and(|text| text.lines().any(is_include)) && exists(top, AGENTS_FILE) {
        AGENTS_FILE.to_owned()
    } else {
        file
    }
}

/// The file that the client reads in every project, as the clients' files write paths; `None` if none is known.
pub(super) fn user_file<'c>(machine: &Machine, client: &'c Client) -> Option<&'c String> {
    let files = &client.instructions.user;
    files.iter().find(|file| machine.exists(file)).or(files.last())
}

/// Whether creating the file would hide the existing CLAUDE.md from clients that read only one of the two.
pub(super) fn would_hide(client: &Client, top: &Path, file: &str) -> bool {
    let is_new = file == AGENTS_FILE && !exists(top, AGENTS_FILE);
    let reads_claude = client.instructions.files.iter().any(|file| file == "CLAUDE.md");
    is_new && exists(top, "CLAUDE.md") && !reads_claude
}

fn exists(top: &Path, file: &str) -> bool {
    top.join(file).symlink_metadata().is_ok()
}

/// The file that the client's settings name, or the first if they name several; `None` if they name none, or a path
/// with separators.
fn configured_file(machine: &Machine, client: &Client) -> Option<String> {
    let server = &client.server;
    let keys = &client.instructions.setting_keys;
    let settings_file = server.files.first().filter(|_| !keys.is_empty())?;
    let text = read(&machine.target(settings_file)?.path).ok()??;
    let name = match server.format.setting(&text, keys).ok()?? {
        Value::String(name) => name,
        Value::Array(names) => names.first()?.as_str()?.to_owned(),
        _ => return None,
    };
    let is_file_name = !name.is_empty() && !name.contains(['/', '\\']);
    is_file_name.then_some(name)
}
