//! An interrupted research run, read from its log.

use std::path::{Path, PathBuf};

use firsthand_research::{Record, read_log};

use crate::failure::{Failure, ResearchFailure};
use crate::stop::Stop;
use crate::transcript::Transcript;
use crate::{input, root};

/// An interrupted research run.
pub(super) struct InterruptedRun {
    path: PathBuf,
    pub(super) log: Vec<Record>,
    /// The log without an incomplete last line.
    complete_lines: String,
}

impl InterruptedRun {
    /// Reads a log to resume.
    pub(super) async fn read(path: &Path, stop: &Stop) -> Result<Self, Failure> {
        let (mut complete_lines, _) = input::transcript(path, stop).await?;
        let (log, length) =
            read_log(&complete_lines).map_err(|why| ResearchFailure::Run(why.into()))?;
        complete_lines.truncate(length);
        let path = path.to_owned();
        Ok(Self {
            path,
            log,
            complete_lines,
        })
    }

    /// The root to resume in: the explicit one, or the run's own if it is the default root here.
    pub(super) fn root(&self, explicit: Option<&Path>) -> Result<PathBuf, Failure> {
        if let Some(root) = explicit {
            return Ok(root.to_owned());
        }
        let had = match self.log.first() {
            Some(Record::Requested { root, .. }) => PathBuf::from(root),
            _ => PathBuf::new(),
        };
        match root::is_same_path(&had, &root::default_root()) {
            true => Ok(had),
            false => Err(ResearchFailure::OtherRoot(had).into()),
        }
    }

    /// Opens the log to append to it.
    pub(super) fn append_transcript(&self, root: &Path) -> Result<Transcript, Failure> {
        Transcript::resume(&self.path, root, &self.complete_lines)
    }
}
