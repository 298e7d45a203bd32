//! Checks of an interrupted exploration before it is resumed.

use firsthand::{Event, Intent, Task, Workspace, resumable};

use crate::args::ModelArgs;
use crate::failure::{Failure, ResumeFailure};
use crate::resume_hint::{last_model, last_root};
use crate::settings::{SettingSource, Settings};
use crate::transcript::Interrupted;
use crate::{models, root};

impl Interrupted<Event> {
    fn refuse(&self, why: ResumeFailure) -> Failure {
        let what = self.what.clone();
        Failure::Resume { what, why }
    }

    /// The run's task, if the run can be resumed.
    pub(super) fn task(&self) -> Result<&Task, Failure> {
        resumable(&self.events).map_err(|why| self.refuse(ResumeFailure::Transcript(why)))
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
        Err(self.refuse(ResumeFailure::Model { recorded, current }))
    }

    /// Checks the caller's query and intent, if given, against the run's.
    pub(super) fn check_task(&self, query: &str, intent: Option<Intent>) -> Result<(), Failure> {
        let task = self.task()?;
        if !query.is_empty() && query.trim() != task.query.trim() {
            return Err(self.refuse(ResumeFailure::Query));
        }
        if intent.is_some_and(|intent| intent != task.intent) {
            return Err(self.refuse(ResumeFailure::Intent(task.intent)));
        }
        Ok(())
    }

    /// The roots to resume in; see [`root::resume_roots`].
    pub(super) fn roots(&self, explicit: Option<Workspace>) -> Result<Workspace, Failure> {
        let recorded = last_root(&self.events).unwrap_or_default();
        root::resume_roots(explicit, recorded)
            .map_err(|recorded| self.refuse(ResumeFailure::Root(recorded)))
    }
}
