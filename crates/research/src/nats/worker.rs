//! Workers that run stages for other processes, and their discovery: each worker answers queries, so that no run waits for
//! a worker that does not exist.

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use futures::StreamExt as _;
use futures::future::join_all;
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, interval, sleep, timeout_at};

use super::{NatsBus, Task, failed, store};
use crate::bus::{BusError, Key, StageBus as _, StageResult, run_catching_panics};
use crate::stage_io::Stages;
use crate::{Cancel, Stage, StageInput};

/// The subject of queries for workers; their text is the id of a tree.
const WORKERS_SUBJECT: &str = "component.workers";
/// The most work items of one stage that are processed concurrently.
const MAX_CONCURRENT_WORK: usize = 2;
/// How long one request to the server waits for work.
const FETCH_TIMEOUT: Duration = Duration::from_secs(10);
/// How often the worker reports to the server that a stage is in progress.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(2);
/// How long a worker waits after it rejected work of another tree, so that another worker gets it.
const REJECTION_DELAY: Duration = Duration::from_secs(1);

/// The outcome of a work item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WorkOutcome {
    /// The stage ran, and its output was published.
    Published,
    /// Another worker had already published the output.
    Superseded,
    /// The work is for another tree and was returned to the queue.
    OtherTree,
    /// The work was returned to the queue: the worker was stopped, or could not publish the output.
    Requeued,
}

/// Called with the outcome of each work item.
type WorkObserver = Arc<dyn Fn(&Key, WorkOutcome) + Send + Sync>;

/// Runs the stages requested over a bus, for the tree of that bus.
#[derive(Clone)]
pub struct Worker {
    bus: NatsBus,
    stages: Arc<dyn Stages>,
    served_stages: Vec<Stage>,
    model: String,
    observer: WorkObserver,
}

impl Worker {
    /// A worker that serves `served_stages` over the bus, and runs them by `stages`.
    #[must_use]
    pub fn new(bus: NatsBus, stages: Arc<dyn Stages>, served_stages: Vec<Stage>) -> Self {
        Self { bus, stages, served_stages, model: String::new(), observer: Arc::new(|_, _| {}) }
    }

    /// Sets the name of the model that decides in its stages, as [`WorkerInfo`](super::WorkerInfo) reports it.
    #[must_use]
    pub fn with_model(mut self, model: impl Into<String>) -> Self {
        self.model = model.into();
        self
    }

    /// Sets a callback that receives the outcome of each work item.
    #[must_use]
    pub fn with_observer(
        mut self,
        observer: impl Fn(&Key, WorkOutcome) + Send + Sync + 'static,
    ) -> Self {
        self.observer = Arc::new(observer);
        self
    }

    /// Processes work until `cancel` is raised; unfinished work is then returned to the queue.
    ///
    /// # Errors
    /// The worker serves no stage, or the server cannot be reached any more.
    pub async fn serve(&self, cancel: &Cancel) -> Result<(), BusError> {
        if self.served_stages.is_empty() {
            return Err(BusError::NoStage);
        }
        // The tree's id takes a while to compute the first time, and a request for workers has a short timeout.
        self.bus.tree_id().await?;
        let mut loops = Vec::new();
        for stage in &self.served_stages {
            let consumer = store::consumer(&self.bus.jetstream, *stage).await?;
            for _ in 0..MAX_CONCURRENT_WORK {
                loops.push(Box::pin(self.serve_stage(consumer.clone(), cancel)));
            }
        }
        tokio::select! {
            _ = join_all(loops) => Ok(()),
            result = self.bus.answer_discovery(&self.served_stages, &self.model) => result,
        }
    }

    /// Fetches and processes the work items of one stage, one after the other.
    async fn serve_stage(&self, consumer: PullConsumer, cancel: &Cancel) {
        while !cancel.is_cancelled() {
            let batch = consumer.batch().max_messages(1).expires(FETCH_TIMEOUT);
            let message = async { batch.messages().await.ok()?.next().await?.ok() };
            let message = tokio::select! {
                () = cancel.cancelled() => return,
                message = message => message,
            };
            match message {
                Some(message) => self.handle_message(&message, cancel).await,
                // There was no work, or the connection is lost: the client reconnects by itself.
                None => sleep(Duration::from_millis(100)).await,
            }
        }
    }

    /// Processes a message: acknowledges it once the output is published, and otherwise returns it to the queue. A
    /// message that cannot be decoded is removed from the queue.
    async fn handle_message(&self, message: &Message, cancel: &Cancel) {
        let task = self.bus.decode::<Task>(&message.payload, "work").await;
        let Ok(Task { tree, work }) = task else {
            let _ = message.ack_with(AckKind::Term).await;
            return;
        };
        let key = Key::of(&work);
        let outcome = match self.bus.tree_id().await {
            Ok(local_tree) if local_tree == tree => self.process(work, message, cancel).await,
            _ => Ok(WorkOutcome::OtherTree),
        };
        let outcome = outcome.unwrap_or(WorkOutcome::Requeued);
        (self.observer)(&key, outcome);
        // If the acknowledgement is lost, the server delivers the work again, and a worker finds its output published.
        let _ = match outcome {
            WorkOutcome::Published | WorkOutcome::Superseded => message.double_ack().await,
            WorkOutcome::OtherTree | WorkOutcome::Requeued => {
                message.ack_with(AckKind::Nak(None)).await
            }
        };
        if outcome == WorkOutcome::OtherTree {
            sleep(REJECTION_DELAY).await;
        }
    }

    /// Runs the stage and publishes its output, unless it is already published.
    async fn process(
        &self,
        work: StageInput,
        message: &Message,
        cancel: &Cancel,
    ) -> Result<WorkOutcome, BusError> {
        let key = Key::of(&work);
        let (_, stored_round) = self.bus.stored_round(&key).await?;
        if stored_round >= key.round {
            return Ok(WorkOutcome::Superseded);
        }
        let output = tokio::select! {
            () = cancel.cancelled() => return Ok(WorkOutcome::Requeued),
            output = self.run_stage(work, cancel) => output,
            output = report_progress(message) => output,
        };
        match self.bus.publish(key, output).await {
            Ok(()) => Ok(WorkOutcome::Published),
            Err(BusError::Published(_)) => Ok(WorkOutcome::Superseded),
            Err(error) => Err(error),
        }
    }

    /// Runs the stage until it ends or the caller drops the future.
    async fn run_stage(&self, work: StageInput, cancel: &Cancel) -> StageResult {
        let stop = cancel.child();
        let _stop = stop.on_drop();
        run_catching_panics(Arc::clone(&self.stages), work, stop.clone()).await
    }
}

/// Reports to the server at intervals that the work is in progress; never returns.
async fn report_progress(message: &Message) -> StageResult {
    let mut ticks = interval(PROGRESS_INTERVAL);
    loop {
        ticks.tick().await;
        let _ = message.ack_with(AckKind::Progress).await;
    }
}

/// A worker's description of itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkerInfo {
    /// Whether it has the queried tree.
    pub same_tree: bool,
    /// The stages that it serves.
    pub stages: Vec<Stage>,
    /// The model that decides in it; empty without one.
    pub model: String,
}

impl NatsBus {
    /// The workers that answer within `time_limit`; returns as soon as every stage is served over this tree.
    ///
    /// # Errors
    /// The server cannot be reached.
    pub async fn workers(&self, time_limit: Duration) -> Result<Vec<WorkerInfo>, BusError> {
        let (tree, inbox) = (self.tree_id().await?, self.client.new_inbox());
        let mut answers = self.client.subscribe(inbox.clone()).await.map_err(failed)?;
        let client = &self.client;
        client.publish_with_reply(WORKERS_SUBJECT, inbox, tree.into()).await.map_err(failed)?;
        client.flush().await.map_err(failed)?;
        let (mut workers, deadline) = (Vec::new(), Instant::now() + time_limit);
        let is_served = |workers: &[WorkerInfo], stage: &Stage| {
            let mut workers = workers.iter();
            workers.any(|worker| worker.same_tree && worker.stages.contains(stage))
        };
        while !Stage::ALL.iter().all(|stage| is_served(&workers, stage)) {
            // Without listeners the server itself sends an empty answer.
            let Ok(Some(answer)) = timeout_at(deadline, answers.next()).await else {
                break;
            };
            if answer.payload.is_empty() {
                break;
            }
            workers.extend(serde_json::from_slice(&answer.payload).ok());
        }
        Ok(workers)
    }

    /// Answers queries for workers until the future is dropped or the connection is closed.
    async fn answer_discovery(&self, stages: &[Stage], model: &str) -> Result<(), BusError> {
        let mut messages = self.client.subscribe(WORKERS_SUBJECT).await.map_err(failed)?;
        while let Some(message) = messages.next().await {
            let Some(reply) = message.reply else { continue };
            let info = WorkerInfo {
                same_tree: message.payload == self.tree_id().await?,
                stages: stages.to_vec(),
                model: model.to_owned(),
            };
            let info = serde_json::to_vec(&info).map_err(failed)?;
            self.client.publish(reply, info.into()).await.map_err(failed)?;
        }
        Err(failed("the connection was closed"))
    }
}
