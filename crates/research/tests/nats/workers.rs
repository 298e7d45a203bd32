//! Workers over repositories on disk.

use std::sync::Arc;

use async_trait::async_trait;
use firsthand_research::nats::{NatsBus, WorkOutcome, Worker};
use firsthand_research::{
    Cancel, Parts, RepoStages, Request, Researched, Stage, StageError, StageInput, StageOutput,
    Stages, run,
};
use serde_json::Value;
use tempfile::TempDir;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;

use crate::server::Server;
use crate::world::{intent, parts, toolbox};

/// Every stage but the one that is carried out elsewhere.
pub(crate) const WITHOUT_EXECUTE: [Stage; 4] = [
    Stage::Classify,
    Stage::Route,
    Stage::Assess,
    Stage::Synthesize,
];

pub(crate) async fn bus(server: &Server, root: &TempDir) -> NatsBus {
    let stages = RepoStages::new(toolbox(root));
    NatsBus::connect(&server.url, Arc::new(stages))
        .await
        .unwrap()
}

/// A worker on a task of this process.
pub(crate) struct Running {
    told: UnboundedReceiver<(Stage, WorkOutcome)>,
    cancel: Cancel,
    serving: JoinHandle<()>,
}

impl Running {
    pub(crate) async fn start(server: &Server, root: &TempDir, serves: &[Stage]) -> Self {
        let stages = Arc::new(RepoStages::new(toolbox(root)));
        Self::with(server, root, serves, stages).await
    }

    pub(crate) async fn with(
        server: &Server,
        root: &TempDir,
        serves: &[Stage],
        stages: Arc<dyn Stages>,
    ) -> Self {
        let (tell, told) = unbounded_channel();
        let worker = Worker::new(bus(server, root).await, stages, serves.to_vec()).with_observer(
            move |key, seen| {
                // The test may be over.
                let _ = tell.send((key.stage, seen));
            },
        );
        let cancel = Cancel::new();
        let stop = cancel.clone();
        let serving = tokio::spawn(async move { worker.serve(&stop).await.unwrap() });
        Self {
            told,
            cancel,
            serving,
        }
    }

    /// What becomes of the next piece of work.
    pub(crate) async fn seen(&mut self) -> (Stage, WorkOutcome) {
        self.told.recv().await.unwrap()
    }

    /// All that became of its work until it had stopped.
    pub(crate) async fn stop(mut self) -> Vec<(Stage, WorkOutcome)> {
        self.cancel.cancel();
        self.serving.await.unwrap();
        let mut all = Vec::new();
        while let Ok(one) = self.told.try_recv() {
            all.push(one);
        }
        all
    }
}

/// Begins every stage, says so, and never ends it.
pub(crate) struct Stuck(pub(crate) UnboundedSender<Stage>);

#[async_trait]
impl Stages for Stuck {
    async fn run(&self, work: &StageInput, _: &Cancel) -> Result<StageOutput, StageError> {
        self.0.send(work.stage).unwrap();
        std::future::pending().await
    }
}

/// A run whose stages are done by whoever serves them.
pub(crate) async fn researched(
    server: &Server,
    root: &TempDir,
    loop_id: &str,
    (topic, hints): (&str, &[(&str, &str)]),
) -> Researched {
    let parts = Parts {
        bus: Arc::new(bus(server, root).await),
        ..parts(root, None)
    };
    let request = Request::new(loop_id, intent(topic, hints));
    run(request, &parts).await.unwrap()
}

pub(crate) fn json(researched: &Researched) -> Value {
    serde_json::to_value(&researched.result).unwrap()
}
