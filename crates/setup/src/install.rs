//! Carries out a plan, and undoes it.

use serde::Serialize;

use crate::edit::block;
use crate::machine::{
    Machine, Problem, make_folders, missing_folders, read, remove_folders, replace,
};
use crate::plan::{Change, Kind, Plan};
use crate::record::{ChangedFile, Record, Splice, hash};

impl Plan {
    /// Whether anything is left to do.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.changes.is_empty()
    }

    /// Carries out the plan. If one file of a client cannot be written, none of the client's own files is written, and
    /// its [`ClientPlan::problem`](crate::ClientPlan::problem) states why.
    ///
    /// # Errors
    /// A [`Problem`] if the record of the changes cannot be read, or cannot be written before the first change; nothing is
    /// changed then. [`Problem::RecordAfterChanges`] if it cannot be written after the changes.
    pub fn write(&mut self, machine: &Machine) -> Result<(), Problem> {
        let mut record = Record::load(machine)?;
        let old = record.clone();
        let mut written: Vec<Change> = Vec::new();
        for change in &self.changes {
            record.plan_change(machine, change);
        }
        // The record is saved first, so that an interrupted run can be undone.
        record.save(machine)?;
        let mut failed_clients: Vec<&'static str> = Vec::new();
        for change in std::mem::take(&mut self.changes) {
            let all_failed = |change: &Change, failed: &[&str]| {
                change.clients.iter().all(|name| failed.contains(name))
            };
            let applied = match all_failed(&change, &failed_clients) {
                true => Ok(false),
                false => change.apply().map(|()| true),
            };
            match applied {
                Ok(true) => written.push(change),
                Ok(false) => record.restore_entry(&change, &old),
                Err(why) => {
                    record.restore_entry(&change, &old);
                    failed_clients.extend(&change.clients);
                    self.mark_failed(machine, &change, &why);
                    let (to_revert, remaining): (Vec<_>, Vec<_>) = written
                        .into_iter()
                        .partition(|earlier| all_failed(earlier, &failed_clients));
                    to_revert
                        .iter()
                        .for_each(|earlier| record.revert(earlier, &old));
                    written = remaining;
                }
            }
        }
        // The record that was saved first lists all these changes and the folders that were created for them, so that
        // they can be undone even if this fails.
        record
            .save(machine)
            .map_err(|why| Problem::RecordAfterChanges(Box::new(why)))
    }

    /// Sets the problem of each client that needs the change and has no problem yet, and removes its steps.
    fn mark_failed(&mut self, machine: &Machine, change: &Change, why: &Problem) {
        let file = machine.display_path(&change.path);
        for planned in &mut self.clients {
            if change.clients.contains(&planned.client.name) && planned.problem.is_none() {
                planned.problem = Some((file.clone(), Problem::Edit(why.to_string())));
                planned.steps.clear();
            }
        }
    }
}

impl Change {
    /// Writes the change.
    ///
    /// # Errors
    /// A [`Problem`] if the file no longer has the planned text, or cannot be written.
    fn apply(&self) -> Result<(), Problem> {
        if read(&self.path)? != self.before {
            return Err(Problem::Changed);
        }
        make_folders(&self.path)?;
        Ok(replace(&self.path, &self.after)?)
    }
}

impl Record {
    /// Records a change before it is made. An earlier entry for the file is merged into it, so that undo restores the
    /// text before the first change.
    fn plan_change(&mut self, machine: &Machine, change: &Change) {
        let before = change.before.as_deref();
        let mut entry = ChangedFile {
            path: change.path.clone(),
            project: machine.project.clone().filter(|_| change.in_project),
            clients: change.clients.iter().map(|&name| name.into()).collect(),
            kinds: change.kinds.clone(),
            folders: missing_folders(&change.path),
            splice: Splice::between(before.unwrap_or_default(), &change.after),
            before: before.map(hash),
            after: hash(&change.after),
        };
        if let (Some(at), Some(now)) = (self.position(&change.path), before) {
            let earlier_entry = self.files.remove(at);
            match earlier_entry.text_after_undo(now) {
                Ok((original, is_users_file)) => {
                    let original = original.unwrap_or_default();
                    entry.splice = Splice::between(&original, &change.after);
                    entry.before = is_users_file.then(|| hash(&original));
                    entry.folders = earlier_entry.folders;
                }
                // The file has been changed so that it cannot be undone: keep the old entry, so that undo skips it.
                Err(_) => {
                    entry.splice = earlier_entry.splice;
                    entry.before = earlier_entry.before;
                    entry.after = earlier_entry.after;
                    entry.folders = earlier_entry.folders;
                }
            }
            let earlier_kinds = earlier_entry.kinds.into_iter();
            let earlier_kinds = earlier_kinds.filter(|kind| !change.kinds.contains(kind));
            entry.kinds.extend(earlier_kinds);
            let others = earlier_entry.clients.into_iter();
            let others = others.filter(|name| !change.clients.contains(&name.as_str()));
            entry.clients.extend(others);
        }
        self.files.push(entry);
    }

    /// Restores a file to its text before this run.
    fn revert(&mut self, change: &Change, old: &Self) {
        // If the file cannot be restored, its entry remains in the record.
        let restored = match &change.before {
            Some(text) => replace(&change.path, text),
            None => std::fs::remove_file(&change.path),
        };
        if restored.is_ok() {
            self.restore_entry(change, old);
        }
    }

    /// Replaces the entry of a change that was not made by the file's entry in the `old` record. If that has none,
    /// removes the entry, and the folders that were created for it.
    fn restore_entry(&mut self, change: &Change, old: &Self) {
        if let Some(at) = self.position(&change.path) {
            let entry = self.files.remove(at);
            match old.position(&change.path).and_then(|at| old.files.get(at)) {
                Some(earlier_entry) => self.files.push(earlier_entry.clone()),
                None => remove_folders(&entry.folders),
            }
        }
    }
}

/// The result of undoing the changes of one file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "state", content = "why")]
pub enum UndoOutcome {
    /// The file is restored byte for byte; a file that was created is removed.
    Restored,
    /// The file was changed since: the inserted text is removed, and the other changes remain.
    TakenOut,
    /// The file no longer contains the inserted text, or no longer exists.
    Gone,
    /// The file is left unchanged, with the reason.
    #[serde(rename = "kept")]
    Skipped(String),
}

/// Undoes the changes in the home folder and in this project, for the named clients, or for all if `names` is empty.
/// Returns the outcome for each file, and the number of changed files in other projects, which are left unchanged.
///
/// # Errors
/// A [`Problem`] if the record of the changes cannot be read or written; [`Problem::RecordAfterUndo`] if it cannot be
/// written after a file was restored.
pub fn undo(
    machine: &Machine,
    names: &[String],
) -> Result<(Vec<(String, UndoOutcome)>, usize), Problem> {
    let mut record = Record::load(machine)?;
    let (mut outcomes, mut remaining, mut in_other_projects) = (Vec::new(), Vec::new(), 0);
    for entry in std::mem::take(&mut record.files).into_iter().rev() {
        let file = machine.display_path(&entry.path);
        let chosen = |name: &String| names.is_empty() || names.contains(name);
        if entry.project.is_some() && entry.project != machine.project {
            in_other_projects += 1;
            remaining.push(entry);
        } else if !entry.clients.iter().any(chosen) {
            remaining.push(entry);
        } else if !entry.clients.iter().all(chosen) {
            let others = entry.clients.iter().filter(|name| !chosen(name)).cloned();
            let others: Vec<String> = others.collect();
            let why = format!("it is there for {} too", others.join(", "));
            remaining.push(ChangedFile {
                clients: others,
                ..entry
            });
            outcomes.push((file, UndoOutcome::Skipped(why)));
        } else {
            let undone = entry
                .undo()
                .unwrap_or_else(|why| UndoOutcome::Skipped(why.to_string()));
            if matches!(undone, UndoOutcome::Skipped(_)) {
                remaining.push(entry);
            }
            outcomes.push((file, undone));
        }
    }
    remaining.reverse();
    outcomes.reverse();
    record.files = remaining;
    let is_any_changed = outcomes
        .iter()
        .any(|(_, outcome)| matches!(outcome, UndoOutcome::Restored | UndoOutcome::TakenOut));
    record.save(machine).map_err(|why| match is_any_changed {
        true => Problem::RecordAfterUndo(Box::new(why)),
        false => why,
    })?;
    Ok((outcomes, in_other_projects))
}

impl ChangedFile {
    fn undo(&self) -> Result<UndoOutcome, Problem> {
        let Some(now) = read(&self.path)? else {
            remove_folders(&self.folders);
            return Ok(UndoOutcome::Gone);
        };
        let same = |text: &Option<String>| text.as_deref() == Some(now.as_str());
        let (restored_text, is_users_file) = self.text_after_undo(&now)?;
        if same(&restored_text) && is_users_file {
            return Ok(UndoOutcome::Gone);
        }
        let unchanged = hash(&now) == self.after;
        match restored_text.filter(|text| is_users_file || !text.trim().is_empty()) {
            Some(text) => replace(&self.path, &text)?,
            None => std::fs::remove_file(&self.path)?,
        }
        remove_folders(&self.folders);
        Ok(match unchanged {
            true => UndoOutcome::Restored,
            false => UndoOutcome::TakenOut,
        })
    }

    /// The text of the file without the inserted text (`None` if the file is to be removed), and whether the file is the
    /// user's: it existed before the change, or the user removed the inserted text from it.
    ///
    /// # Errors
    /// A [`Problem`] if the inserted text cannot be separated from later changes.
    fn text_after_undo(&self, now: &str) -> Result<(Option<String>, bool), Problem> {
        let is_users_file = self.before.is_some();
        if hash(now) == self.after {
            let damaged = || Problem::Edit("the record of it is damaged".to_owned());
            let text = self.splice.undo(now).ok_or_else(damaged)?;
            return match &self.before {
                Some(before) if hash(&text) != *before => Err(damaged()),
                Some(_) => Ok((Some(text), true)),
                None => Ok((Some(text).filter(|text| !text.is_empty()), false)),
            };
        }
        if self.before.as_deref() == Some(&*hash(now)) {
            return Ok((Some(now.to_owned()), is_users_file));
        }
        if let Some(text) = self.splice.remove_added(now) {
            return Ok((Some(text), is_users_file));
        }
        let mut without_insertion: Option<String> = None;
        for kind in &self.kinds {
            let text = without_insertion.as_deref().unwrap_or(now);
            let edited = match kind {
                Kind::Entry(format, map) => format.take(text, map)?,
                Kind::Block => block::remove(text)?,
                // Which lines of the changed file were inserted is unknown, whatever else was.
                Kind::Whole => {
                    let why = "it was changed since it was made; remove it by hand";
                    return Err(Problem::Edit(why.to_owned()));
                }
            };
            without_insertion = edited.or(without_insertion);
        }
        match without_insertion {
            Some(text) => Ok((Some(text), is_users_file)),
            // If the inserted text is gone, the file belongs to the user now, even if it was created here.
            None => Ok((Some(now.to_owned()), true)),
        }
    }
}

#[cfg(test)]
mod tests;
