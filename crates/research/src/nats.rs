//! Stages on other machines: work and outputs over NATS JetStream.
//!
//! | what | where |
//! |---|---|
//! | the request, the output of each stage, the result | bucket `AGENT_LOOPS`, keys `research.requested.ID`, `STAGE.complete.ID`, `search_result.complete.ID` |
//! | work | stream `AGENT_WORK`, subjects `component.STAGE.ID` |
//! | the lines that were seen | object store `AGENT_EVIDENCE`, each under its `objectstore_ref` |
//! | which workers there are | a request on `component.workers`, which each of them answers |
//!
//! StageInput is delivered until a worker acknowledges it, and an output is written once, by comparing revisions: a worker
//! that is killed in the middle of a stage is replaced, and two that do the same stage leave one output. A worker
//! does only the work of runs over the tree that it has itself.
//!
//! ```no_run
//! # async fn run(stages: firsthand_research::RepoStages) -> Result<(), Box<dyn std::error::Error>> {
//! use std::sync::Arc;
//!
//! use firsthand_research::nats::{NatsBus, Worker};
//! use firsthand_research::{Cancel, Stage};
//!
//! let bus = NatsBus::connect("nats://127.0.0.1:4222", Arc::new(stages.clone())).await?;
//! let worker = Worker::new(bus, Arc::new(stages), Stage::ALL.to_vec());
//! worker.serve(&Cancel::new()).await?;
//! # Ok(()) }
//! ```

mod presence;
mod store;
mod texts;
mod worker;

use std::sync::Arc;

use async_nats::HeaderMap;
use async_nats::jetstream::kv::{CreateErrorKind, Operation, UpdateErrorKind};
use async_nats::jetstream::{self, kv};
use async_trait::async_trait;
use futures::StreamExt as _;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::bus::{BusError, Key, StageBus, StageResult};
use crate::stage_io::{StageError, StageInput, StageOutput};
use crate::{SearchResult, Stage, Tree};

pub use presence::WorkerInfo;
use texts::Texts;
pub use worker::{Seen, Worker};

/// How often an output is written anew that another one of the same stage came before.
const TRIES: u32 = 5;

/// Carries work to workers on this machine and others. Clones share one connection.
#[derive(Clone)]
pub struct NatsBus {
    client: async_nats::Client,
    jetstream: jetstream::Context,
    loops: kv::Store,
    texts: Arc<Texts>,
    tree: Arc<dyn Tree>,
}

/// StageInput as it is carried.
#[derive(Serialize, Deserialize)]
struct Task {
    /// The tree that the run is over.
    tree: String,
    work: StageInput,
}

/// An output as it is kept: that of the last round of a stage.
#[derive(Serialize, Deserialize)]
struct StoredOutput {
    round: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    output: Option<StageOutput>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<StageError>,
}

/// Of an output that is kept, which one it is.
#[derive(Deserialize)]
struct Round {
    round: u32,
}

pub(crate) fn failed(error: impl std::fmt::Display) -> BusError {
    BusError::Failed(error.to_string())
}

impl NatsBus {
    /// Connects to a server with JetStream, and makes the buckets and the stream that are not there.
    ///
    /// # Errors
    /// A server that cannot be reached, or has no JetStream.
    pub async fn connect(url: &str, tree: Arc<dyn Tree>) -> Result<Self, BusError> {
        let client = async_nats::connect(url).await.map_err(failed)?;
        let jetstream = jetstream::new(client.clone());
        store::work(&jetstream).await?;
        Ok(Self {
            loops: store::loops(&jetstream).await?,
            texts: Arc::new(Texts::new(store::evidence(&jetstream).await?)),
            client,
            jetstream,
            tree,
        })
    }

    /// The id of the tree that is here now.
    pub(crate) async fn tree(&self) -> Result<String, BusError> {
        let tree = Arc::clone(&self.tree);
        let looked = tokio::task::spawn_blocking(move || tree.id());
        looked.await.map_err(failed)
    }

    /// Writes the result of a run for those who follow its keys.
    ///
    /// # Errors
    /// A result that cannot be written, or was.
    pub async fn conclude(&self, loop_id: &str, result: &SearchResult) -> Result<(), BusError> {
        let key = format!("search_result.complete.{}", store::token(loop_id)?);
        let value = serde_json::to_vec(result).map_err(failed)?;
        let written = self.loops.create(key, value.into()).await;
        written.map(|_| ()).map_err(failed)
    }

    /// Whether this round of the stage, or a later one, has an output.
    async fn is_complete(&self, key: &Key) -> Result<bool, BusError> {
        let held = self.loops.entry(store::complete(key)?).await;
        let held = held.map_err(failed)?.filter(is_put);
        let round = held.map(|held| round_of(&held)).transpose()?;
        Ok(round.is_some_and(|round| round >= key.round))
    }

    /// A message with the lines that were seen put aside.
    async fn packed(&self, message: &impl Serialize, of: &str) -> Result<Vec<u8>, BusError> {
        let mut value = serde_json::to_value(message).map_err(failed)?;
        if let Some(part) = value.get_mut(of) {
            self.texts.offload_lines(part).await?;
        }
        serde_json::to_vec(&value).map_err(failed)
    }

    /// The message again, with the lines that were seen.
    async fn unpacked<T>(&self, bytes: &[u8], of: &str) -> Result<T, BusError>
    where
        T: for<'de> Deserialize<'de>,
    {
        let mut value: Value = serde_json::from_slice(bytes).map_err(failed)?;
        if let Some(part) = value.get_mut(of) {
            self.texts.restore_lines(part).await?;
        }
        serde_json::from_value(value).map_err(failed)
    }

    /// Writes what was asked under the run's first key: one id, one request.
    async fn requested(&self, work: &StageInput) -> Result<(), BusError> {
        let key = format!("research.requested.{}", store::token(&work.loop_id)?);
        let asked = serde_json::to_vec(&work.intent).map_err(failed)?;
        match self.loops.create(&key, asked.clone().into()).await {
            Ok(_) => Ok(()),
            Err(error) if error.kind() == CreateErrorKind::AlreadyExists => {
                // A run that was resumed asks again.
                let held = self.loops.get(&key).await.map_err(failed)?;
                match held.is_some_and(|held| held == asked) {
                    true => Ok(()),
                    false => Err(failed("another run has this id")),
                }
            }
            Err(error) => Err(failed(error)),
        }
    }
}

fn is_put(entry: &kv::Entry) -> bool {
    entry.operation == Operation::Put
}

fn round_of(entry: &kv::Entry) -> Result<u32, BusError> {
    let held: Round = serde_json::from_slice(&entry.value).map_err(failed)?;
    Ok(held.round)
}

#[async_trait]
impl StageBus for NatsBus {
    async fn request(&self, work: StageInput) -> Result<(), BusError> {
        if work.stage == Stage::Classify && work.round == 1 {
            self.requested(&work).await?;
        }
        let key = Key::of(&work);
        let subject = store::subject(&key)?;
        let tree = self.tree().await?;
        let task = self.packed(&Task { tree, work }, "work").await?;
        let mut headers = HeaderMap::new();
        // The server takes a message of one id once.
        headers.insert("Nats-Msg-Id", format!("{subject}.{}", key.round));
        let sent = self
            .jetstream
            .publish_with_headers(subject, headers, task.into());
        sent.await.map_err(failed)?.await.map_err(failed)?;
        Ok(())
    }

    async fn publish(&self, key: Key, output: StageResult) -> Result<(), BusError> {
        let name = store::complete(&key)?;
        let (output, error) = match output {
            Ok(output) => (Some(output), None),
            Err(error) => (None, Some(error)),
        };
        let round = key.round;
        let kept = self
            .packed(
                &StoredOutput {
                    round,
                    output,
                    error,
                },
                "output",
            )
            .await?;
        for _ in 0..TRIES {
            let held = self.loops.entry(&name).await.map_err(failed)?;
            let revision = match held.filter(is_put) {
                Some(held) if round_of(&held)? >= key.round => {
                    return Err(BusError::Published(key));
                }
                Some(held) => held.revision,
                None => 0,
            };
            let value = kept.clone().into();
            match self.loops.update(&name, value, revision).await {
                Ok(_) => return Ok(()),
                Err(error) if error.kind() == UpdateErrorKind::WrongLastRevision => {}
                Err(error) => return Err(failed(error)),
            }
        }
        Err(failed("others write the same output all the time"))
    }

    async fn completed(&self, key: &Key) -> Result<StageResult, BusError> {
        let name = store::complete(key)?;
        let mut entries = self.loops.watch_with_history(&name).await.map_err(failed)?;
        while let Some(entry) = entries.next().await {
            let entry = entry.map_err(failed)?;
            if !is_put(&entry) || round_of(&entry)? != key.round {
                continue;
            }
            let kept: StoredOutput = self.unpacked(&entry.value, "output").await?;
            return Ok(match (kept.output, kept.error) {
                (Some(output), _) => Ok(output),
                (None, Some(error)) => Err(error),
                (None, None) => Err(StageError("nothing was published".to_owned())),
            });
        }
        Err(failed("the bucket was closed"))
    }
}
