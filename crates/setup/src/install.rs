//! Which clients are on a machine; carries out a plan, and undoes it, one process at a time.

use std::path::{Path, PathBuf};

use crate::clients::{Client, Started, clients};
use crate::disk::{read, remove_folders};
use crate::journal::{Edit, Journal, Session, UndoOutcome};
use crate::machine::{Machine, Problem, Target, is_in_project};
use crate::plan::{Choice, Plan};

/// Plans the edits for the chosen clients, and makes them. If one file of a
/// client cannot be written, none of the client's own files is, and its [`ClientPlan::problem`](crate::ClientPlan::problem)
/// states why.
///
/// # Errors
/// A [`Problem`] if the journal cannot be read, or cannot be written before the first edit; nothing is changed then.
/// [`Problem::RecordAfterChanges`] if it cannot be written after the edits.
pub fn set_up(machine: &Machine, choice: &Choice) -> Result<Plan, Problem> {
    let mut session = Session::open(machine)?;
    let mut plan = Plan::new(machine, choice, &session.journal);
    session.add_clients(&plan);
    if plan.edits.is_empty() {
        return session.save().map(|()| plan);
    }
    let kept = session.journal.edits.len();
    session.journal.edits.extend(plan.edits.clone());
    // The edits are in the journal before they are made, so that they can be undone if this process ends.
    session.save()?;
    session.journal.edits.truncate(kept);
    let mut made: Vec<Edit> = Vec::new();
    let mut failed: Vec<String> = Vec::new();
    for mut edit in std::mem::take(&mut plan.edits) {
        let has_failed =
            |edit: &Edit, failed: &[String]| edit.clients.iter().all(|name| failed.contains(name));
        if has_failed(&edit, &failed) {
            continue;
        }
        match edit.apply() {
            Ok(()) => {
                edit.pending = false;
                made.push(edit);
            }
            Err(why) => {
                remove_folders(&edit.folders);
                failed.extend(edit.clients.iter().cloned());
                plan.mark_failed(machine, &edit, &why);
                let (mut reverted, others) =
                    made.into_iter().partition::<Vec<_>, _>(|edit| has_failed(edit, &failed));
                made = others;
                // What cannot be reverted now stays in the journal.
                reverted.reverse();
                reverted.retain(|edit| edit.undo().is_err());
                made.extend(reverted);
            }
        }
    }
    session.journal.edits.extend(made);
    session.save().map_err(|why| Problem::RecordAfterChanges(Box::new(why)))?;
    Ok(plan)
}

/// Undoes the edits in the home folder and in this project, for the named clients, or for all if `names` is empty.
/// `from` is the folder in which the project was, if it was moved since. Returns the outcome for each file, and the number
/// of edits in other projects, which stay.
///
/// # Errors
/// A [`Problem`] if the journal cannot be read or written; [`Problem::RecordAfterUndo`] if it cannot be written after a
/// file was restored. [`Problem::Edit`] if there is something where the project was.
pub fn undo(
    machine: &Machine,
    names: &[String],
    from: Option<&Path>,
) -> Result<(Vec<(String, UndoOutcome)>, usize), Problem> {
    let mut session = Session::open(machine)?;
    if let Some(from) = from {
        session.move_project(from, machine)?;
    }
    let (mut outcomes, mut remaining, mut in_other_projects) = (Vec::new(), Vec::new(), 0);
    for mut edit in std::mem::take(&mut session.journal.edits).into_iter().rev() {
        let file = machine.display_path(&edit.path);
        let chosen = |name: &String| names.is_empty() || names.contains(name);
        if edit.project.is_some() && edit.project != machine.project {
            in_other_projects += 1;
            remaining.push(edit);
        } else if !edit.clients.iter().any(chosen) {
            remaining.push(edit);
        } else if !edit.clients.iter().all(chosen) {
            edit.clients.retain(|name| !chosen(name));
            let why = format!("it is there for {} too", edit.clients.join(", "));
            outcomes.push((file, UndoOutcome::Skipped(why)));
            remaining.push(edit);
        } else {
            let outcome = edit.undo().unwrap_or_else(|why| UndoOutcome::Skipped(why.to_string()));
            if matches!(outcome, UndoOutcome::Skipped(_)) {
                remaining.push(edit);
            }
            outcomes.push((file, outcome));
        }
    }
    remaining.reverse();
    session.journal.edits = remaining;
    let is_changed = |(_, outcome): &(String, UndoOutcome)| {
        !matches!(outcome, UndoOutcome::Gone | UndoOutcome::Skipped(_))
    };
    let is_any_changed = outcomes.iter().any(is_changed);
    session.save().map_err(|why| {
        if is_any_changed { Problem::RecordAfterUndo(Box::new(why)) } else { why }
    })?;
    outcomes.reverse();
    Ok((by_file(outcomes), in_other_projects))
}

/// One outcome for each file: the one that leaves the most to the user.
fn by_file(outcomes: Vec<(String, UndoOutcome)>) -> Vec<(String, UndoOutcome)> {
    let mut files: Vec<(String, UndoOutcome)> = Vec::new();
    for (file, outcome) in outcomes {
        match files.iter_mut().find(|(other, _)| *other == file) {
            Some((_, earlier)) if *earlier < outcome => *earlier = outcome,
            Some(_) => {}
            None => files.push((file, outcome)),
        }
    }
    files
}

impl Session {
    /// Adds each client of the plan to the earlier edits of files that it needs, too.
    fn add_clients(&mut self, plan: &Plan) {
        for (path, addition, client) in &plan.present {
            let is_it = |edit: &&mut Edit| edit.path == *path && addition.replaces(&edit.addition);
            for edit in self.journal.edits.iter_mut().filter(is_it) {
                if !edit.clients.contains(client) {
                    edit.clients.push((*client).clone());
                }
            }
        }
    }

    /// Gives the edits of a project that was moved their paths in the new folder.
    fn move_project(&mut self, from: &Path, machine: &Machine) -> Result<(), Problem> {
        let to = match &machine.project {
            Some(to) if from.symlink_metadata().is_err() => to,
            Some(_) => return Err(Problem::Edit(format!("{} is there still", from.display()))),
            None => return Err(Problem::Edit("there is no project here".to_owned())),
        };
        // A folder above may be reached through a link.
        let top = from.ancestors().last().unwrap_or(from);
        let from = Target::below(top, from.to_owned()).canonical()?;
        for edit in &mut self.journal.edits {
            if let Some(moved) =
                edit.moved(&from, to).filter(|_| edit.project.as_ref() == Some(&from))
            {
                let is_inside = |path: PathBuf| path == moved.path;
                if Target::below(to, moved.path.clone()).canonical().is_ok_and(is_inside) {
                    *edit = moved;
                }
            }
        }
        Ok(())
    }
}

/// Checks that the record of earlier edits can be read, if there is one.
///
/// # Errors
/// [`Problem::Record`].
pub fn check_record(machine: &Machine) -> Result<(), Problem> {
    Journal::load(machine).map(drop)
}

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
    /// What it starts.
    pub started: Started,
}

/// The clients on a machine, by their programs and by their files, in the order of [`clients`].
#[must_use]
pub fn installed(machine: &Machine) -> Vec<Installed> {
    let look = |client| Installed::look(machine, client);
    clients().iter().filter_map(look).collect()
}

impl Installed {
    fn look(machine: &Machine, client: &'static Client) -> Option<Self> {
        let found = client.existing(machine).next().and_then(|path| machine.target(path));
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
            let started =
                text.and_then(|text| Ok(client.server.started_in(&text.unwrap_or_default())?));
            match started {
                Ok(Some(started)) => {
                    let in_project = is_in_project(path);
                    installed.entry = Some(Entry { file, in_project, started });
                    break;
                }
                Ok(None) => {}
                Err(why) => installed.problem = Some((file, why)),
            }
        }
        Some(installed)
    }
}

#[cfg(test)]
mod tests;
