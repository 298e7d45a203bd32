//! The stages over one repository: without a model, or with one that decides.

use std::sync::Arc;

use async_trait::async_trait;
use firsthand_agent::{Cancel, FileSource, Model};
use firsthand_registry::RepoPath;
use firsthand_tools::Toolbox;

use crate::classify::classify;
use crate::compose::compose;
use crate::execute::execute;
use crate::retrieve::Retriever;
use crate::stage_io::{StageError, StageInput, StageOutput, Stages};
use crate::tree::TreeIdCache;
use crate::{Stage, assess, model_stages, route};

/// Does the stages of runs over one repository. Clones share what was learned of it.
#[derive(Clone)]
pub struct RepoStages {
    pub(crate) retriever: Retriever,
    pub(crate) model: Option<Arc<dyn Model>>,
    pub(crate) tree: TreeIdCache,
}

impl RepoStages {
    /// Over an opened repository, without a model.
    #[must_use]
    pub fn new(toolbox: Toolbox) -> Self {
        Self {
            retriever: Retriever::new(toolbox),
            model: None,
            tree: TreeIdCache::default(),
        }
    }

    /// With a model for classifying, routing, assessing and writing the answer. What it does wrong is done without it.
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
        let (retriever, input, cancel) = (self.retriever.clone(), input.clone(), cancel.clone());
        let done = tokio::task::spawn_blocking(move || classify(&retriever, &input, &cancel));
        done.await.map_err(|error| StageError(error.to_string()))
    }
}

#[async_trait]
impl Stages for RepoStages {
    async fn run(&self, input: &StageInput, cancel: &Cancel) -> Result<StageOutput, StageError> {
        let cancel = cancel.after(std::time::Duration::from_millis(input.left_ms));
        let model = self.model.as_deref();
        Ok(match (input.stage, model) {
            (Stage::Classify, None) => self.classify(input, &cancel).await?,
            (Stage::Classify, Some(model)) => {
                model_stages::classify_with(model, &self.retriever, input, &cancel).await?
            }
            (Stage::Execute, _) => execute(&self.retriever, input, &cancel).await,
            (Stage::Route, None) => StageOutput::of(&route::route(input)),
            (Stage::Assess, None) => StageOutput::of(&assess::assess(input)),
            (Stage::Synthesize, None) => StageOutput::of(&compose(input)),
            (Stage::Route, Some(model)) => model_stages::route(model, input).await,
            (Stage::Assess, Some(model)) => model_stages::assess(model, input).await,
            (Stage::Synthesize, Some(model)) => model_stages::synthesize(model, input).await,
        })
    }
}

#[async_trait]
impl FileSource for RepoStages {
    /// A file's bytes, or a commit's message.
    async fn bytes(&self, path: &RepoPath) -> Option<Vec<u8>> {
        let (retriever, path) = (self.retriever.clone(), path.clone());
        let reading = tokio::task::spawn_blocking(move || retriever.present(&path));
        reading.await.ok()?
    }
}
