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
//! let bus = NatsBus::connect("nats://127.0.0.1:4222", &stages).await?;
//! let worker = Worker::new(bus, Arc::new(stages), Stage::ALL.to_vec());
//! worker.serve(&Cancel::new()).await?;
//! # Ok(()) }
//! ```

mod snippets;
mod store;
mod worker;

use std::sync::{Arc, Mutex, PoisonError};

use async_nats::HeaderMap;
use async_nats::jetstream::kv::{CreateErrorKind, Operation, UpdateErrorKind};
use async_nats::jetstream::{self, kv};
use async_trait::async_trait;
use firsthand_source::fs::Inventory;
use futures::StreamExt as _;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::bus::{BusError, Key, StageBus, StageResult};
use crate::payload::SearchResult;
use crate::retrieve::Retriever;
use crate::stage_io::{StageError, StageInput};
use crate::{RepoStages, Stage, StageOutput};

use snippets::SnippetStore;
pub use worker::{WorkOutcome, Worker, WorkerInfo};

/// The most attempts to publish an output while others write to the same key.
const MAX_PUBLISH_ATTEMPTS: u32 = 5;

/// Sends work to workers on this host and others. Clones share one connection.
#[derive(Clone)]
pub struct NatsBus {
    client: async_nats::Client,
    jetstream: jetstream::Context,
    loops: kv::Store,
    snippets: Arc<SnippetStore>,
    tree: Tree,
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

fn failed(error: impl std::fmt::Display) -> BusError {
    BusError::Failed(error.to_string())
}

impl NatsBus {
    /// Connects to a server with JetStream, for runs over the tree of these stages, and creates missing buckets and
    /// streams.
    ///
    /// # Errors
    /// The server cannot be reached, or has no JetStream.
    pub async fn connect(url: &str, stages: &RepoStages) -> Result<Self, BusError> {
        let client = async_nats::connect(url).await.map_err(failed)?;
        let jetstream = jetstream::new(client.clone());
        store::work_stream(&jetstream).await?;
        Ok(Self {
            loops: store::loops_bucket(&jetstream).await?,
            snippets: Arc::new(SnippetStore::new(store::evidence_store(&jetstream).await?)),
            client,
            jetstream,
            tree: Tree::of(stages),
        })
    }

    /// The id of the local tree as it is now.
    async fn tree_id(&self) -> Result<String, BusError> {
        let tree = self.tree.clone();
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
        self.loops.create(key, value.into()).await.map(|_| ()).map_err(failed)
    }

    /// The revision and the round of the stored output of a stage; zeros without one.
    async fn stored_round(&self, key: &Key) -> Result<(u64, u32), BusError> {
        let stored = self.loops.entry(store::output_key(key)?).await;
        let stored = stored.map_err(failed)?.filter(is_put);
        let stored = stored.map(|stored| Ok((stored.revision, round_of(&stored)?)));
        Ok(stored.transpose()?.unwrap_or_default())
    }

    /// Encodes a message; the observed lines in its `field` are moved to the object store.
    async fn encode(&self, message: &impl Serialize, field: &str) -> Result<Vec<u8>, BusError> {
        let mut value = serde_json::to_value(message).map_err(failed)?;
        self.snippets.offload_lines(&mut value[field]).await?;
        serde_json::to_vec(&value).map_err(failed)
    }

    /// Decodes a message; the observed lines in its `field` are restored from the object store.
    async fn decode<T: DeserializeOwned>(&self, bytes: &[u8], field: &str) -> Result<T, BusError> {
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
            Ok(_) => return Ok(()),
            Err(error) if error.kind() == CreateErrorKind::AlreadyExists => {}
            Err(error) => return Err(failed(error)),
        }
        // A resumed run stores its request again.
        let stored = self.loops.get(&key).await.map_err(failed)?;
        if stored.is_some_and(|stored| stored == intent) {
            Ok(())
        } else {
            Err(failed("another run has this id"))
        }
    }
}

fn is_put(entry: &kv::Entry) -> bool {
    entry.operation == Operation::Put
}

fn round_of(entry: &kv::Entry) -> Result<u32, BusError> {
    let stored: Value = serde_json::from_slice(&entry.value).map_err(failed)?;
    let round = stored["round"].as_u64().and_then(|round| round.try_into().ok());
    round.ok_or_else(|| failed("an output has no round"))
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
        let task = self.encode(&Task { tree, work }, "work").await?;
        let mut headers = HeaderMap::new();
        // The server accepts a message of the same id only once.
        headers.insert("Nats-Msg-Id", format!("{subject}.{}", key.round));
        let jetstream = &self.jetstream;
        let sent = jetstream.publish_with_headers(subject, headers, task.into());
        sent.await.map_err(failed)?.await.map_err(failed)?;
        Ok(())
    }

    async fn publish(&self, key: Key, output: StageResult) -> Result<(), BusError> {
        let (output, error) = match output {
            Ok(output) => (Some(output), None),
            Err(error) => (None, Some(error)),
        };
        let stored = StoredOutput { round: key.round, output, error };
        let (name, value) = (store::output_key(&key)?, self.encode(&stored, "output").await?);
        for _ in 0..MAX_PUBLISH_ATTEMPTS {
            let (revision, round) = self.stored_round(&key).await?;
            if round >= key.round {
                return Err(BusError::Published(key));
            }
            match self.loops.update(&name, value.clone().into(), revision).await {
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
            let stored: StoredOutput = self.decode(&entry.value, "output").await?;
            let nothing = || StageError("nothing was published".to_owned());
            return Ok(match stored.output {
                Some(output) => Ok(output),
                None => Err(stored.error.unwrap_or_else(nothing)),
            });
        }
        Err(failed("the bucket was closed"))
    }
}

/// A repository's files and HEAD commit. Clones share the last id.
#[derive(Clone)]
struct Tree {
    retriever: Retriever,
    cached: Arc<Mutex<Option<CachedId>>>,
}

/// The files and the HEAD commit, and the id computed from them.
type CachedId = (Arc<Inventory>, String, String);

impl Tree {
    fn of(stages: &RepoStages) -> Self {
        Self { retriever: stages.retriever.clone(), cached: Arc::default() }
    }

    /// The id of the present tree: equal files at the same commit have the same id. It is computed from the paths and
    /// contents of the searched files, and the HEAD commit. Files are read again only if the listing or the HEAD commit
    /// changed. Blocks.
    fn id(&self) -> String {
        let files = self.retriever.toolbox.graph().files();
        let histories = self.retriever.opened_histories().unwrap_or_default();
        let heads = histories.iter().filter_map(|history| history.head().ok());
        let head = heads.collect::<Vec<_>>().join(" ");
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((cached_files, cached_head, id)) = &*cached
            && cached_files.files == files.files
            && *cached_head == head
        {
            return id.clone();
        }
        let mut hasher = blake3::Hasher::new();
        hasher.update(head.as_bytes());
        for entry in &files.files {
            let content = match self.retriever.present_bytes(&entry.path) {
                Ok(Some(bytes)) => blake3::hash(&bytes),
                // The file is too large to be searched, cannot be read, or was deleted.
                _ => blake3::hash(&entry.size.to_le_bytes()),
            };
            hasher.update(blake3::hash(entry.path.as_str().as_bytes()).as_bytes());
            hasher.update(content.as_bytes());
        }
        let id = hasher.finalize().to_hex().to_string();
        *cached = Some((files, head, id.clone()));
        id
    }
}
