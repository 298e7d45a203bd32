//! Where the stages of a run execute: in this process, or in workers elsewhere.

use std::sync::Arc;

use firsthand_research::{LocalBus, RepoStages, Researched, StageBus};

use crate::failure::Failure;
use crate::stop::Stop;

/// The bus to the process or workers that run the stages.
pub(super) struct StageRunner {
    pub(super) bus: Arc<dyn StageBus>,
    /// The model that decides; empty without one.
    pub(super) model: String,
    #[cfg(feature = "nats")]
    remote: Option<firsthand_research::nats::NatsBus>,
}

impl StageRunner {
    /// Runs the stages in this process.
    pub(super) fn local(stages: RepoStages, model: String, stop: &Stop) -> Self {
        Self {
            bus: Arc::new(LocalBus::new(Arc::new(stages), stop.0.clone())),
            model,
            #[cfg(feature = "nats")]
            remote: None,
        }
    }

    /// Runs the stages in workers at a NATS server; fails if a stage has no worker with this tree.
    #[cfg(feature = "nats")]
    pub(super) async fn over_nats(url: &str, stages: RepoStages) -> Result<Self, Failure> {
        use std::time::Duration;

        use firsthand_research::nats::{NatsBus, WorkerInfo};
        use firsthand_research::{BusError, Stage};

        /// How long to wait for workers to announce themselves.
        const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

        let failed = |why: BusError| Failure::failed(format!("{url}: {why}"));
        let bus = NatsBus::connect(url, &stages).await.map_err(failed)?;
        let workers = bus.workers(ANSWER_TIMEOUT).await.map_err(failed)?;
        let (same_tree_workers, others): (Vec<_>, Vec<WorkerInfo>) =
            workers.into_iter().partition(|worker| worker.same_tree);
        let serves =
            |stage: &Stage| same_tree_workers.iter().any(|worker| worker.stages.contains(stage));
        let unserved: Vec<&str> =
            Stage::ALL.iter().filter(|stage| !serves(stage)).map(|stage| stage.name()).collect();
        if !unserved.is_empty() {
            let stages = unserved.join(", ");
            let others = match others.len() {
                0 => String::new(),
                others => format!("; workers with another tree: {others}"),
            };
            return Err(Failure::failed(format!(
                "no worker at {url} has this tree and serves {stages}{others}"
            ))
            .hint(format!(
                "`firsthand worker --nats {url}` in a checkout of the same commit serves"
            )));
        }
        let mut models: Vec<String> =
            same_tree_workers.into_iter().map(|worker| worker.model).collect();
        models.retain(|model| !model.is_empty());
        models.sort();
        models.dedup();
        Ok(Self { bus: Arc::new(bus.clone()), model: models.join(", "), remote: Some(bus) })
    }

    /// Publishes the result to those who follow the run over NATS.
    #[cfg(feature = "nats")]
    pub(super) async fn conclude(&self, researched: &Researched) -> Result<(), Failure> {
        use firsthand_research::ResearchEvent;

        let Some(bus) = &self.remote else {
            return Ok(());
        };
        let requested = researched.transcript.first().map(|record| &record.event);
        let Some(ResearchEvent::Requested { request, .. }) = requested else {
            return Ok(());
        };
        let loop_id = &request.loop_id;
        let written = bus.conclude(loop_id, &researched.result).await;
        written.map_err(|why| Failure::failed(format!("{loop_id}: {why}")))
    }

    #[cfg(not(feature = "nats"))]
    #[expect(clippy::unused_async, reason = "as with the feature")]
    pub(super) async fn conclude(&self, _: &Researched) -> Result<(), Failure> {
        Ok(())
    }
}
