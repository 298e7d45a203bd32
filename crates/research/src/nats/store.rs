//! The buckets, streams and consumers on the server, and their names.

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::object_store::{self, ObjectStore};
use async_nats::jetstream::stream::{self, DiscardPolicy, RetentionPolicy};
use async_nats::jetstream::{self, kv};

use super::failed;
use crate::Stage;
use crate::bus::{BusError, Key};

/// The bucket of requests, outputs and results.
const LOOPS_BUCKET: &str = "AGENT_LOOPS";
/// The object store of observed lines.
const EVIDENCE_STORE: &str = "AGENT_EVIDENCE";
/// The stream of work.
const WORK_STREAM: &str = "AGENT_WORK";

/// How long the server stores requests, outputs, results and lines.
const MAX_AGE: Duration = Duration::from_secs(24 * 60 * 60);
/// How long the server stores work that no worker takes; the requesting run has ended by then.
const MAX_WORK_AGE: Duration = Duration::from_secs(10 * 60);
/// The server redelivers work whose worker neither acknowledged it nor reported progress for this long.
pub(super) const ACK_TIMEOUT: Duration = Duration::from_secs(5);

/// Returns the id of a run as one word of a subject; an error if it has characters that no such word has.
pub(super) fn token(loop_id: &str) -> Result<&str, BusError> {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || "-_=".contains(c);
    if !loop_id.is_empty() && loop_id.chars().all(is_allowed) {
        return Ok(loop_id);
    }
    Err(failed(format!("the id of a run has letters, digits, `-`, `_` and `=` only: `{loop_id}`")))
}

/// The key of a stage's output.
pub(super) fn output_key(key: &Key) -> Result<String, BusError> {
    let (stage, id) = (key.stage.name(), token(&key.loop_id)?);
    Ok(format!("{stage}.complete.{id}"))
}

/// The subject of a stage's work.
pub(super) fn subject(key: &Key) -> Result<String, BusError> {
    let (stage, id) = (key.stage.name(), token(&key.loop_id)?);
    Ok(format!("component.{stage}.{id}"))
}

/// The pattern that matches the subjects of a stage's work in all runs.
fn subjects(stage: Stage) -> String {
    format!("component.{}.*", stage.name())
}

/// Opens the bucket of requests, outputs and results. It creates a missing one as a stream, because the client's own
/// function queries the server for information that servers before 2.10 do not have.
pub(super) async fn loops_bucket(jetstream: &jetstream::Context) -> Result<kv::Store, BusError> {
    let config = stream::Config {
        name: format!("KV_{LOOPS_BUCKET}"),
        subjects: vec![format!("$KV.{LOOPS_BUCKET}.>")],
        max_messages_per_subject: 1,
        max_age: MAX_AGE,
        discard: DiscardPolicy::New,
        allow_rollup: true,
        deny_delete: true,
        allow_direct: true,
        ..stream::Config::default()
    };
    jetstream.get_or_create_stream(config).await.map_err(failed)?;
    jetstream.get_key_value(LOOPS_BUCKET).await.map_err(failed)
}

/// Opens the object store of observed lines, and creates a missing one.
pub(super) async fn evidence_store(
    jetstream: &jetstream::Context,
) -> Result<ObjectStore, BusError> {
    if let Ok(store) = jetstream.get_object_store(EVIDENCE_STORE).await {
        return Ok(store);
    }
    let config = object_store::Config {
        bucket: EVIDENCE_STORE.to_owned(),
        max_age: MAX_AGE,
        ..object_store::Config::default()
    };
    jetstream.create_object_store(config).await.map_err(failed)
}

/// Opens the stream of work, and creates a missing one; it stores each item until a worker has acknowledged it.
pub(super) async fn work_stream(
    jetstream: &jetstream::Context,
) -> Result<stream::Stream, BusError> {
    let config = stream::Config {
        name: WORK_STREAM.to_owned(),
        subjects: Stage::ALL.map(subjects).to_vec(),
        retention: RetentionPolicy::WorkQueue,
        max_age: MAX_WORK_AGE,
        ..stream::Config::default()
    };
    jetstream.get_or_create_stream(config).await.map_err(failed)
}

/// Opens the consumer of one stage's work, shared by all workers that serve it.
pub(super) async fn consumer(
    jetstream: &jetstream::Context,
    stage: Stage,
) -> Result<PullConsumer, BusError> {
    let config = pull::Config {
        durable_name: Some(stage.name().to_owned()),
        filter_subject: subjects(stage),
        ack_policy: AckPolicy::Explicit,
        ack_wait: ACK_TIMEOUT,
        ..pull::Config::default()
    };
    work_stream(jetstream).await?.get_or_create_consumer(stage.name(), config).await.map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_id_must_be_one_word_of_a_subject() {
        let key = |id: &str| Key { loop_id: id.to_owned(), stage: Stage::Execute, round: 2 };
        assert_eq!(output_key(&key("r-1")).unwrap(), "execute.complete.r-1");
        assert_eq!(subject(&key("r-1")).unwrap(), "component.execute.r-1");
        for id in ["", "a.b", "a b", "*", ">", "a>b", "ä"] {
            assert!(subject(&key(id)).is_err() && output_key(&key(id)).is_err(), "{id}");
        }
    }
}
