//! The journal: a file of JSON lines to which a measurement appends each event and each answer at once, so that it can
//! be resumed, and read by scripts.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::record::{Key, Record};
use crate::run::Skipped;
use crate::trace::{RunEvent, TakenTurn};

/// A line of a journal.
#[derive(Serialize, Deserialize)]
#[serde(tag = "schema")]
#[expect(clippy::large_enum_variant, reason = "a line is written or read at once")]
pub(crate) enum Line {
    #[serde(rename = "firsthand.eval.event/1")]
    Event {
        /// The question to the arm, as [`Key::run_id`] identifies it.
        run: String,
        #[serde(flatten)]
        event: RunEvent,
    },
    #[serde(rename = "firsthand.eval.task/2")]
    Record(Box<Record>),
    #[serde(rename = "firsthand.eval.skip/1")]
    Skip(Skipped),
}

/// A measurement's journal.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    writer: Writer,
    /// What it held when it was opened.
    known: Contents,
}

/// Appends whole lines. Clones write to the same file.
#[derive(Clone, Debug)]
pub(crate) struct Writer(Arc<Mutex<File>>);

impl Writer {
    pub(crate) fn append(&self, line: &Line) -> io::Result<()> {
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
        let io_error = |why| JournalError::Io { path: path.to_owned(), why };
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let mut file = options.open(path).map_err(io_error)?;
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(0)).map_err(io_error)?;
        file.read_to_end(&mut bytes).map_err(io_error)?;
        if !bytes.is_empty() && !resume {
            return Err(JournalError::Exists(path.to_owned()));
        }
        let known = Contents::read(&String::from_utf8_lossy(&bytes));
        if known.readable_lines == 0 && known.unreadable_lines > 0 {
            return Err(JournalError::Foreign(path.to_owned()));
        }
        if bytes.last().is_some_and(|last| *last != b'\n') {
            file.write_all(b"\n").map_err(io_error)?;
        }
        let writer = Writer(Arc::new(Mutex::new(file)));
        Ok(Self { path: path.to_owned(), writer, known })
    }

    /// The number of lines that could not be read when it was opened; an interrupted measurement leaves one.
    #[must_use]
    pub fn unreadable_lines(&self) -> usize {
        self.known.unreadable_lines
    }

    /// Returns the record of a question that was answered before the journal was opened.
    #[must_use]
    pub fn record(&self, key: &Key) -> Option<&Record> {
        self.known.records.get(key)
    }

    /// Returns the model turns of one question to one arm from before the journal was opened, by [`Key::run_id`].
    pub(crate) fn past_turns(&self, run_id: &str) -> Vec<TakenTurn> {
        self.known.turns.get(run_id).cloned().unwrap_or_default()
    }

    pub(crate) fn writer(&self) -> Writer {
        self.writer.clone()
    }

    /// Appends a task that could not be asked, unless the journal contained it when it was opened.
    pub(crate) fn append_skipped(&self, skipped: &Skipped) -> Result<(), JournalError> {
        if self.known.skipped.contains(skipped) {
            return Ok(());
        }
        let written = self.writer.append(&Line::Skip(skipped.clone()));
        written.map_err(|why| self.io_error(why))
    }

    pub(crate) fn append(&self, record: &Record) -> Result<(), JournalError> {
        let written = self.writer.append(&Line::Record(Box::new(record.clone())));
        written.map_err(|why| self.io_error(why))
    }

    pub(crate) fn io_error(&self, why: io::Error) -> JournalError {
        JournalError::Io { path: self.path.clone(), why }
    }
}

/// The lines of a journal, by kind.
#[derive(Debug, Default)]
struct Contents {
    records: BTreeMap<Key, Record>,
    skipped: Vec<Skipped>,
    /// The model turns by the id of the run, including those of interrupted attempts.
    turns: BTreeMap<String, Vec<TakenTurn>>,
    /// The number of lines that are none of these kinds.
    unreadable_lines: usize,
    /// The number of lines of these kinds.
    readable_lines: usize,
}

impl Contents {
    /// Reads the lines of a journal; blank lines are ignored.
    fn read(text: &str) -> Self {
        let mut contents = Self::default();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            match serde_json::from_str(line) {
                Ok(line) => contents.add(line),
                Err(_) => contents.unreadable_lines += 1,
            }
        }
        contents
    }

    fn add(&mut self, line: Line) {
        self.readable_lines += 1;
        match line {
            Line::Record(record) => drop(self.records.insert(record.key.clone(), *record)),
            Line::Skip(skipped) => self.skipped.push(skipped),
            Line::Event { run, event } => {
                if let RunEvent::Turned(turn) = event {
                    self.turns.entry(run).or_default().push(turn);
                }
            }
        }
    }
}
