//! Runs the stages of a run in workers at a NATS server.

use std::time::Duration;

use firsthand_research::nats::{NatsBus, WorkerInfo};
use firsthand_research::{BusError, RepoStages, ResearchEvent, Researched, Stage};

use crate::failure::Failure;

/// How long to wait for workers to announce themselves.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// The bus to the workers, and the models that decide in them; fails if a stage has no worker with this tree.
pub(super) async fn connect(url: &str, stages: &RepoStages) -> Result<(NatsBus, String), Failure> {
    let failed = |why: BusError| Failure::failed(format!("{url}: {why}"));
    let bus = NatsBus::connect(url, stages).await.map_err(failed)?;
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
        let sentence = format!("no worker at {url} has this tree and serves {stages}{others}");
        return Err(Failure::failed(sentence).hint(format!(
            "`firsthand worker --nats {url}` in a checkout of the same commit serves"
        )));
    }
    let mut models: Vec<String> =
        same_tree_workers.into_iter().map(|worker| worker.model).collect();
    models.retain(|model| !model.is_empty());
    models.sort();
    models.dedup();
    Ok((bus, models.join(", ")))
}

/// Publishes the result to those who follow the run.
pub(super) async fn conclude(bus: &NatsBus, researched: &Researched) -> Result<(), Failure> {
    let requested = researched.transcript.first().map(|record| &record.event);
    let Some(ResearchEvent::Requested { request, .. }) = requested else {
        return Ok(());
    };
    let loop_id = &request.loop_id;
    let written = bus.conclude(loop_id, &researched.result).await;
    written.map_err(|why| Failure::failed(format!("{loop_id}: {why}")))
}
