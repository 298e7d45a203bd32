//! A run that broke off, as its log has it.

use std::path::{Path, PathBuf};

use firsthand_research::{Record, read_log};

use crate::failure::{Failure, ResearchFailure};
use crate::stop::Stop;
use crate::transcript::Transcript;
use crate::{input, root};

/// What is left of a run.
pub(super) struct InterruptedRun {
    path: PathBuf,
    pub(super) log: Vec<Record>,
    /// The text of the log up to a half-written last line.
    whole: String,
}

impl InterruptedRun {
    /// Reads a log to go on with.
    pub(super) async fn read(path: &Path, stop: &Stop) -> Result<Self, Failure> {
        let (mut whole, _) = input::transcript(path, stop).await?;
        let (log, length) = read_log(&whole).map_err(|why| ResearchFailure::Run(why.into()))?;
        whole.truncate(length);
        let path = path.to_owned();
        Ok(Self { path, log, whole })
    }

    /// Where it goes on: what the caller names, or its own folder where that is the one that is meant here.
    pub(super) fn root(&self, named: Option<&Path>) -> Result<PathBuf, Failure> {
        if let Some(root) = named {
            return Ok(root.to_owned());
        }
        let had = match self.log.first() {
            Some(Record::Requested { root, .. }) => PathBuf::from(root),
            _ => PathBuf::new(),
        };
        match root::same(&had, &root::default()) {
            true => Ok(had),
            false => Err(ResearchFailure::OtherRoot(had).into()),
        }
    }

    /// Its file, to write on in.
    pub(super) fn write_on(&self, root: &Path) -> Result<Transcript, Failure> {
        Transcript::resume(&self.path, root, &self.whole)
    }
}
