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
use crate::tree::KnownTree;
use crate::work::{Output, StageError, Stages, Work};
use crate::{Stage, assess, decide, route};

/// Does the stages of runs over one repository. Clones share what was learned of it.
#[derive(Clone)]
pub struct RepoStages {
    pub(crate) retriever: Retriever,
    pub(crate) model: Option<Arc<dyn Model>>,
    pub(crate) tree: KnownTree,
}

impl RepoStages {
    /// Over an opened repository, without a model.
    #[must_use]
    pub fn new(toolbox: Toolbox) -> Self {
        Self {
            retriever: Retriever::new(toolbox),
            model: None,
            tree: KnownTree::default(),
        }
    }

    /// With a model for classifying, routing, assessing and writing the answer. What it does wrong is done without it.
    #[must_use]
    pub fn with_model(mut self, model: Arc<dyn Model>) -> Self {
        self.model = Some(model);
        self
    }

    async fn classify(&self, work: &Work, cancel: &Cancel) -> Result<Output, StageError> {
        let (retriever, work, cancel) = (self.retriever.clone(), work.clone(), cancel.clone());
        let done = tokio::task::spawn_blocking(move || classify(&retriever, &work, &cancel));
        done.await.map_err(|error| StageError(error.to_string()))
    }
}

#[async_trait]
impl Stages for RepoStages {
    async fn run(&self, work: &Work, cancel: &Cancel) -> Result<Output, StageError> {
        let cancel = cancel.after(std::time::Duration::from_millis(work.left_ms));
        let model = self.model.as_deref();
        Ok(match (work.stage, model) {
            (Stage::Classify, None) => self.classify(work, &cancel).await?,
            (Stage::Classify, Some(model)) => {
                decide::classify_with(model, &self.retriever, work, &cancel).await?
            }
            (Stage::Execute, _) => execute(&self.retriever, work, &cancel).await,
            (Stage::Route, None) => Output::of(&route::route(work)),
            (Stage::Assess, None) => Output::of(&assess::assess(work)),
            (Stage::Synthesize, None) => Output::of(&compose(work)),
            (Stage::Route, Some(model)) => decide::route(model, work).await,
            (Stage::Assess, Some(model)) => decide::assess(model, work).await,
            (Stage::Synthesize, Some(model)) => decide::synthesize(model, work).await,
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
