//! Calls and the end of their run in thousands of orders: each call that is not cancelled is answered, and its tool runs
//! at most once.
//!
//! The futures of a conversation are polled one at a time, in an order that a seed decides. The parts of a run's end, of
//! which threads may see any order, are steps of their own.

use std::collections::HashMap;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use firsthand::agent::{Answer, Message, ModelRequest, Notices, SUBMIT, Task};
use firsthand::registry::Registry;
use firsthand::{Intent, Model as _, Workspace};
use firsthand_testkit::adversary::SeededRandom;
use serde_json::json;

use super::clock::HostClock;
use super::conversation::{Conversations, Registered};
use super::model::{HostAction, HostModel};
use crate::Limits;
use crate::client::Client;
use crate::finished::FinishedReports;

type Job<'j> = Pin<Box<dyn Future<Output = ()> + 'j>>;

/// The flag of a future that was woken.
struct Woken {
    flag: AtomicBool,
    outer: Waker,
}

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.flag.store(true, Ordering::SeqCst);
        self.outer.wake_by_ref();
    }
}

/// Lets other futures be polled.
async fn pause() {
    let mut paused = false;
    poll_fn(|context| {
        if std::mem::replace(&mut paused, true) {
            Poll::Ready(())
        } else {
            context.waker().wake_by_ref();
            Poll::Pending
        }
    })
    .await;
}

async fn pauses(count: usize) {
    for _ in 0..count {
        pause().await;
    }
}

/// Polls the jobs to their end, of those that were woken a random one at a time. Returns whether all ended; if not, the
/// first one did, which alone waits for time to pass, and nothing will wake the others.
async fn all_end(jobs: Vec<Job<'_>>, random: &mut SeededRandom) -> bool {
    let mut jobs: Vec<(usize, Job<'_>, Option<Arc<Woken>>)> =
        jobs.into_iter().enumerate().map(|(at, job)| (at, job, None)).collect();
    poll_fn(|context| {
        loop {
            let woken = |(_, _, woken): &(usize, Job<'_>, Option<Arc<Woken>>)| {
                woken.as_ref().is_none_or(|woken| woken.flag.load(Ordering::SeqCst))
            };
            let ready: Vec<usize> = (0..jobs.len()).filter(|&at| woken(&jobs[at])).collect();
            if ready.is_empty() {
                return if jobs.iter().any(|(at, _, _)| *at == 0) {
                    Poll::Pending
                } else {
                    Poll::Ready(jobs.is_empty())
                };
            }
            let at = ready[random.below(ready.len())];
            let woken =
                Arc::new(Woken { flag: AtomicBool::new(false), outer: context.waker().clone() });
            let (_, job, last) = &mut jobs[at];
            *last = Some(Arc::clone(&woken));
            let waker = Waker::from(woken);
            if job.as_mut().poll(&mut Context::from_waker(&waker)).is_ready() {
                drop(jobs.swap_remove(at));
            }
        }
    })
    .await
}

/// How often the tool of each call ran, by the call's number.
type Runs = Mutex<HashMap<u64, usize>>;

/// The loop of a run, in short: answers each call, and ends after a report or when the model has no further turn.
async fn explore(model: &HostModel, runs: &Runs, random: &mut SeededRandom) {
    let (task, registry) = (Task::new("q", Intent::Explain, "."), Registry::default());
    let mut messages = vec![Message::User("the question".to_owned())];
    loop {
        let request = ModelRequest {
            task: &task,
            system: "",
            messages: &messages,
            registry: &registry,
            tools: &[],
            must_call: None,
            steps_left: 1,
            time_left: None,
            notices: Notices::default(),
        };
        let Ok(turn) = model.turn(&request).await else {
            return;
        };
        let ends = turn.calls.iter().all(|call| call.tool == SUBMIT) || random.chance(10);
        messages.push(Message::Model(turn.clone()));
        for call in turn.calls {
            pauses(random.below(3)).await;
            let number = call.arguments["n"].as_u64().unwrap();
            *runs.lock().unwrap().entry(number).or_default() += 1;
            messages.push(Message::Answer(Answer {
                call: call.id,
                summary: format!("answer {number}"),
                ..Answer::default()
            }));
        }
        if ends && random.chance(70) {
            return;
        }
        if ends {
            messages.push(Message::User("there is a gap".to_owned()));
        }
    }
}

/// A run to its end. The parts of the end come in a random order.
async fn run(registered: Registered, runs: &Runs, mut random: SeededRandom) {
    let (clock, idle) = (Arc::new(HostClock::start()), Duration::from_secs(60));
    let model = HostModel::new("model".to_owned(), clock, idle, registered.calls);
    explore(&model, runs, &mut random).await;
    let (mut model, mut slot) = (Some(model), Some(registered.slot));
    let mut parts = vec![0, 1, 2];
    while !parts.is_empty() {
        match parts.remove(random.below(parts.len())) {
            0 => drop(registered.outcome.send_replace(Some(Err("ended".to_owned())))),
            1 => drop(model.take()),
            _ => drop(slot.take()),
        }
        pauses(random.below(4)).await;
    }
}

/// How many calls of a conversation were answered by their tools, and by the end of the run.
#[derive(Default, Debug)]
struct Answered {
    by_tool: usize,
    by_end: usize,
}

/// One conversation with many calls at once, some of which are cancelled.
async fn converse(seed: u64, answered: &Mutex<Answered>) {
    let mut random = SeededRandom::new(seed);
    let (conversations, finished) =
        (Conversations::new(Limits::default()), FinishedReports::default());
    let registered = conversations.register(Client::stdio(), Workspace::single(".")).unwrap();
    let (handle, runs) = (registered.slot.handle.clone(), Runs::default());
    let mut jobs: Vec<Job<'_>> = vec![Box::pin(run(registered, &runs, SeededRandom::of(seed, 1)))];
    // More than the queue of a conversation holds, and more than a turn.
    for number in 0..2 + random.below(30) as u64 {
        let tool = if random.chance(20) { SUBMIT } else { "read_file" };
        let action = if random.chance(10) {
            HostAction::KeepReport
        } else {
            HostAction::Call { tool: tool.to_owned(), arguments: json!({"n": number}) }
        };
        let (delay, patience) = (random.below(6), 1 + random.below(12));
        let is_cancelled = random.chance(15);
        let (conversations, finished, handle, runs) = (&conversations, &finished, &handle, &runs);
        jobs.push(Box::pin(async move {
            pauses(delay).await;
            let client = Client::stdio();
            let call = conversations.call(handle, &client, action, finished);
            let result = tokio::select! {
                biased;
                result = call => result,
                () = pauses(patience), if is_cancelled => return,
            };
            let text = result.map_or_else(|error| error, |result| result.text);
            let runs = runs.lock().unwrap().get(&number).copied().unwrap_or_default();
            let mut answered = answered.lock().unwrap();
            if text.starts_with("answer ") {
                let own = format!("answer {number}");
                assert_eq!(text.split("\n\n").next(), Some(own.as_str()), "seed {seed}");
                assert_eq!(runs, 1, "seed {seed}: {text}");
                answered.by_tool += 1;
            } else {
                assert!(runs <= 1, "seed {seed}: {text}");
                answered.by_end += 1;
            }
        }));
    }
    assert!(all_end(jobs, &mut random).await, "seed {seed}: a call is never answered");
}

#[tokio::test(start_paused = true)]
async fn accounted_each_call_is_answered_in_any_order() {
    let answered = Mutex::new(Answered::default());
    for seed in 0..10_000 {
        // Otherwise a channel makes a future wait if the test has been polled for long, and nothing that wakes it follows.
        tokio::task::unconstrained(converse(seed, &answered)).await;
    }
    let Answered { by_tool, by_end } = answered.into_inner().unwrap();
    assert!(by_tool > 10_000 && by_end > 10_000, "{by_tool} {by_end}");
}
