//! An interrupted research run, read from its transcript.

use std::path::{Path, PathBuf};

use firsthand::read_complete_lines;
use firsthand_research::{Record, ResearchEvent};

use crate::failure::{Failure, ResearchFailure};
use crate::stop::Stop;
use crate::transcript::Transcript;
use crate::{input, root};

/// An interrupted research run.
pub(super) struct InterruptedRun {
    path: PathBuf,
    pub(super) records: Vec<Record>,
    /// The transcript without an incomplete last line.
    complete_lines: String,
}

impl InterruptedRun {
    /// Reads a transcript to resume.
    pub(super) async fn read(path: &Path, stop: &Stop) -> Result<Self, Failure> {
        let (mut complete_lines, _) = input::transcript(path, stop).await?;
        let read = read_complete_lines::<Record>(&complete_lines);
        let (records, length) = read.map_err(|why| ResearchFailure::Run(why.into()))?;
        complete_lines.truncate(length);
        let path = path.to_owned();
        Ok(Self {
            path,
            records,
            complete_lines,
        })
    }

    /// The root to resume in; see [`root::resume_root`].
    pub(super) fn root(&self, explicit: Option<&Path>) -> Result<PathBuf, Failure> {
        let recorded = match self.records.first().map(|record| &record.event) {
            Some(ResearchEvent::Requested { request, .. }) => PathBuf::from(&request.root),
            _ => PathBuf::new(),
        };
        root::resume_root(explicit, recorded)
            .map_err(|recorded| ResearchFailure::OtherRoot(recorded).into())
    }

    /// Opens the transcript to append to it.
    pub(super) fn open_transcript(&self, root: &Path) -> Result<Transcript, Failure> {
        Transcript::resume(&self.path, root, &self.complete_lines)
    }
}
