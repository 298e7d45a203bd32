//! The journal: a file to which a measurement appends each event at once, so that it can be resumed and merged with
//! others.

mod contents;

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;

pub use self::contents::RecordedPlan;
pub(crate) use self::contents::{Contents, Line};
use crate::record::{Key, Record};
use crate::run::Skipped;
use crate::trace::PastTurn;

/// A measurement's journal: a file of JSON lines.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    writer: Writer,
    /// The records that the journal contained when it was opened.
    records: BTreeMap<Key, Record>,
    /// The model turns that it contained, by the id of the run.
    turns: BTreeMap<String, Vec<PastTurn>>,
    /// The skipped tasks that it contained.
    skipped: Vec<Skipped>,
    /// The plans that it contained.
    plans: Vec<RecordedPlan>,
    /// The number of unreadable lines; an interrupted measurement leaves one.
    pub unreadable_lines: usize,
}

/// Appends whole lines. Clones write to the same file.
#[derive(Clone, Debug)]
pub(crate) struct Writer(Arc<Mutex<File>>);

impl Writer {
    pub(crate) fn append(&self, line: &impl Serialize) -> io::Result<()> {
        let line = serde_json::to_string(line).map_err(io::Error::other)? + "\n";
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(line.as_bytes())
    }
}

/// Why a journal cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file is not empty, and the caller did not ask to resume it.
    #[error("{} exists already", .0.display())]
    Exists(PathBuf),
    /// The file is not empty, and no line of it is a line of a journal.
    #[error("{} exists and is no journal of a measurement", .0.display())]
    Foreign(PathBuf),
    /// The system reports an error.
    #[error("{} cannot be read or written: {why}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error message.
        why: io::Error,
    },
}

impl Journal {
    /// Opens a journal, or creates it. Its lines stay as they are; if it has any, `resume` must be true.
    ///
    /// # Errors
    /// A [`JournalError`].
    pub fn open(path: &Path, resume: bool) -> Result<Self, JournalError> {
        let io_error = |why| JournalError::Io {
            path: path.to_owned(),
            why,
        };
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let mut file = options.open(path).map_err(io_error)?;
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(0)).map_err(io_error)?;
        file.read_to_end(&mut bytes).map_err(io_error)?;
        if !bytes.is_empty() && !resume {
            return Err(JournalError::Exists(path.to_owned()));
        }
        let contents = Contents::read(&String::from_utf8_lossy(&bytes));
        if contents.readable_lines == 0 && contents.unreadable_lines > 0 {
            return Err(JournalError::Foreign(path.to_owned()));
        }
        if bytes.last().is_some_and(|last| *last != b'\n') {
            file.write_all(b"\n").map_err(io_error)?;
        }
        Ok(Self {
            path: path.to_owned(),
            writer: Writer(Arc::new(Mutex::new(file))),
            unreadable_lines: contents.unreadable_lines,
            turns: contents.turns,
            skipped: contents.skipped,
            plans: contents.recorded_plans,
            records: contents
                .records
                .into_iter()
                .map(|record| (record.key.clone(), record))
                .collect(),
        })
    }

    /// Returns the record of a question that was answered before the journal was opened.
    #[must_use]
    pub fn record(&self, key: &Key) -> Option<&Record> {
        self.records.get(key)
    }

    /// Returns the model turns of one question to one arm from before the journal was opened, by [`Key::run_id`].
    pub(crate) fn past_turns(&self, run_id: &str) -> Vec<PastTurn> {
        self.turns.get(run_id).cloned().unwrap_or_default()
    }

    pub(crate) fn writer(&self) -> Writer {
        self.writer.clone()
    }

    /// Appends the plan of a measurement, unless the journal contained it when it was opened.
    ///
    /// # Errors
    /// A [`JournalError::Io`].
    pub fn append_plan(&self, recorded_plan: &RecordedPlan) -> Result<(), JournalError> {
        match self.plans.contains(recorded_plan) {
            true => Ok(()),
            false => self.write(&Line::Plan(recorded_plan.clone())),
        }
    }

    /// Appends a task that could not be asked, unless the journal contained it when it was opened.
    ///
    /// # Errors
    /// A [`JournalError::Io`].
    pub fn append_skipped(&self, skipped: &Skipped) -> Result<(), JournalError> {
        match self.skipped.contains(skipped) {
            true => Ok(()),
            false => self.write(&Line::Skip(skipped.clone())),
        }
    }

    /// Appends a record.
    ///
    /// # Errors
    /// A [`JournalError::Io`].
    pub fn append(&self, record: &Record) -> Result<(), JournalError> {
        self.write(record)
    }

    fn write(&self, line: &impl Serialize) -> Result<(), JournalError> {
        self.writer.append(line).map_err(|why| self.io_error(why))
    }

    pub(crate) fn io_error(&self, why: io::Error) -> JournalError {
        JournalError::Io {
            path: self.path.clone(),
            why,
        }
    }
}
