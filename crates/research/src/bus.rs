//! The bus between the coordinator of a run and the workers that run its stages.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use firsthand_agent::Cancel;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::Stage;
use crate::stage_io::{StageError, StageInput, StageOutput, Stages};

/// The key of a stage output.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Key {
    /// The id of the research run.
    pub loop_id: String,
    /// The stage.
    pub stage: Stage,
    /// The round of the stage, from 1.
    pub round: u32,
}

impl Key {
    /// The key of a piece of work.
    #[must_use]
    pub fn of(input: &StageInput) -> Self {
        Self { loop_id: input.loop_id.clone(), stage: input.stage, round: input.round }
    }
}

/// Why the bus failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BusError {
    /// The output of the stage was already published.
    #[error("there is an output of {} of that run already", .0.stage.name())]
    Published(Key),
    /// A worker is to serve no stage.
    #[error("the worker serves no stage")]
    NoStage,
    /// The bus cannot be reached, or was closed.
    #[error("the bus failed: {0}")]
    Failed(String),
}

/// The result of a stage.
pub type StageResult = Result<StageOutput, StageError>;

/// Carries work to workers and outputs back. In one process it is [`LocalBus`].
#[async_trait]
pub trait StageBus: Send + Sync {
    /// Requests a stage. A worker runs it at least once.
    ///
    /// # Errors
    /// A [`BusError`] if the request was not sent.
    async fn request(&self, input: StageInput) -> Result<(), BusError>;

    /// Publishes the output of a stage; a second output is rejected.
    ///
    /// # Errors
    /// A [`BusError`], [`BusError::Published`] among them.
    async fn publish(&self, key: Key, output: StageResult) -> Result<(), BusError>;

    /// Waits for the output of a stage.
    ///
    /// # Errors
    /// A [`BusError`] if there will be no output.
    async fn completed(&self, key: &Key) -> Result<StageResult, BusError>;
}

/// Runs a stage; a panic counts as an error of the stage.
pub(crate) async fn run_catching_panics(
    stages: Arc<dyn Stages>,
    input: StageInput,
    cancel: Cancel,
) -> StageResult {
    let task = tokio::spawn(async move { stages.run(&input, &cancel).await });
    task.await.unwrap_or_else(|_| Err(StageError("the stage broke off".to_owned())))
}

/// Runs stages as tasks in this process. It keeps the output of every stage, so that a second one is rejected; make one
/// for each run.
#[derive(Clone)]
pub struct LocalBus {
    stages: Arc<dyn Stages>,
    cancel: Cancel,
    outputs: Arc<Mutex<HashMap<Key, watch::Sender<Option<StageResult>>>>>,
}

impl LocalBus {
    /// Makes a bus that runs the requested stages by `stages`, which end their work when `cancel` is raised.
    #[must_use]
    pub fn new(stages: Arc<dyn Stages>, cancel: Cancel) -> Self {
        let outputs = Arc::default();
        Self { stages, cancel, outputs }
    }

    fn channel(&self, key: &Key) -> watch::Sender<Option<StageResult>> {
        let mut outputs = self.outputs.lock().unwrap_or_else(PoisonError::into_inner);
        outputs.entry(key.clone()).or_default().clone()
    }
}

#[async_trait]
impl StageBus for LocalBus {
    async fn request(&self, input: StageInput) -> Result<(), BusError> {
        let bus = self.clone();
        tokio::spawn(async move {
            let key = Key::of(&input);
            let output = run_catching_panics(Arc::clone(&bus.stages), input, bus.cancel.clone());
            // Publishing fails only if the stage has an output already, as after a repeated request; the first one
            // stands.
            let _ = bus.publish(key, output.await).await;
        });
        Ok(())
    }

    async fn publish(&self, key: Key, output: StageResult) -> Result<(), BusError> {
        let is_first = self.channel(&key).send_if_modified(|published| {
            let is_first = published.is_none();
            published.get_or_insert(output);
            is_first
        });
        if is_first { Ok(()) } else { Err(BusError::Published(key)) }
    }

    async fn completed(&self, key: &Key) -> Result<StageResult, BusError> {
        let mut receiver = self.channel(key).subscribe();
        let published = receiver.wait_for(Option::is_some).await;
        let published = published.map_err(|error| BusError::Failed(error.to_string()))?;
        let nothing = || BusError::Failed("nothing was published".to_owned());
        published.clone().ok_or_else(nothing)
    }
}
