//! Runs stages on other hosts: exchanges work and outputs over NATS JetStream.
//!
//! | content | location |
//! |---|---|
//! | the request, the output of each stage, the result | bucket `AGENT_LOOPS`, keys `research.requested.ID`, `STAGE.complete.ID`, `search_result.complete.ID` |
//! | work | stream `AGENT_WORK`, subjects `component.STAGE.ID` |
//! | the observed lines | object store `AGENT_EVIDENCE`, each under its `objectstore_ref` |
//! | discovery of workers | a request on `component.workers`, which each worker answers |
//!
//! Work is delivered until a worker acknowledges it, and an output is written once, by comparing revisions: if a worker
//! is killed in the middle of a stage, another one runs it, and two workers that run the same stage leave one output. A
//! worker runs only stages over the tree that it has itself.
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
mod snippets;
mod store;
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
use snippets::SnippetStore;
pub use worker::{WorkOutcome, Worker};

/// The most attempts to publish an output while others write to the same key.
const MAX_PUBLISH_ATTEMPTS: u32 = 5;

/// Sends work to workers on this host and others. Clones share one connection.
#[derive(Clone)]
pub struct NatsBus {
    client: async_nats::Client,
    jetstream: jetstream::Context,
    loops: kv::Store,
    snippets: Arc<SnippetStore>,
    tree: Arc<dyn Tree>,
}

/// The input of a stage as a message.
#[derive(Serialize, Deserialize)]
struct Task {
    /// The id of the tree that the run searches.
    tree: String,
    work: StageInput,
}

/// The stored output of the last round of a stage.
#[derive(Serialize, Deserialize)]
struct StoredOutput {
    round: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    output: Option<StageOutput>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<StageError>,
}

/// The round of a stored output.
#[derive(Deserialize)]
struct Round {
    round: u32,
}

pub(crate) fn failed(error: impl std::fmt::Display) -> BusError {
    BusError::Failed(error.to_string())
}

impl NatsBus {
    /// Connects to a server with JetStream, and creates missing buckets and streams.
    ///
    /// # Errors
    /// The server cannot be reached, or has no JetStream.
    pub async fn connect(url: &str, tree: Arc<dyn Tree>) -> Result<Self, BusError> {
        let client = async_nats::connect(url).await.map_err(failed)?;
        let jetstream = jetstream::new(client.clone());
        store::work_stream(&jetstream).await?;
        Ok(Self {
            loops: store::loops_bucket(&jetstream).await?,
            snippets: Arc::new(SnippetStore::new(store::evidence_store(&jetstream).await?)),
            client,
            jetstream,
            tree,
        })
    }

    /// The id of the local tree as it is now.
    pub(crate) async fn tree_id(&self) -> Result<String, BusError> {
        let tree = Arc::clone(&self.tree);
        let lookup = tokio::task::spawn_blocking(move || tree.id());
        lookup.await.map_err(failed)
    }

    /// Publishes the result of a run under its key.
    ///
    /// # Errors
    /// The result cannot be written, or was already written.
    pub async fn conclude(&self, loop_id: &str, result: &SearchResult) -> Result<(), BusError> {
        let key = format!("search_result.complete.{}", store::token(loop_id)?);
        let value = serde_json::to_vec(result).map_err(failed)?;
        let written = self.loops.create(key, value.into()).await;
        written.map(|_| ()).map_err(failed)
    }

    /// Whether this round of the stage, or a later one, has an output.
    async fn is_complete(&self, key: &Key) -> Result<bool, BusError> {
        let stored = self.loops.entry(store::output_key(key)?).await;
        let stored = stored.map_err(failed)?.filter(is_put);
        let round = stored.map(|stored| round_of(&stored)).transpose()?;
        Ok(round.is_some_and(|round| round >= key.round))
    }

    /// Encodes a message; the observed lines in its `field` are moved to the object store.
    async fn encode_message(
        &self,
        message: &impl Serialize,
        field: &str,
    ) -> Result<Vec<u8>, BusError> {
        let mut value = serde_json::to_value(message).map_err(failed)?;
        if let Some(part) = value.get_mut(field) {
            self.snippets.offload_lines(part).await?;
        }
        serde_json::to_vec(&value).map_err(failed)
    }

    /// Decodes a message; the observed lines in its `field` are restored from the object store.
    async fn decode_message<T>(&self, bytes: &[u8], field: &str) -> Result<T, BusError>
    where
        T: for<'de> Deserialize<'de>,
    {
        let mut value: Value = serde_json::from_slice(bytes).map_err(failed)?;
        if let Some(part) = value.get_mut(field) {
            self.snippets.restore_lines(part).await?;
        }
        serde_json::from_value(value).map_err(failed)
    }

    /// Stores the intent under `research.requested.ID`. An error if another intent is stored there: an id belongs to
    /// one request.
    async fn store_request(&self, work: &StageInput) -> Result<(), BusError> {
        let key = format!("research.requested.{}", store::token(&work.loop_id)?);
        let intent = serde_json::to_vec(&work.intent).map_err(failed)?;
        match self.loops.create(&key, intent.clone().into()).await {
            Ok(_) => Ok(()),
            Err(error) if error.kind() == CreateErrorKind::AlreadyExists => {
                // A resumed run stores its request again.
                let stored = self.loops.get(&key).await.map_err(failed)?;
                match stored.is_some_and(|stored| stored == intent) {
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
    let stored: Round = serde_json::from_slice(&entry.value).map_err(failed)?;
    Ok(stored.round)
}

#[async_trait]
impl StageBus for NatsBus {
    async fn request(&self, work: StageInput) -> Result<(), BusError> {
        if work.stage == Stage::Classify && work.round == 1 {
            self.store_request(&work).await?;
        }
        let key = Key::of(&work);
        let subject = store::subject(&key)?;
        let tree = self.tree_id().await?;
        let task = self.encode_message(&Task { tree, work }, "work").await?;
        let mut headers = HeaderMap::new();
        // The server accepts a message of the same id only once.
        headers.insert("Nats-Msg-Id", format!("{subject}.{}", key.round));
        let sent = self
            .jetstream
            .publish_with_headers(subject, headers, task.into());
        sent.await.map_err(failed)?.await.map_err(failed)?;
        Ok(())
    }

    async fn publish(&self, key: Key, output: StageResult) -> Result<(), BusError> {
        let name = store::output_key(&key)?;
        let (output, error) = match output {
            Ok(output) => (Some(output), None),
            Err(error) => (None, Some(error)),
        };
        let round = key.round;
        let stored_output = self
            .encode_message(
                &StoredOutput {
                    round,
                    output,
                    error,
                },
                "output",
            )
            .await?;
        for _ in 0..MAX_PUBLISH_ATTEMPTS {
            let stored = self.loops.entry(&name).await.map_err(failed)?;
            let revision = match stored.filter(is_put) {
                Some(stored) if round_of(&stored)? >= key.round => {
                    return Err(BusError::Published(key));
                }
                Some(stored) => stored.revision,
                None => 0,
            };
            let value = stored_output.clone().into();
            match self.loops.update(&name, value, revision).await {
                Ok(_) => return Ok(()),
                Err(error) if error.kind() == UpdateErrorKind::WrongLastRevision => {}
                Err(error) => return Err(failed(error)),
            }
        }
        Err(failed("others write the same output all the time"))
    }

    async fn completed(&self, key: &Key) -> Result<StageResult, BusError> {
        let name = store::output_key(key)?;
        let mut entries = self.loops.watch_with_history(&name).await.map_err(failed)?;
        while let Some(entry) = entries.next().await {
            let entry = entry.map_err(failed)?;
            if !is_put(&entry) || round_of(&entry)? != key.round {
                continue;
            }
            let stored_output: StoredOutput = self.decode_message(&entry.value, "output").await?;
            return Ok(match (stored_output.output, stored_output.error) {
                (Some(output), _) => Ok(output),
                (None, Some(error)) => Err(error),
                (None, None) => Err(StageError("nothing was published".to_owned())),
            });
        }
        Err(failed("the bucket was closed"))
    }
}
