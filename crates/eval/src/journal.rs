//! The journal: a line for each question, appended as it is answered, so that a run can be taken up again.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::record::{Key, Record};

/// A file of records.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: Mutex<File>,
    known: BTreeMap<Key, Record>,
    /// Lines that are no records; a run that broke off leaves one.
    pub torn: usize,
}

/// Why a file is not taken for a journal.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// There is something in it, and the caller did not say to take it up.
    #[error("{} exists already", .0.display())]
    Exists(PathBuf),
    /// There is something in it, and none of it is a record.
    #[error("{} exists and is no journal of a measurement", .0.display())]
    Foreign(PathBuf),
    /// The system refuses.
    #[error("{} cannot be written: {why}", path.display())]
    System {
        /// The file.
        path: PathBuf,
        /// What the system said.
        why: io::Error,
    },
}

impl Journal {
    /// Opens a journal, or makes it. What stands in it is kept, and `resume` says that this is known.
    ///
    /// # Errors
    /// A [`JournalError`].
    pub fn open(path: &Path, resume: bool) -> Result<Self, JournalError> {
        let system = |why| JournalError::System {
            path: path.to_owned(),
            why,
        };
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let mut file = options.open(path).map_err(system)?;
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(0)).map_err(system)?;
        file.read_to_end(&mut bytes).map_err(system)?;
        if !bytes.is_empty() && !resume {
            return Err(JournalError::Exists(path.to_owned()));
        }
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .collect();
        let records: Vec<Record> = lines.iter().filter_map(|line| Record::read(line)).collect();
        if records.is_empty() && !lines.is_empty() {
            return Err(JournalError::Foreign(path.to_owned()));
        }
        if bytes.last().is_some_and(|last| *last != b'\n') {
            file.write_all(b"\n").map_err(system)?;
        }
        Ok(Self {
            path: path.to_owned(),
            file: Mutex::new(file),
            torn: lines.len() - records.len(),
            known: records
                .into_iter()
                .map(|record| (record.key.clone(), record))
                .collect(),
        })
    }

    /// What is known of a question from before.
    #[must_use]
    pub fn known(&self, key: &Key) -> Option<&Record> {
        self.known.get(key)
    }

    /// Appends a record, whole.
    ///
    /// # Errors
    /// A [`JournalError::System`].
    pub fn append(&self, record: &Record) -> Result<(), JournalError> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = serde_json::to_string(record)
            .map_err(io::Error::other)
            .and_then(|line| file.write_all((line + "\n").as_bytes()));
        written.map_err(|why| JournalError::System {
            path: self.path.clone(),
            why,
        })
    }
}
