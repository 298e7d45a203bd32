//! Workers over test repositories.

use std::sync::Arc;

use async_trait::async_trait;
use firsthand_research::nats::{NatsBus, WorkOutcome, Worker};
use firsthand_research::{
    Cancel, RepoStages, Request, Researched, RunDependencies, Stage, StageError, StageInput,
    StageOutput, Stages, run,
};
use serde_json::Value;
use tempfile::TempDir;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;

use super::server::Server;
use crate::fixtures::{dependencies, intent, toolbox};

/// Every stage except `execute`, which another worker serves.
pub(crate) const WITHOUT_EXECUTE: [Stage; 4] =
    [Stage::Classify, Stage::Route, Stage::Assess, Stage::Synthesize];

pub(crate) async fn bus(server: &Server, root: &TempDir) -> NatsBus {
    let stages = RepoStages::new(toolbox(root));
    NatsBus::connect(&server.url, &stages).await.unwrap()
}

/// A worker that runs as a task of this process.
pub(crate) struct RunningWorker {
    outcomes: UnboundedReceiver<(Stage, WorkOutcome)>,
    cancel: Cancel,
    serving: JoinHandle<()>,
}

impl RunningWorker {
    pub(crate) async fn start(server: &Server, root: &TempDir, served_stages: &[Stage]) -> Self {
        let stages = Arc::new(RepoStages::new(toolbox(root)));
        Self::start_with(server, root, served_stages, stages).await
    }

    pub(crate) async fn start_with(
        server: &Server,
        root: &TempDir,
        served_stages: &[Stage],
        stages: Arc<dyn Stages>,
    ) -> Self {
        let (outcome_sender, outcomes) = unbounded_channel();
        let worker = Worker::new(bus(server, root).await, stages, served_stages.to_vec())
            .with_observer(move |key, outcome| {
                // The receiver is gone at the end of a test.
                let _ = outcome_sender.send((key.stage, outcome));
            });
        let cancel = Cancel::new();
        let stop = cancel.clone();
        let serving = tokio::spawn(async move { worker.serve(&stop).await.unwrap() });
        Self { outcomes, cancel, serving }
    }

    /// Waits for the outcome of the next work item.
    pub(crate) async fn next_outcome(&mut self) -> (Stage, WorkOutcome) {
        self.outcomes.recv().await.unwrap()
    }

    /// Stops the worker; returns the outcomes that were not read yet.
    pub(crate) async fn stop(mut self) -> Vec<(Stage, WorkOutcome)> {
        self.cancel.cancel();
        self.serving.await.unwrap();
        let mut all = Vec::new();
        while let Ok(outcome) = self.outcomes.try_recv() {
            all.push(outcome);
        }
        all
    }
}

/// Starts every stage, reports this, and never finishes it.
pub(crate) struct HangingStages(pub(crate) UnboundedSender<Stage>);

#[async_trait]
impl Stages for HangingStages {
    async fn run(&self, work: &StageInput, _: &Cancel) -> Result<StageOutput, StageError> {
        self.0.send(work.stage).unwrap();
        std::future::pending().await
    }
}

/// A run over the bus.
pub(crate) async fn research_over(
    server: &Server,
    root: &TempDir,
    loop_id: &str,
    (topic, hints): (&str, &[(&str, &str)]),
) -> Researched {
    let dependencies =
        RunDependencies { bus: Arc::new(bus(server, root).await), ..dependencies(root, None) };
    let request = Request::new(loop_id, intent(topic, hints));
    run(request, &dependencies).await.unwrap()
}

pub(crate) fn json(researched: &Researched) -> Value {
    serde_json::to_value(&researched.result).unwrap()
}
