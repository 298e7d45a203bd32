//! Plans the changes for one client.

use std::path::Path;

use super::{Change, DetectedBy, Kind, Part, State, Step, instructions};
use crate::clients::Client;
use crate::edit::{EditOutcome, block};
use crate::machine::{Folder, FolderPath, Machine, Problem, read};
use crate::record::Splice;
use crate::texts::{AGENTS_INSTRUCTIONS, NAME, SUBAGENT_INSTRUCTIONS, skill, skill_text};

pub(super) struct Planner<'m> {
    pub(super) machine: &'m Machine,
    pub(super) client: &'static Client,
    /// The changes that are planned so far, those of earlier clients included.
    pub(super) changes: Vec<Change>,
}

/// A result whose error is the file with a problem, and the problem.
type PlanResult<T> = Result<T, (String, Problem)>;

impl Planner<'_> {
    /// Plans all files of the client.
    pub(super) fn steps(&mut self, detected_by: DetectedBy) -> PlanResult<Vec<Step>> {
        let client = self.client;
        let mut steps = Vec::new();
        let server_file = self.first_existing(client.server.files);
        if self.is_wanted(server_file, detected_by) {
            steps.extend(self.server(server_file)?);
        }
        if let Some(subagent) = &client.subagent
            && self.is_wanted(subagent.file, detected_by)
        {
            let (part, text) = (Part::Explorer, subagent.text());
            steps.extend(self.whole_file(part, subagent.file, &text, SUBAGENT_INSTRUCTIONS)?);
        }
        if self.is_wanted(client.skill, detected_by) {
            steps.extend(self.whole_file(Part::Skill, client.skill, &skill(), &skill_text())?);
        }
        steps.extend(self.instructions_step()?);
        Ok(steps)
    }

    /// Whether files in this folder are to be changed: in the project, if there is one; elsewhere, unless the client
    /// was detected only in the project.
    fn is_wanted(&self, FolderPath(folder, _): FolderPath, detected_by: DetectedBy) -> bool {
        match folder {
            Folder::Project => self.machine.project.is_some(),
            _ => detected_by != DetectedBy::Project,
        }
    }

    /// The first existing file, else the first of the list, which is not empty.
    fn first_existing(&self, files: &'static [FolderPath]) -> FolderPath {
        let existing = files.iter().find(|at| self.machine.exists(**at));
        let first = existing.or(files.first());
        first.copied().unwrap_or(FolderPath(Folder::Home, NAME))
    }

    fn server(&mut self, at: FolderPath) -> PlanResult<Option<Step>> {
        let server = &self.client.server;
        // A file in the project is shared, so it must not contain a path of this machine.
        let command = match at {
            FolderPath(Folder::Project, _) => NAME,
            _ => &self.machine.command,
        };
        let entry = (server.entry)(command);
        let kind = Kind::Entry(server.format, server.servers_key.to_owned());
        let step = self.edit(Part::Server, at.0, Path::new(at.1), kind, |text| {
            let outcome = server
                .format
                .put(text.unwrap_or_default(), server.servers_key, &entry);
            Ok(match outcome? {
                EditOutcome::Text(text) => Ok(text),
                EditOutcome::Same => Err(State::Same),
                EditOutcome::Other => Err(State::Skipped(format!(
                    "it has another entry `{NAME}`; take that out to have this one"
                ))),
            })
        })?;
        let note = server.note;
        Ok(step.map(|step| Step { note, ..step }))
    }

    /// Plans a file that setup creates as a whole. In an existing one, the block between the markers is replaced;
    /// without markers, it is left unchanged.
    fn whole_file(
        &mut self,
        part: Part,
        FolderPath(folder, path): FolderPath,
        new_file: &str,
        block_text: &str,
    ) -> PlanResult<Option<Step>> {
        self.edit(part, folder, Path::new(path), Kind::Whole, |text| {
            let Some(text) = text.filter(|text| !text.is_empty()) else {
                return Ok(Ok(new_file.to_owned()));
            };
            match block::find(text)? {
                None => Ok(Err(State::Skipped("it is not ours".to_owned()))),
                Some(_) => Ok(unless_same(text, block::insert(text, block_text)?)),
            }
        })
    }

    /// Plans the block with instructions for every session, in the project's file that the client reads.
    fn instructions_step(&mut self) -> PlanResult<Option<Step>> {
        let Some(project) = &self.machine.project else {
            return Ok(None);
        };
        let file = instructions::instructions_file(self.machine, self.client, project);
        let would_hide = instructions::would_hide(self.client, project, &file);
        self.edit(Part::Lines, Folder::Project, &file, Kind::Block, |text| {
            if would_hide {
                let reason = instructions::WOULD_HIDE_REASON;
                return Ok(Err(State::Skipped(reason.to_owned())));
            }
            let text = text.unwrap_or_default();
            Ok(unless_same(text, block::insert(text, AGENTS_INSTRUCTIONS)?))
        })
    }

    /// Plans an edit of a file, applied after the edits that are already planned for it; together they are one change.
    /// The closure receives the text of the file, and returns the edited text, or the state of a file that is not
    /// changed. `None` for a file in the project if there is no project.
    fn edit(
        &mut self,
        part: Part,
        folder: Folder,
        path: &Path,
        kind: Kind,
        edit: impl FnOnce(Option<&str>) -> Result<Result<String, State>, Problem>,
    ) -> PlanResult<Option<Step>> {
        let Some(target) = self.machine.target(FolderPath(folder, "")) else {
            return Ok(None);
        };
        let target = target.join(path);
        let file = self.machine.display_path(&target.path);
        let with_file = |why: Problem| (file.clone(), why);
        let canonical_path = target.canonical().map_err(with_file)?;
        let planned = self
            .changes
            .iter()
            .position(|change| change.path == canonical_path);
        let before = match planned.and_then(|at| self.changes.get(at)) {
            Some(change) => Some(change.after.clone()),
            None => read(&canonical_path).map_err(with_file)?,
        };
        let in_project = matches!(folder, Folder::Project);
        let (state, added) = match edit(before.as_deref()).map_err(with_file)? {
            Err(State::Same) if planned.is_some() => (State::Shared, String::new()),
            Err(state) => (state, String::new()),
            Ok(after) => {
                let added = added(before.as_deref().unwrap_or_default(), &after);
                let state = match before.is_some() {
                    true => State::Change,
                    false => State::Create,
                };
                match planned.and_then(|at| self.changes.get_mut(at)) {
                    // Links can lead several clients to one file: their edits are one change of it.
                    Some(change) => {
                        change.after = after;
                        if !change.kinds.contains(&kind) {
                            change.kinds.push(kind);
                        }
                    }
                    None => self.changes.push(Change {
                        path: canonical_path.clone(),
                        in_project,
                        kinds: vec![kind],
                        clients: Vec::new(),
                        before,
                        after,
                    }),
                }
                (state, added)
            }
        };
        let mut changes = self.changes.iter_mut();
        if let Some(change) = changes.find(|change| change.path == canonical_path) {
            change.clients.push(self.client.name);
        }
        Ok(Some(Step {
            part,
            in_project,
            file,
            state,
            note: "",
            added,
        }))
    }
}

/// The edited text; `Err(State::Same)` if the edit changes nothing.
fn unless_same(before: &str, after: String) -> Result<String, State> {
    match before == after {
        true => Err(State::Same),
        false => Ok(after),
    }
}

/// The lines that `after` has and `before` has not, without their common indentation.
fn added(before: &str, after: &str) -> String {
    let splice = Splice::between(before, after);
    let indentation = splice.indentation(after);
    let new = format!("{indentation}{}", splice.added);
    // An entry that is appended to a JSON object begins with the comma after the entry before it.
    let new = new.trim_start_matches([',', '\r', '\n']).trim_end();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let lines = || new.lines().filter(|line| !line.trim().is_empty());
    let common_indent = lines().map(indent).min().unwrap_or_default();
    let lines = new
        .lines()
        .map(|line| line.get(common_indent..).unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}
