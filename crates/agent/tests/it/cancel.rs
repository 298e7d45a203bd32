//! Cancelling, at every point where a run waits.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use firsthand_agent::registry::RepoPath;
use firsthand_agent::{
    Budgets, CallContext, Cancel, Event, ExploreError, FileSource, Tool, ToolError, ToolOutput,
    ToolSpec, explore,
};
use firsthand_testkit::{Fault, FaultyTool, Script, Setup, json};
use firsthand_validator::StopReason;
use serde_json::Value;

use crate::{check_laws, find, greeter, report, with_missing};

/// Checks that the run ends as cancelled, also in its transcript.
async fn is_cancelled(setup: &Setup) {
    let started = tokio::time::Instant::now();
    let result = setup.explore("who calls greet?").await;
    assert!(matches!(result, Err(ExploreError::Cancelled { .. })));
    assert!(
        started.elapsed() < Duration::from_secs(60),
        "it ends at once"
    );
    check_laws(&setup.log, &result);
    let events = setup.log.events();
    let last = events.last();
    let said = matches!(
        last,
        Some(Event::Stopped {
            reason: StopReason::Cancelled,
            ..
        })
    );
    assert!(said, "{last:?}");
}

#[tokio::test(start_paused = true)]
async fn before_the_start() {
    let script = Script::new();
    let setup = Setup::new(&greeter(), &script);
    setup.parts.cancel.cancel();
    is_cancelled(&setup).await;
    assert_eq!(script.asked(), 0);
}

#[tokio::test(start_paused = true)]
async fn during_a_turn_of_the_model() {
    for turn in 0..4 {
        let cancel = Cancel::new();
        let flag = cancel.clone();
        let gap = || with_missing(&[("c1", "pub fn greet")], "the tests");
        let steps: [fn(Script) -> Script; 3] = [
            |script| script.calls("find", find("greet")),
            |script| script.says("Hm."),
            |script| script.calls("list", json!({})),
        ];
        let script = steps
            .iter()
            .take(turn)
            .fold(Script::new(), |script, step| step(script));
        let script = if turn == 3 {
            script.submits(gap())
        } else {
            script
        };
        let script = script.doing(move || flag.cancel()).hangs();
        let mut setup = Setup::new(&greeter(), &script);
        setup.parts.cancel = cancel;
        is_cancelled(&setup).await;
        script.finished();
    }
}

/// A turn that comes in the same moment as the cancellation: the run ends before its calls are run.
#[tokio::test(start_paused = true)]
async fn between_a_turn_and_its_calls() {
    let cancel = Cancel::new();
    let flag = cancel.clone();
    let script = Script::new()
        .doing(move || flag.cancel())
        .calls("find", find("greet"));
    let mut setup = Setup::new(&greeter(), &script);
    setup.parts.cancel = cancel;
    is_cancelled(&setup).await;
}

#[tokio::test(start_paused = true)]
async fn during_the_calls() {
    let script = Script::new().calls_all([("odd", json!({})), ("find", find("greet"))]);
    let odd = FaultyTool {
        name: "odd",
        fault: Fault::Hangs,
        repo: greeter(),
    };
    let setup = Setup::new(&greeter(), &script).tool(odd);
    let cancel = setup.parts.cancel.clone();
    let later = async {
        tokio::time::sleep(Duration::from_secs(3)).await;
        cancel.cancel();
    };
    tokio::join!(is_cancelled(&setup), later);
    let state = setup.log.state();
    assert_eq!(crate::answers(&state).len(), 2);
}

/// A file source that cancels the run when it is called, and then never returns.
struct Raises(Cancel);

#[async_trait]
impl FileSource for Raises {
    async fn bytes(&self, _: &RepoPath) -> Option<Vec<u8>> {
        self.0.cancel();
        std::future::pending().await
    }
}

/// While a report is checked, and while the fallback is checked after the end.
#[tokio::test(start_paused = true)]
async fn during_a_check_of_files() {
    let seen = || Script::new().calls("find", find("greet"));
    for script in [
        seen().submits(report(&[("c1", "pub fn greet")], "high")),
        seen().says("").says(""),
    ] {
        let repo = greeter();
        let mut setup = Setup::new(&repo, &script);
        setup.parts.files = Arc::new(Raises(setup.parts.cancel.clone()));
        is_cancelled(&setup).await;
        script.finished();
    }
}

/// Records whether its call was cancelled when it was dropped.
struct Watches(Arc<std::sync::Mutex<Vec<Cancel>>>);

#[async_trait]
impl Tool for Watches {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: "watch".to_owned(),
            description: String::new(),
            parameters: json!({}),
        }
    }

    async fn call(&self, _: Value, call: &CallContext) -> Result<ToolOutput, ToolError> {
        self.0.lock().expect("a lock").push(call.cancel.clone());
        call.cancel.cancelled().await;
        Err(ToolError::Answer("heard of the end".to_owned()))
    }
}

/// A tool that returns an error when it is cancelled.
struct GivesUp;

#[async_trait]
impl Tool for GivesUp {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: "gives_up".to_owned(),
            description: String::new(),
            parameters: json!({}),
        }
    }

    async fn call(&self, _: Value, call: &CallContext) -> Result<ToolOutput, ToolError> {
        call.cancel.cancelled().await;
        Err(ToolError::Stop("cancelled".to_owned()))
    }
}

#[tokio::test(start_paused = true)]
async fn during_a_call_that_fails_on_cancellation() {
    let script = Script::new().calls("gives_up", json!({}));
    let setup = Setup::new(&greeter(), &script).tool(GivesUp);
    let cancel = setup.parts.cancel.clone();
    let later = async {
        tokio::time::sleep(Duration::from_secs(3)).await;
        cancel.cancel();
    };
    tokio::join!(is_cancelled(&setup), later);
}

/// Work of tools is cancelled by a cancellation, by the end of the time, and by dropping the
/// run.
#[tokio::test(start_paused = true)]
async fn tools_are_cancelled_at_the_end() {
    for (wall_ms, cancel_after, drop_after) in [(90_000, 5, 60), (5_000, 60, 60), (90_000, 60, 5)] {
        let flags = Arc::default();
        let script = Script::new().calls("watch", json!({})).says("").says("");
        let setup = Setup::new(&greeter(), &script).tool(Watches(Arc::clone(&flags)));
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

/// A host can run it on any thread.
#[test]
fn a_run_can_be_sent() {
    fn is_send<T: Send>(_: &T) {}
    let setup = Setup::new(&greeter(), &Script::new());
    let task = firsthand_agent::Task {
        query: "q".to_owned(),
        intent: firsthand_validator::Intent::Explain,
        root: String::new(),
    };
    is_send(&explore(task, &setup.parts));
    assert_eq!(
        Budgets::default(),
        Budgets::default().narrowed(Budgets::default())
    );
}
