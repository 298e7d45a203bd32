//! A run that broke off, as its transcript has it.

use std::path::{Path, PathBuf};

use firsthand::{Event, Intent, Task, read_whole, resumable};

use crate::args::ModelArgs;
use crate::failure::{Failure, ResumeFailure};
use crate::go_on::{last_model, last_root};
use crate::settings::{SettingSource, Settings};
use crate::stop::Stop;
use crate::transcript::Transcript;
use crate::{input, models, root};

/// What is left of a run.
pub(super) struct InterruptedRun {
    path: PathBuf,
    what: String,
    /// The text of the transcript up to a half-written last line.
    whole: String,
    pub(super) task: Task,
    pub(super) events: Vec<Event>,
}

impl InterruptedRun {
    /// Reads a transcript to go on with.
    pub(super) async fn read(path: &Path, stop: &Stop) -> Result<Self, Failure> {
        let (mut whole, what) = input::transcript(path, stop).await?;
        let refuse = |why| Failure::Resume {
            what: what.clone(),
            why: ResumeFailure::Transcript(why),
        };
        let (events, length) = read_whole(&whole).map_err(refuse)?;
        whole.truncate(length);
        let task = resumable(&events).map_err(refuse)?.clone();
        Ok(Self {
            path: path.to_owned(),
            what,
            whole,
            task,
            events,
        })
    }

    /// Whether it is about what the caller asks, who need not ask anything.
    pub(super) fn check(&self, query: &str, intent: Option<Intent>) -> Result<(), Failure> {
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

    /// Whether its model goes on with it, or another that the caller names.
    pub(super) fn check_model(&self, who: &ModelArgs, settings: &Settings) -> Result<(), Failure> {
        let (here, from) = models::named(who.model.as_deref(), settings);
        let had = last_model(&self.events).unwrap_or_default();
        if here == had || matches!(from, SettingSource::Flag | SettingSource::Variable(_)) {
            return Ok(());
        }
        let had = had.to_owned();
        Err(Failure::Resume {
            what: self.what.clone(),
            why: ResumeFailure::Model { had, here },
        })
    }

    /// Where it goes on: what the caller names, or its own folder where that is the one that is meant here. Whoever
    /// hands over a transcript does not choose what is looked at.
    pub(super) fn root(&self, named: Option<&Path>) -> Result<PathBuf, Failure> {
        if let Some(root) = named {
            return Ok(root.to_owned());
        }
        let had = PathBuf::from(last_root(&self.events).unwrap_or_default());
        match root::same(&had, &root::default()) {
            true => Ok(had),
            false => Err(Failure::Resume {
                what: self.what.clone(),
                why: ResumeFailure::Root(had),
            }),
        }
    }

    /// Its file, to write on in.
    pub(super) fn write_on(&self, root: &Path) -> Result<Transcript, Failure> {
        Transcript::resume(&self.path, root, &self.whole)
    }
}
