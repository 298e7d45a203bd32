//! Which workers there are: each answers who asks, so that nobody waits for one that is not there.

use std::time::Duration;

use futures::StreamExt as _;
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, timeout_at};

use super::{NatsBus, failed};
use crate::Stage;
use crate::bus::BusError;

/// Where workers are asked.
const WORKERS: &str = "component.workers";

/// What a worker says of itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkerInfo {
    /// Whether it has the tree that was asked for.
    pub same_tree: bool,
    /// What it serves.
    pub stages: Vec<Stage>,
    /// The model that decides in it; empty without one.
    pub model: String,
}

/// What workers are asked.
#[derive(Serialize, Deserialize)]
struct Question {
    tree: String,
}

impl NatsBus {
    /// The workers that answer within `patience`; ends as soon as every stage is served over this tree.
    ///
    /// # Errors
    /// A server that cannot be reached.
    pub async fn workers(&self, patience: Duration) -> Result<Vec<WorkerInfo>, BusError> {
        let (tree, inbox) = (self.tree().await?, self.client.new_inbox());
        let answers = self.client.subscribe(inbox.clone()).await;
        let mut answers = answers.map_err(failed)?;
        let question = serde_json::to_vec(&Question { tree }).map_err(failed)?;
        let asked = self
            .client
            .publish_with_reply(WORKERS, inbox, question.into());
        asked.await.map_err(failed)?;
        self.client.flush().await.map_err(failed)?;
        let (mut workers, end) = (Vec::new(), Instant::now() + patience);
        while !Stage::ALL.iter().all(|stage| is_served(&workers, *stage)) {
            // Where nobody listens, the server answers itself, with nothing.
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

    /// Answers whoever asks for workers, for as long as it is polled.
    pub(super) async fn answer_for(&self, stages: &[Stage], model: &str) -> Result<(), BusError> {
        let mut questions = self.client.subscribe(WORKERS).await.map_err(failed)?;
        while let Some(asked) = questions.next().await {
            let question = serde_json::from_slice::<Question>(&asked.payload);
            let (Some(reply), Ok(question)) = (asked.reply, question) else {
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

/// Whether one of the workers serves the stage over the tree that was asked for.
fn is_served(workers: &[WorkerInfo], stage: Stage) -> bool {
    let serves = |worker: &WorkerInfo| worker.same_tree && worker.stages.contains(&stage);
    workers.iter().any(serves)
}
