//! An interrupted exploration, read from its transcript.

use std::path::{Path, PathBuf};

use firsthand::{Event, Intent, Task, read_complete_lines, resumable};

use crate::args::ModelArgs;
use crate::failure::{Failure, ResumeFailure};
use crate::resume_hint::{last_model, last_root};
use crate::settings::{SettingSource, Settings};
use crate::stop::Stop;
use crate::transcript::Transcript;
use crate::{input, models, root};

/// An interrupted exploration.
pub(super) struct InterruptedRun {
    path: PathBuf,
    /// The transcript's name in messages.
    what: String,
    /// The transcript without an incomplete last line.
    complete_lines: String,
    pub(super) task: Task,
    pub(super) events: Vec<Event>,
}

impl InterruptedRun {
    /// Reads a transcript to resume.
    pub(super) async fn read(path: &Path, stop: &Stop) -> Result<Self, Failure> {
        let (mut complete_lines, what) = input::transcript(path, stop).await?;
        let refuse = |why| Failure::Resume {
            what: what.clone(),
            why: ResumeFailure::Transcript(why),
        };
        let (events, length) = read_complete_lines::<Event>(&complete_lines).map_err(refuse)?;
        complete_lines.truncate(length);
        let task = resumable(&events).map_err(refuse)?.clone();
        Ok(Self {
            path: path.to_owned(),
            what,
            complete_lines,
            task,
            events,
        })
    }

    /// Checks the caller's query and intent, if given, against the run's.
    pub(super) fn check_task(&self, query: &str, intent: Option<Intent>) -> Result<(), Failure> {
        let why = if !query.is_empty() && query.trim() != self.task.query.trim() {
            ResumeFailure::Query
        } else if intent.is_some_and(|intent| intent != self.task.intent) {
            ResumeFailure::Intent(self.task.intent)
        } else {
            return Ok(());
        };
        let what = self.what.clone();
        Err(Failure::Resume { what, why })
    }

    /// Checks that the model with which the run would be resumed is the recorded one, or that the flag or the environment
    /// variable names it.
    pub(super) fn check_model(
        &self,
        model_args: &ModelArgs,
        settings: &Settings,
    ) -> Result<(), Failure> {
        let (current, from) = models::selected(model_args.model.as_deref(), settings);
        let recorded = last_model(&self.events).unwrap_or_default();
        if current == recorded || matches!(from, SettingSource::Flag | SettingSource::Variable(_)) {
            return Ok(());
        }
        let recorded = recorded.to_owned();
        Err(Failure::Resume {
            what: self.what.clone(),
            why: ResumeFailure::Model { recorded, current },
        })
    }

    /// The root to resume in; see [`root::resume_root`].
    pub(super) fn root(&self, explicit: Option<&Path>) -> Result<PathBuf, Failure> {
        let recorded = PathBuf::from(last_root(&self.events).unwrap_or_default());
        root::resume_root(explicit, recorded).map_err(|recorded| Failure::Resume {
            what: self.what.clone(),
            why: ResumeFailure::Root(recorded),
        })
    }

    /// Opens the transcript to append to it.
    pub(super) fn open_transcript(&self, root: &Path) -> Result<Transcript, Failure> {
        Transcript::resume(&self.path, root, &self.complete_lines)
    }
}
