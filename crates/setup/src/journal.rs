//! The journal of all edits on a machine: written before the first edit, so that each can be undone, whenever a run ends.
//!
//! A file's full text is not stored, because it may hold secrets: only what was added, the text that it replaced, and
//! hashes of the file before and after.

use std::fs::File;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::disk::{lock, make_folders, read, remove, remove_folders, remove_unfinished, replace};
use crate::edit::{Addition, Splice};
use crate::machine::{Machine, Problem};

/// The names of the files in [`Machine::records`].
const JOURNAL_FILE: &str = "init.json";
const LOCK_FILE: &str = "init.lock";
/// The version of the journal's form.
const VERSION: u32 = 1;

/// All edits on this machine.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Journal {
    /// [`VERSION`]; 0 of the first one, which did not state it.
    #[serde(default)]
    version: u32,
    /// Folders that were created for the journal's own file.
    folders: Vec<PathBuf>,
    /// In the order in which they were made. A file has one for each addition, and one for each update of it.
    pub(crate) edits: Vec<Edit>,
}

/// One edit of a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Edit {
    /// The file's canonical path, without links.
    pub(crate) path: PathBuf,
    /// The project that contains the file; `None` for a file in the home folder.
    pub(crate) project: Option<PathBuf>,
    /// The names of the clients that need the edit.
    pub(crate) clients: Vec<String>,
    /// Folders that are missing above the file and so are created for it, outermost first.
    pub(crate) folders: Vec<PathBuf>,
    pub(crate) addition: Addition,
    pub(crate) splice: Splice,
    /// The hash of the file before the edit; `None` if it did not exist.
    pub(crate) before: Option<String>,
    /// The hash of the file after the edit.
    pub(crate) after: String,
    /// Whether the edit was about to be made: if the run ended before it did, it may not have been.
    pub(crate) pending: bool,
}

impl Journal {
    /// # Errors
    /// [`Problem::Record`] if there is one that cannot be read.
    pub(crate) fn load(machine: &Machine) -> Result<Self, Problem> {
        let damaged = |why: &dyn std::fmt::Display| Problem::Record(why.to_string());
        let text = read(&machine.records.join(JOURNAL_FILE)).map_err(|why| damaged(&why))?;
        let Some(text) = text else {
            return Ok(Self { version: VERSION, ..Self::default() });
        };
        let value: Value = serde_json::from_str(&text).map_err(|why| damaged(&why))?;
        if value["version"].as_u64() > Some(VERSION.into()) {
            return Err(damaged(&"a later version of this program wrote it"));
        }
        let journal: Self = serde_json::from_value(value).map_err(|why| damaged(&why))?;
        Ok(Self { version: VERSION, ..journal })
    }
}

/// The journal, locked: no other process reads it for a change, or changes a file, meanwhile.
pub(crate) struct Session {
    records: PathBuf,
    pub(crate) journal: Journal,
    _lock: File,
}

impl Session {
    /// Waits for the lock, and reads the journal. If an earlier run was ended, removes what it left unfinished, and
    /// forgets the edits that it did not make.
    ///
    /// # Errors
    /// A [`Problem`] if the journal cannot be locked or read.
    pub(crate) fn open(machine: &Machine) -> Result<Self, Problem> {
        let (lock, folders) = lock(&machine.records.join(LOCK_FILE))?;
        let mut journal = Journal::load(machine)?;
        journal.folders.extend(folders);
        remove_unfinished(&machine.records.join(JOURNAL_FILE));
        journal.edits.retain_mut(|edit| {
            remove_unfinished(&edit.path);
            let was_made = !edit.pending || edit.was_made();
            if !was_made {
                remove_folders(&edit.folders);
            }
            edit.pending = false;
            was_made
        });
        Ok(Self { records: machine.records.clone(), journal, _lock: lock })
    }

    /// Writes the journal. If it has no edits, removes its file, the lock and the folders that were created for them.
    pub(crate) fn save(&self) -> Result<(), Problem> {
        let path = self.records.join(JOURNAL_FILE);
        if !self.journal.edits.is_empty() {
            let text =
                serde_json::to_string_pretty(&self.journal).map_err(std::io::Error::other)?;
            return Ok(replace(&path, &text)?);
        }
        for path in [path, self.records.join(LOCK_FILE)] {
            if path.symlink_metadata().is_ok() {
                remove(&path)?;
            }
        }
        remove_folders(&self.journal.folders);
        remove_folders(std::slice::from_ref(&self.records));
        Ok(())
    }
}

/// The result of undoing the edits of one file; if it has several, the last one of these.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "state", content = "why")]
pub enum UndoOutcome {
    /// The file no longer contains what was added, or no longer exists.
    Gone,
    /// The file is restored byte for byte.
    Restored,
    /// The file was created, and is removed.
    Removed,
    /// The file was changed since: what was added is removed, and the other changes remain.
    TakenOut,
    /// The file is left unchanged, with the reason.
    Skipped(String),
}

impl Edit {
    /// Makes the edit.
    ///
    /// # Errors
    /// A [`Problem`] if the file no longer has the planned text, or cannot be written.
    pub(crate) fn apply(&self) -> Result<(), Problem> {
        let now = read(&self.path)?;
        if now.as_deref().map(hash) != self.before {
            return Err(Problem::Changed);
        }
        let after = self.splice.apply(&now.unwrap_or_default());
        let after = after.filter(|text| hash(text) == self.after);
        make_folders(&self.path)?;
        Ok(replace(&self.path, &after.ok_or(Problem::Changed)?)?)
    }

    /// Whether a run that ended too early made this edit.
    fn was_made(&self) -> bool {
        match read(&self.path) {
            Ok(Some(now)) => {
                let hash = hash(&now);
                let is_before = self.before.as_ref() == Some(&hash);
                hash == self.after || (!is_before && self.addition.is_in(&now))
            }
            // It was not made, unless the project was moved since.
            Ok(None) => self.project.as_ref().is_some_and(|top| top.symlink_metadata().is_err()),
            // What cannot be read now may be readable when it is undone.
            Err(_) => true,
        }
    }

    /// Undoes the edit.
    ///
    /// # Errors
    /// A [`Problem`] if what was added cannot be separated from later changes, or the file cannot be written.
    pub(crate) fn undo(&self) -> Result<UndoOutcome, Problem> {
        remove_unfinished(&self.path);
        let outcome = match read(&self.path)? {
            Some(now) => self.undo_in(&now)?,
            None => UndoOutcome::Gone,
        };
        remove_folders(&self.folders);
        Ok(outcome)
    }

    fn undo_in(&self, now: &str) -> Result<UndoOutcome, Problem> {
        let now_hash = hash(now);
        let is_unchanged = now_hash == self.after;
        let text = if is_unchanged {
            let damaged = || Problem::Edit("the record of it is damaged".to_owned());
            let text = self.splice.undo(now).ok_or_else(damaged)?;
            if self.before.as_ref().is_some_and(|before| hash(&text) != *before) {
                return Err(damaged());
            }
            text
        } else if self.before.as_ref() == Some(&now_hash) {
            return Ok(UndoOutcome::Gone);
        } else {
            match self.addition.take(now, &self.splice)? {
                Some(text) => text,
                None => return Ok(UndoOutcome::Gone),
            }
        };
        // A file that was created goes, unless there is something else in it now.
        let is_empty = text.chars().all(|c| c.is_whitespace() || "{}".contains(c));
        if self.before.is_none() && is_empty {
            remove(&self.path)?;
            return Ok(UndoOutcome::Removed);
        }
        replace(&self.path, &text)?;
        Ok(if is_unchanged { UndoOutcome::Restored } else { UndoOutcome::TakenOut })
    }

    /// The edit in a project that was moved; `None` if it leads out of the project there.
    pub(crate) fn moved(&self, from: &Path, to: &Path) -> Option<Self> {
        let moved = |path: &PathBuf| path.strip_prefix(from).map(|inner| to.join(inner)).ok();
        let path = moved(&self.path)?;
        Some(Self {
            folders: self.folders.iter().filter_map(moved).collect(),
            project: Some(to.to_owned()),
            path,
            ..self.clone()
        })
    }
}

pub(crate) fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}
