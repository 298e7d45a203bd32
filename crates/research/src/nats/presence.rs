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
    /// The workers that answer within `time_limit`; returns as soon as every stage is served over this tree.
    ///
    /// # Errors
    /// The server cannot be reached.
    pub async fn workers(&self, time_limit: Duration) -> Result<Vec<WorkerInfo>, BusError> {
        let (tree, inbox) = (self.tree_id().await?, self.client.new_inbox());
        let answers = self.client.subscribe(inbox.clone()).await;
        let mut answers = answers.map_err(failed)?;
        let query = serde_json::to_vec(&WorkersQuery { tree }).map_err(failed)?;
        let sent = self
            .client
            .publish_with_reply(WORKERS_SUBJECT, inbox, query.into());
        sent.await.map_err(failed)?;
        self.client.flush().await.map_err(failed)?;
        let (mut workers, deadline) = (Vec::new(), Instant::now() + time_limit);
        while !Stage::ALL.iter().all(|stage| is_served(&workers, *stage)) {
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
    pub(super) async fn answer_discovery(
        &self,
        stages: &[Stage],
        model: &str,
    ) -> Result<(), BusError> {
        let mut messages = self
            .client
            .subscribe(WORKERS_SUBJECT)
            .await
            .map_err(failed)?;
        while let Some(message) = messages.next().await {
            let query = serde_json::from_slice::<WorkersQuery>(&message.payload);
            let (Some(reply), Ok(query)) = (message.reply, query) else {
                continue;
            };
            let info = WorkerInfo {
                same_tree: self.tree_id().await? == query.tree,
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
