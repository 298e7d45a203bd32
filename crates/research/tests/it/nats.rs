//! Runs over a NATS server have the same results as in one process, even if workers fail.

mod server;
mod workers;

use std::sync::Arc;
use std::time::Duration;

use firsthand_research::nats::{WorkOutcome, Worker, WorkerInfo};
use firsthand_research::payload::Intent;
use firsthand_research::{
    BusError, Cancel, Key, RepoStages, Stage, StageBus as _, StageInput, StageOutput,
};
use firsthand_testkit::{GitRepo, folder};
use futures::future::join_all;
use serde_json::json;
use tokio::sync::mpsc::unbounded_channel;

use crate::fixtures::{SHOP, intent, research, toolbox};
use server::Server;
use workers::{HangingStages, RunningWorker, WITHOUT_EXECUTE, bus, json as result, research_over};

type Topic = (&'static str, &'static [(&'static str, &'static str)]);

/// Every route, with evidence of each kind: symbols, relations, text with a secret beside it, commits.
const TOPICS: [Topic; 5] = [
    ("who is affected by a change of pay_refund", &[("hops", "3")]),
    ("how does an order get its refund", &[]),
    ("every place that reads `refund.limit`", &[]),
    ("what changed around pay_refund", &[("axes", "history,tests")]),
    ("zebra", &[]),
];

fn repository() -> GitRepo {
    let secret = "[shop]\nrefund.limit = 30\nrefund.password = \"hunter2-aK3jd9fLs0\"\n";
    let repo = GitRepo::of(SHOP);
    repo.commit("Begin the shop", &[("settings.conf", secret)]);
    repo
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_find_the_same_as_one_process() {
    let (server, repo) = (Server::start(), repository());
    let root = repo.folder();
    let first = RunningWorker::start(&server, root, &Stage::ALL).await;
    let second = RunningWorker::start(&server, root, &Stage::ALL).await;
    for (index, (topic, hints)) in TOPICS.iter().enumerate() {
        let alone = research(root, intent(topic, hints)).await;
        let researched = research_over(&server, root, &format!("r{index}"), (topic, hints)).await;
        assert_eq!(result(&researched), result(&alone), "{topic}");
    }
    let mut outcomes = first.stop().await;
    outcomes.extend(second.stop().await);
    assert!(outcomes.iter().all(|(_, outcome)| *outcome == WorkOutcome::Published), "{outcomes:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_concurrent_runs_have_their_own_results() {
    let (server, repo) = (Server::start(), repository());
    let root = repo.folder();
    let _workers = [
        RunningWorker::start(&server, root, &Stage::ALL).await,
        RunningWorker::start(&server, root, &Stage::ALL).await,
    ];
    let running = (0..10).map(|index| {
        let (server, topic) = (&server, TOPICS[index % TOPICS.len()]);
        async move { research_over(server, root, &format!("r{index}"), topic).await }
    });
    for (index, researched) in join_all(running).await.iter().enumerate() {
        let (topic, hints) = TOPICS[index % TOPICS.len()];
        let alone = research(root, intent(topic, hints)).await;
        assert_eq!(result(researched), result(&alone), "{topic}");
    }
}

/// The work of a killed worker is delivered to another one.
#[tokio::test(flavor = "multi_thread")]
async fn a_killed_worker_is_replaced() {
    let (server, repo) = (Server::start(), repository());
    let (root, topic) = (repo.folder(), TOPICS[0]);
    let _others = RunningWorker::start(&server, root, &WITHOUT_EXECUTE).await;
    let (started_sender, mut started_receiver) = unbounded_channel();
    // The connection closes with its runtime without a message to the server, as when a process is killed.
    let victim = tokio::runtime::Runtime::new().unwrap();
    std::thread::scope(|threads| {
        let start_victim = || {
            victim.block_on(RunningWorker::start_with(
                &server,
                root,
                &[Stage::Execute],
                Arc::new(HangingStages(started_sender)),
            ))
        };
        threads.spawn(start_victim).join().unwrap();
    });
    let run = research_over(&server, root, "r1", topic);
    let killing = async {
        assert_eq!(started_receiver.recv().await, Some(Stage::Execute));
        victim.shutdown_background();
        RunningWorker::start(&server, root, &[Stage::Execute]).await
    };
    let (researched, successor) = tokio::join!(run, killing);
    assert_eq!(result(&researched), result(&research(root, intent(topic.0, topic.1)).await));
    assert_eq!(successor.stop().await, [(Stage::Execute, WorkOutcome::Published)]);
}

/// A stopped worker returns unfinished work to the queue.
#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_worker_returns_its_work() {
    let (server, repo) = (Server::start(), repository());
    let (root, topic) = (repo.folder(), TOPICS[1]);
    let _others = RunningWorker::start(&server, root, &WITHOUT_EXECUTE).await;
    let (started_sender, mut started_receiver) = unbounded_channel();
    let stuck = RunningWorker::start_with(
        &server,
        root,
        &[Stage::Execute],
        Arc::new(HangingStages(started_sender)),
    )
    .await;
    let run = research_over(&server, root, "r1", topic);
    let stopping = async {
        started_receiver.recv().await.unwrap();
        let outcomes = stuck.stop().await;
        (outcomes, RunningWorker::start(&server, root, &[Stage::Execute]).await)
    };
    let (researched, (outcomes, successor)) = tokio::join!(run, stopping);
    assert_eq!(outcomes, [(Stage::Execute, WorkOutcome::Requeued)]);
    assert_eq!(successor.stop().await, [(Stage::Execute, WorkOutcome::Published)]);
    assert_eq!(result(&researched), result(&research(root, intent(topic.0, topic.1)).await));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_with_another_tree_refuses_work() {
    let (server, repo) = (Server::start(), repository());
    let (root, topic) = (repo.folder(), TOPICS[0]);
    let mut files = SHOP.to_vec();
    files.push(("src/more.rs", "pub fn pay_refund_twice() {}\n"));
    let other = folder(&files);
    let mut stranger = RunningWorker::start(&server, &other, &Stage::ALL).await;
    let run = research_over(&server, root, "r1", topic);
    let helping = async {
        assert_eq!(stranger.next_outcome().await, (Stage::Classify, WorkOutcome::OtherTree));
        RunningWorker::start(&server, root, &Stage::ALL).await
    };
    let (researched, worker) = tokio::join!(run, helping);
    assert_eq!(result(&researched), result(&research(root, intent(topic.0, topic.1)).await));
    let outcomes = stranger.stop().await;
    assert!(outcomes.iter().all(|(_, outcome)| *outcome == WorkOutcome::OtherTree), "{outcomes:?}");
    assert!(worker.stop().await.contains(&(Stage::Classify, WorkOutcome::Published)));
}

/// A worker whose tree changes refuses work from then on.
#[tokio::test(flavor = "multi_thread")]
async fn a_worker_refuses_work_after_its_tree_changed() {
    let (server, repo) = (Server::start(), repository());
    let other = repository();
    let client_bus = bus(&server, repo.folder()).await;
    let _worker = RunningWorker::start(&server, other.folder(), &Stage::ALL).await;
    let same_tree = async || {
        let workers = client_bus.workers(Duration::from_secs(5)).await.unwrap();
        workers.iter().map(|worker| worker.same_tree).collect::<Vec<_>>()
    };
    while same_tree().await.is_empty() {
        // The worker does not listen yet.
        tokio::task::yield_now().await;
    }
    assert_eq!(same_tree().await, [true]);
    std::fs::write(other.root().join("src/api.rs"), "pub fn handle_cancel() {}\n").unwrap();
    let workers = client_bus.workers(Duration::from_secs(1)).await.unwrap();
    let workers: Vec<&WorkerInfo> = workers.iter().collect();
    assert_eq!((workers.len(), workers[0].same_tree, workers[0].stages.len()), (1, false, 5));
}

#[tokio::test]
async fn without_workers_discovery_returns_at_once() {
    let (server, repo) = (Server::start(), repository());
    let client_bus = bus(&server, repo.folder()).await;
    assert_eq!(client_bus.workers(Duration::from_secs(600)).await.unwrap(), []);
}

#[tokio::test]
async fn a_worker_without_stages_is_an_error() {
    let (server, repo) = (Server::start(), repository());
    let root = repo.folder();
    let stages = Arc::new(RepoStages::new(toolbox(root)));
    let worker = Worker::new(bus(&server, root).await, stages, Vec::new());
    assert_eq!(worker.serve(&Cancel::new()).await, Err(BusError::NoStage));
}

#[tokio::test]
async fn an_output_is_written_once() {
    let (server, repo) = (Server::start(), repository());
    let bus = bus(&server, repo.folder()).await;
    let key = |round| Key { loop_id: "r1".to_owned(), stage: Stage::Assess, round };
    let output = |text: &str| Ok(StageOutput::of(&json!({"topic": text})));
    let publish = async |round, text: &str| {
        bus.publish(key(round), output(text)).await.map_err(|error| error.to_string())
    };
    let already_published = Err("there is an output of assess of that run already".to_owned());
    assert_eq!(publish(1, "first").await, Ok(()));
    assert_eq!(publish(1, "second").await, already_published);
    let first = bus.completed(&key(1)).await.unwrap().unwrap();
    assert_eq!(first.payload, json!({"topic": "first"}));
    assert_eq!(publish(2, "third").await, Ok(()));
    // A late output does not replace that of a later round.
    assert_eq!(publish(1, "late").await, already_published);
    let third = bus.completed(&key(2)).await.unwrap().unwrap();
    assert_eq!(third.payload, json!({"topic": "third"}));
}

/// Messages are small: lines are stored once, under the reference that evidence has for them.
#[tokio::test(flavor = "multi_thread")]
async fn lines_are_stored_under_their_reference() {
    let (server, repo) = (Server::start(), repository());
    let _worker = RunningWorker::start(&server, repo.folder(), &Stage::ALL).await;
    let researched = research_over(&server, repo.folder(), "r1", TOPICS[0]).await;
    let client_bus = bus(&server, repo.folder()).await;
    client_bus.conclude("r1", &researched.result).await.unwrap();
    assert!(client_bus.conclude("r1", &researched.result).await.is_err());

    let jetstream = async_nats::jetstream::new(async_nats::connect(&server.url).await.unwrap());
    let loops = jetstream.get_key_value("AGENT_LOOPS").await.unwrap();
    let value = async |key: &str| {
        let value = loops.get(format!("{key}.r1")).await.unwrap().unwrap();
        String::from_utf8(value.to_vec()).unwrap()
    };
    for stage in ["classify", "route", "execute", "assess"] {
        let stored = value(&format!("{stage}.complete")).await;
        assert!(!stored.contains("pub fn pay_refund"), "{stored}");
    }
    let requested: Intent = serde_json::from_str(&value("research.requested").await).unwrap();
    assert_eq!(requested.topic, TOPICS[0].0);
    let concluded = value("search_result.complete").await;
    assert_eq!(concluded, serde_json::to_string(&researched.result).unwrap());

    let store = jetstream.get_object_store("AGENT_EVIDENCE").await.unwrap();
    assert!(!researched.result.evidence.is_empty());
    for item in &researched.result.evidence {
        use tokio::io::AsyncReadExt as _;
        let mut text = String::new();
        let mut object = store.get(&item.objectstore_ref).await.unwrap();
        object.read_to_string(&mut text).await.unwrap();
        assert_eq!(text, item.snippet_text, "{}", item.entity_id);
    }
}

/// Invalid work is removed from the queue, and a run id that is not a valid subject is refused.
#[tokio::test(flavor = "multi_thread")]
async fn invalid_work_does_not_block_the_queue() {
    let (server, repo) = (Server::start(), repository());
    let root = repo.folder();
    let _worker = RunningWorker::start(&server, root, &Stage::ALL).await;
    let jetstream = async_nats::jetstream::new(async_nats::connect(&server.url).await.unwrap());
    for text in ["", "{}", "{\"tree\": 3}", "[[[["] {
        let sent = jetstream.publish("component.classify.x", text.into()).await.unwrap();
        sent.await.unwrap();
    }
    let researched = research_over(&server, root, "r1", TOPICS[0]).await;
    assert_eq!(
        result(&researched),
        result(&research(root, intent(TOPICS[0].0, TOPICS[0].1)).await)
    );
    let work: StageInput = serde_json::from_value(json!({
        "loop_id": "a.b", "stage": "route", "round": 1, "intent": {"topic": "t"}, "left_ms": 1,
    }))
    .unwrap();
    assert!(bus(&server, root).await.request(work).await.is_err());
}
