//! Cancelling, at every point where a run waits.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use firsthand_agent::registry::RepoPath;
use firsthand_agent::{
    BudgetLimits, Budgets, CallContext, Cancel, Event, ExploreError, FileSource, Tool, ToolError,
    ToolOutput, ToolSpec, explore,
};
use firsthand_testkit::{Fault, FaultyTool, Script, Setup, json};
use firsthand_validator::StopReason;
use serde_json::Value;

use crate::{check_laws, find, greeter, report, with_missing};

/// Checks that the run ends as cancelled, also in its transcript.
async fn assert_cancelled(setup: &Setup) {
    let started = tokio::time::Instant::now();
    let result = setup.explore("who calls greet?").await;
    assert!(matches!(result, Err(ExploreError::Cancelled { .. })));
    assert!(started.elapsed() < Duration::from_secs(60), "it ends at once");
    check_laws(&setup.log, &result);
    let events = setup.log.events();
    let last = events.last();
    let is_stopped = matches!(last, Some(Event::Stopped { reason: StopReason::Cancelled, .. }));
    assert!(is_stopped, "{last:?}");
}

#[tokio::test(start_paused = true)]
async fn a_run_that_is_cancelled_before_its_start_does_not_ask_the_model() {
    let script = Script::new();
    let setup = Setup::new(&greeter(), &script);
    setup.parts.cancel.cancel();
    assert_cancelled(&setup).await;
    assert_eq!(script.turn_count(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_cancellation_during_a_turn_ends_the_run() {
    for turn in 0..4 {
        let cancel = Cancel::new();
        let flag = cancel.clone();
        let gap = || with_missing(&[("c1", "pub fn greet")], "the tests");
        let steps: [fn(Script) -> Script; 3] = [
            |script| script.calls("find", find("greet")),
            |script| script.replies_text("Hm."),
            |script| script.calls("list", json!({})),
        ];
        let script = steps.iter().take(turn).fold(Script::new(), |script, step| step(script));
        let script = if turn == 3 { script.submits(gap()) } else { script };
        let script = script.with_side_effect(move || flag.cancel()).hangs();
        let mut setup = Setup::new(&greeter(), &script);
        setup.parts.cancel = cancel;
        assert_cancelled(&setup).await;
        script.finished();
    }
}

/// The model's turn arrives at the same time as the cancellation.
#[tokio::test(start_paused = true)]
async fn a_cancellation_before_the_calls_of_a_turn_ends_the_run() {
    let cancel = Cancel::new();
    let flag = cancel.clone();
    let script = Script::new().with_side_effect(move || flag.cancel()).calls("find", find("greet"));
    let mut setup = Setup::new(&greeter(), &script);
    setup.parts.cancel = cancel;
    assert_cancelled(&setup).await;
}

#[tokio::test(start_paused = true)]
async fn a_cancellation_during_calls_ends_the_run() {
    let script = Script::new().calls_all([("odd", json!({})), ("find", find("greet"))]);
    let odd = FaultyTool { name: "odd", fault: Fault::Hangs, repo: greeter() };
    let setup = Setup::new(&greeter(), &script).tool(odd);
    let cancel = setup.parts.cancel.clone();
    let later = async {
        tokio::time::sleep(Duration::from_secs(3)).await;
        cancel.cancel();
    };
    tokio::join!(assert_cancelled(&setup), later);
    let state = setup.log.state();
    assert_eq!(crate::answers(&state).len(), 2);
}

/// A file source that cancels the run when it is called, and then never returns.
struct CancelsWhenRead(Cancel);

#[async_trait]
impl FileSource for CancelsWhenRead {
    async fn bytes(&self, _: &RepoPath) -> std::io::Result<Option<Vec<u8>>> {
        self.0.cancel();
        std::future::pending().await
    }
}

/// The run is cancelled while a report is checked, or while the fallback is checked after the end.
#[tokio::test(start_paused = true)]
async fn a_cancellation_during_a_check_of_files_ends_the_run() {
    let seen = || Script::new().calls("find", find("greet"));
    for script in [
        seen().submits(report(&[("c1", "pub fn greet")], "high")),
        seen().replies_text("").replies_text(""),
    ] {
        let repo = greeter();
        let mut setup = Setup::new(&repo, &script);
        setup.parts.files = Arc::new(CancelsWhenRead(setup.parts.cancel.clone()));
        assert_cancelled(&setup).await;
        script.finished();
    }
}

/// A tool that records the cancellation flags of its calls.
struct RecordsCancellation(Arc<std::sync::Mutex<Vec<Cancel>>>);

#[async_trait]
impl Tool for RecordsCancellation {
    fn spec(&self) -> ToolSpec {
        ToolSpec::new("watch", "", json!({}))
    }

    async fn call(&self, _: Value, call: &CallContext) -> Result<ToolOutput, ToolError> {
        self.0.lock().expect("a lock").push(call.cancel.clone());
        call.cancel.cancelled().await;
        Err(ToolError::Answer("heard of the end".to_owned()))
    }
}

/// A tool that returns an error when it is cancelled.
struct FailsOnCancellation;

#[async_trait]
impl Tool for FailsOnCancellation {
    fn spec(&self) -> ToolSpec {
        ToolSpec::new("gives_up", "", json!({}))
    }

    async fn call(&self, _: Value, call: &CallContext) -> Result<ToolOutput, ToolError> {
        call.cancel.cancelled().await;
        Err(ToolError::Stop("cancelled".to_owned()))
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_that_fails_on_cancellation_does_not_change_the_result() {
    let script = Script::new().calls("gives_up", json!({}));
    let setup = Setup::new(&greeter(), &script).tool(FailsOnCancellation);
    let cancel = setup.parts.cancel.clone();
    let later = async {
        tokio::time::sleep(Duration::from_secs(3)).await;
        cancel.cancel();
    };
    tokio::join!(assert_cancelled(&setup), later);
}

/// The run ends by a cancellation, by the end of the wall time, or because its future is dropped.
#[tokio::test(start_paused = true)]
async fn tools_are_cancelled_when_the_run_ends() {
    for (wall_ms, cancel_after, drop_after) in [(90_000, 5, 60), (5_000, 60, 60), (90_000, 60, 5)] {
        let flags = Arc::default();
        let script = Script::new().calls("watch", json!({})).replies_text("").replies_text("");
        let setup = Setup::new(&greeter(), &script).tool(RecordsCancellation(Arc::clone(&flags)));
        let setup = setup.budgets(|b| b.wall_ms = wall_ms);
        let cancel = setup.parts.cancel.clone();
        let later = async {
            tokio::time::sleep(Duration::from_secs(cancel_after)).await;
            cancel.cancel();
        };
        let run = tokio::time::timeout(
            Duration::from_secs(drop_after),
            setup.explore("who calls greet?"),
        );
        let _ = tokio::join!(run, later);
        let flags = flags.lock().expect("a lock");
        assert!(flags.len() == 1 && flags.iter().all(Cancel::is_cancelled));
    }
}

/// A host can run the future on any thread.
#[test]
fn the_future_of_a_run_is_send() {
    fn is_send<T: Send>(_: &T) {}
    let setup = Setup::new(&greeter(), &Script::new());
    let task = firsthand_agent::Task::new("q", firsthand_validator::Intent::Explain, "");
    is_send(&explore(task, &setup.parts));
}

#[test]
fn budgets_narrowed_by_nothing_are_unchanged() {
    assert_eq!(Budgets::default(), Budgets::default().narrowed(&BudgetLimits::default()));
}
