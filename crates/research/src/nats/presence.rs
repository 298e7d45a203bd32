//! Discovers workers: each worker answers queries, so that no run waits for a worker that does not exist.

use std::time::Duration;

use futures::StreamExt as _;
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, timeout_at};

use super::{NatsBus, failed};
use crate::Stage;
use crate::bus::BusError;

/// The subject of queries for workers.
const WORKERS_SUBJECT: &str = "component.workers";

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

/// A query for workers.
#[derive(Serialize, Deserialize)]
struct WorkersQuery {
    tree: String,
}

impl NatsBus {
    /// The workers that answer within `patience`; returns as soon as every stage is served over this tree.
    ///
    /// # Errors
    /// The server cannot be reached.
    pub async fn workers(&self, patience: Duration) -> Result<Vec<WorkerInfo>, BusError> {
        let (tree, inbox) = (self.tree().await?, self.client.new_inbox());
        let answers = self.client.subscribe(inbox.clone()).await;
        let mut answers = answers.map_err(failed)?;
        let question = serde_json::to_vec(&WorkersQuery { tree }).map_err(failed)?;
        let sent = self
            .client
            .publish_with_reply(WORKERS_SUBJECT, inbox, question.into());
        sent.await.map_err(failed)?;
        self.client.flush().await.map_err(failed)?;
        let (mut workers, end) = (Vec::new(), Instant::now() + patience);
        while !Stage::ALL.iter().all(|stage| is_served(&workers, *stage)) {
            // Without listeners the server itself sends an empty answer.
            let Ok(Some(answer)) = timeout_at(end, answers.next()).await else {
                break;
            };
            if answer.payload.is_empty() {
                break;
            }
            workers.extend(serde_json::from_slice(&answer.payload).ok());
        }
        Ok(workers)
    }

    /// Answers queries for workers, for as long as it is polled.
    pub(super) async fn answer_discovery(
        &self,
        stages: &[Stage],
        model: &str,
    ) -> Result<(), BusError> {
        let mut questions = self
            .client
            .subscribe(WORKERS_SUBJECT)
            .await
            .map_err(failed)?;
        while let Some(query) = questions.next().await {
            let question = serde_json::from_slice::<WorkersQuery>(&query.payload);
            let (Some(reply), Ok(question)) = (query.reply, question) else {
                continue;
            };
            let info = WorkerInfo {
                same_tree: self.tree().await? == question.tree,
                stages: stages.to_vec(),
                model: model.to_owned(),
            };
            let info = serde_json::to_vec(&info).map_err(failed)?;
            self.client
                .publish(reply, info.into())
                .await
                .map_err(failed)?;
        }
        Err(failed("the connection was closed"))
    }
}

/// Whether one of the workers serves the stage over the queried tree.
fn is_served(workers: &[WorkerInfo], stage: Stage) -> bool {
    let serves = |worker: &WorkerInfo| worker.same_tree && worker.stages.contains(&stage);
    workers.iter().any(serves)
}
