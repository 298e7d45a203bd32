//! Who does the stages of a run: this process, or workers elsewhere.

use std::sync::Arc;

use firsthand_research::{LocalBus, RepoStages, Researched, StageBus};

use crate::failure::Failure;
use crate::stop::Stop;

/// What carries work to whoever does it.
pub(super) struct Carried {
    pub(super) bus: Arc<dyn StageBus>,
    /// The model that decides; empty without one.
    pub(super) model: String,
    #[cfg(feature = "nats")]
    remote: Option<firsthand_research::nats::NatsBus>,
}

impl Carried {
    /// The stages of this process.
    pub(super) fn here(stages: RepoStages, model: String, stop: &Stop) -> Self {
        Self {
            bus: Arc::new(LocalBus::new(Arc::new(stages), stop.0.clone())),
            model,
            #[cfg(feature = "nats")]
            remote: None,
        }
    }

    /// Workers at a NATS server, once each stage is served by one with this tree.
    #[cfg(feature = "nats")]
    pub(super) async fn over(url: &str, stages: RepoStages) -> Result<Self, Failure> {
        use std::time::Duration;

        use firsthand_research::Stage;
        use firsthand_research::nats::{NatsBus, WorkerInfo};

        use crate::failure::ResearchFailure;

        /// How long workers may take to answer.
        const ANSWER: Duration = Duration::from_secs(5);

        let failed = |why| ResearchFailure::Bus(url.to_owned(), why);
        let bus = NatsBus::connect(url, Arc::new(stages))
            .await
            .map_err(failed)?;
        let workers = bus.workers(ANSWER).await.map_err(failed)?;
        let (same, others): (Vec<_>, Vec<WorkerInfo>) =
            workers.into_iter().partition(|worker| worker.same_tree);
        let serves = |stage: &Stage| same.iter().any(|worker| worker.stages.contains(stage));
        let open: Vec<&str> = Stage::ALL
            .iter()
            .filter(|stage| !serves(stage))
            .map(|stage| stage.name())
            .collect();
        if !open.is_empty() {
            let (url, stages) = (url.to_owned(), open.join(", "));
            let others = others.len();
            return Err(ResearchFailure::NoWorker {
                url,
                stages,
                others,
            }
            .into());
        }
        let mut models: Vec<String> = same.into_iter().map(|worker| worker.model).collect();
        models.retain(|model| !model.is_empty());
        models.sort();
        models.dedup();
        Ok(Self {
            bus: Arc::new(bus.clone()),
            model: models.join(", "),
            remote: Some(bus),
        })
    }

    /// Tells those who follow the run elsewhere what it came to.
    #[cfg(feature = "nats")]
    pub(super) async fn conclude(&self, done: &Researched) -> Result<(), Failure> {
        use crate::failure::ResearchFailure;
        use firsthand_research::Record;

        let Some(bus) = &self.remote else {
            return Ok(());
        };
        let Some(Record::Requested { loop_id, .. }) = done.log.first() else {
            return Ok(());
        };
        let written = bus.conclude(loop_id, &done.result).await;
        written.map_err(|why| ResearchFailure::Bus(loop_id.clone(), why).into())
    }

    #[cfg(not(feature = "nats"))]
    #[expect(clippy::unused_async, reason = "as with the feature")]
    pub(super) async fn conclude(&self, _: &Researched) -> Result<(), Failure> {
        Ok(())
    }
}
