//! The stages over one repository, with or without a model that decides.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use firsthand_agent::{Cancel, FileSource, Model};
use firsthand_registry::RepoPath;
use firsthand_tools::Toolbox;

use crate::assess::assess;
use crate::classify::classify;
use crate::compose::composed_output;
use crate::execute::execute;
use crate::retrieve::Retriever;
use crate::route::route;
use crate::stage_io::{StageError, StageInput, StageOutput, Stages};
use crate::{Stage, model_stages};

/// Runs stages over one repository. Clones share its caches.
#[derive(Clone)]
pub struct RepoStages {
    pub(crate) retriever: Retriever,
    model: Option<Arc<dyn Model>>,
    reusable_snapshot: ReusableSnapshot,
}

/// The snapshot of a classification with the id of its run, for reuse by the execution that follows it.
type ReusableSnapshot = Arc<Mutex<Option<(String, Retriever)>>>;

impl RepoStages {
    /// Makes stages over an opened repository, without a model.
    #[must_use]
    pub fn new(toolbox: Toolbox) -> Self {
        Self {
            retriever: Retriever::new(toolbox),
            model: None,
            reusable_snapshot: ReusableSnapshot::default(),
        }
    }

    /// Adds a model for classification, routing, assessment and synthesis. Where it fails, the stage runs without it.
    #[must_use]
    pub fn with_model(mut self, model: Arc<dyn Model>) -> Self {
        self.model = Some(model);
        self
    }

    async fn classify(
        &self,
        input: &StageInput,
        cancel: &Cancel,
    ) -> Result<StageOutput, StageError> {
        let retriever = self.retriever.snapshot(cancel);
        if let Some(model) = &self.model {
            // Time passes until the execution, so the snapshot is not reused.
            return model_stages::classify(&**model, &retriever, input, cancel).await;
        }
        let output = run_blocking(&retriever, input, cancel, classify).await?;
        // The snapshot of a cancelled classification may be incomplete, so it is not reused.
        *self.reusable_snapshot() =
            (!cancel.is_cancelled()).then(|| (input.loop_id.clone(), retriever));
        Ok(output)
    }

    /// The retriever of an execution: the snapshot of the classification just before it, or a new one.
    fn execution_retriever(&self, input: &StageInput, cancel: &Cancel) -> Retriever {
        match self.reusable_snapshot().take().filter(|(run, _)| *run == input.loop_id) {
            Some((_, retriever)) => retriever,
            None => self.retriever.snapshot(cancel),
        }
    }

    fn reusable_snapshot(&self) -> MutexGuard<'_, Option<(String, Retriever)>> {
        self.reusable_snapshot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs a blocking classification on a blocking thread.
pub(crate) async fn run_blocking(
    retriever: &Retriever,
    input: &StageInput,
    cancel: &Cancel,
    task: impl FnOnce(&Retriever, &StageInput, &Cancel) -> StageOutput + Send + 'static,
) -> Result<StageOutput, StageError> {
    let (retriever, input, cancel) = (retriever.clone(), input.clone(), cancel.clone());
    let task = tokio::task::spawn_blocking(move || task(&retriever, &input, &cancel));
    task.await.map_err(|error| StageError(error.to_string()))
}

#[async_trait]
impl Stages for RepoStages {
    async fn run(&self, input: &StageInput, cancel: &Cancel) -> Result<StageOutput, StageError> {
        let cancel = cancel.after(input.work_time());
        Ok(match (input.stage, self.model.as_deref()) {
            (Stage::Classify, _) => self.classify(input, &cancel).await?,
            (Stage::Execute, _) => {
                execute(&self.execution_retriever(input, &cancel), input, &cancel).await
            }
            (Stage::Route, None) => StageOutput::of(&route(input)),
            (Stage::Assess, None) => StageOutput::of(&assess(input)),
            (Stage::Synthesize, None) => composed_output(input),
            (Stage::Route, Some(model)) => model_stages::route(model, input).await,
            (Stage::Assess, Some(model)) => model_stages::assess(model, input).await,
            (Stage::Synthesize, Some(model)) => model_stages::synthesize(model, input).await,
        })
    }
}

#[async_trait]
impl FileSource for RepoStages {
    /// A file's bytes, or a commit's message.
    async fn bytes(&self, path: &RepoPath) -> io::Result<Option<Vec<u8>>> {
        let (retriever, path) = (self.retriever.clone(), path.clone());
        let reading = tokio::task::spawn_blocking(move || retriever.present_bytes(&path));
        reading.await.map_err(io::Error::other)?
    }
}
