//! Checks of an interrupted exploration before it is resumed.

use firsthand::{Event, Intent, State, Task, TranscriptError, Workspace, resumable};

use crate::args::ModelArgs;
use crate::failure::Failure;
use crate::resume_hint::{last_model, last_root};
use crate::settings::{SettingSource, Settings};
use crate::transcript::Interrupted;
use crate::{models, root};

/// The transcript with this name in messages has no run that can be resumed.
pub(super) fn not_resumable(what: &str, why: &TranscriptError) -> Failure {
    if matches!(why, TranscriptError::Finished) {
        Failure::usage(format!("the run of {what} is finished, and its report was accepted"))
            .hint("`firsthand replay` prints the report of a transcript")
    } else {
        Failure::usage(format!("{what} cannot be resumed: {why}"))
            .hint("`firsthand replay --show` prints what of it can be read")
    }
}

impl Interrupted<Event> {
    fn refuse(&self, what_differs: &str, hint: impl Into<String>) -> Failure {
        Failure::usage(format!("the run of {} {what_differs}", self.what)).hint(hint)
    }

    /// The run's task, if the run can be resumed.
    pub(super) fn task(&self) -> Result<&Task, Failure> {
        resumable(&self.events).map_err(|why| not_resumable(&self.what, &why))
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
        let differs = format!("was made with the model `{recorded}`");
        Err(self.refuse(&differs, model_hint(recorded, &current)))
    }

    /// Checks the caller's query and intent, if given, against the run's.
    pub(super) fn check_task(&self, query: &str, intent: Option<Intent>) -> Result<(), Failure> {
        let task = self.task()?;
        if !query.is_empty() && query.trim() != task.query.trim() {
            let hint = "--resume takes the question from the transcript; leave it out";
            return Err(self.refuse("is about another question", hint));
        }
        if intent.is_some_and(|intent| intent != task.intent) {
            let hint = "--resume takes the intent from the transcript; leave it out";
            return Err(self.refuse(&format!("has the intent `{}`", task.intent), hint));
        }
        Ok(())
    }

    /// Checks that what the run saw is in roots that are given.
    pub(super) fn check_given(&self, roots: &Workspace) -> Result<(), Failure> {
        let state = State::of(&self.events);
        root::check_given(state.registry().iter().map(|seen| seen.path().as_str()), roots)
    }

    /// The roots to resume in; see [`root::resume_roots`].
    pub(super) fn roots(&self, explicit: Option<Workspace>) -> Result<Workspace, Failure> {
        let recorded = last_root(&self.events).unwrap_or_default();
        root::resume_roots(explicit, recorded, &self.what)
    }
}

/// The hint to name a model. A transcript has no base URL, so the address of its model is unknown.
fn model_hint(recorded: &str, current: &str) -> String {
    let base_url_note = if recorded == models::BUILTIN {
        ""
    } else {
        " (and --base-url where it was not at the service's own address)"
    };
    let who =
        if current == models::BUILTIN { "the embedded model finish" } else { "that one finish" };
    format!("say --model {recorded}{base_url_note}, or --model {current} to let {who}")
}
