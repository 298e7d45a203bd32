//! The law `always_ends` with real threads and clocks: a tool or a file source that blocks its thread, a tokio
//! runtime without timers, and an executor other than tokio.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use firsthand_agent::registry::RepoPath;
use firsthand_agent::{
    CallContext, Cancel, ExploreError, Explored, FileSource, Threads, Tool, ToolError, ToolOutput,
    ToolSpec,
};
use firsthand_testkit::{FakeRepo, Script, Setup, json};
use firsthand_validator::StopReason;
use serde_json::Value;

use crate::{check_laws, find, greeter, report};

/// A tool that blocks its thread until the test drops the sender.
struct BlockingTool(Mutex<Receiver<()>>);

impl BlockingTool {
    fn new() -> (Sender<()>, Self) {
        let (release, released) = channel();
        (release, Self(Mutex::new(released)))
    }
}

#[async_trait]
impl Tool for BlockingTool {
    fn spec(&self) -> ToolSpec {
        ToolSpec::new("block", "", json!({}))
    }

    async fn call(&self, _: Value, _: &CallContext) -> Result<ToolOutput, ToolError> {
        let released = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = released.recv();
        Ok(ToolOutput::default())
    }
}

fn setup_on_threads(repo: &FakeRepo, script: &Script) -> Setup {
    let mut setup = Setup::new(repo, script);
    setup.parts.runtime = Arc::new(Threads::default());
    setup
}

/// Runs the work on a thread of its own, with a timeout, so that the test fails rather than hangs.
fn run_on_own_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (done, ended) = channel();
    std::thread::spawn(move || done.send(work()));
    let ended = ended.recv_timeout(Duration::from_mins(1));
    ended.expect("the run ends")
}

fn one_thread() -> tokio::runtime::Runtime {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.enable_all().build().expect("a runtime")
}

/// The run ends in time although the tool still blocks, and the results of parallel calls are recorded in order.
#[test]
fn always_ends_in_time_although_a_tool_blocks() {
    let script = Script::new().calls_all([("block", json!({})), ("find", find("pub fn greet"))]);
    let (release, blocks) = BlockingTool::new();
    let setup = setup_on_threads(&greeter(), &script).tool(blocks).budgets(|b| b.wall_ms = 300);
    let log = setup.log.clone();
    let result =
        run_on_own_thread(move || one_thread().block_on(setup.explore("who calls greet?")));
    check_laws(&log, &result);
    let explored = result.expect("a report");
    assert_eq!(explored.report.facts().stats.stop_reason, StopReason::TimeBudget);
    assert_eq!(explored.report.body().primary.len(), 1);
    drop(release);
}

/// A file source that blocks delays neither a cancellation nor the thread of the run.
#[test]
fn always_ends_although_the_file_source_blocks() {
    struct BlockingFiles(Cancel, Mutex<Receiver<()>>);
    #[async_trait]
    impl FileSource for BlockingFiles {
        async fn bytes(&self, _: &RepoPath) -> std::io::Result<Option<Vec<u8>>> {
            self.0.cancel();
            let released = self.1.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = released.recv();
            Ok(None)
        }
    }
    let script = Script::new()
        .calls("find", find("pub fn greet"))
        .submits(report(&[("c1", "pub fn greet")], "high"));
    let mut setup = setup_on_threads(&greeter(), &script);
    let (release, released) = channel();
    setup.parts.files = Arc::new(BlockingFiles(setup.parts.cancel.clone(), Mutex::new(released)));
    let log = setup.log.clone();
    let result =
        run_on_own_thread(move || one_thread().block_on(setup.explore("who calls greet?")));
    check_laws(&log, &result);
    assert!(matches!(result, Err(ExploreError::Cancelled { .. })));
    drop(release);
}

/// Tools run inside tokio where the host does; the run itself needs neither tokio nor its timers.
#[test]
fn always_ends_on_any_executor() {
    let executors: [fn(Setup) -> Result<Explored, ExploreError>; 3] = [
        |setup| one_thread().block_on(setup.explore("who calls greet?")),
        |setup| {
            let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
            runtime.block_on(setup.explore("who calls greet?"))
        },
        |setup| futures::executor::block_on(setup.explore("who calls greet?")),
    ];
    for run in executors {
        let script = Script::new()
            .calls("find", find("pub fn greet"))
            .submits(report(&[("c1", "pub fn greet")], "high"));
        let setup = setup_on_threads(&greeter(), &script);
        let log = setup.log.clone();
        let result = run_on_own_thread(move || run(setup));
        script.finished();
        check_laws(&log, &result);
        assert_eq!(result.map(|e| e.report.facts().stats.stop_reason), Ok(StopReason::Accepted));
    }
}

/// The clock ends a run whose model never answers, and a tool that never returns is dropped.
#[test]
fn always_ends_by_the_systems_clock() {
    for script in [Script::new().hangs(), Script::new().calls("odd", json!({}))] {
        let hangs = firsthand_testkit::FaultyTool {
            name: "odd",
            fault: firsthand_testkit::Fault::Hangs,
            repo: greeter(),
        };
        let setup = setup_on_threads(&greeter(), &script).tool(hangs).budgets(|b| b.wall_ms = 100);
        let log = setup.log.clone();
        let result = run_on_own_thread(move || {
            futures::executor::block_on(setup.explore("who calls greet?"))
        });
        check_laws(&log, &result);
        assert_eq!(result.map(|e| e.report.facts().stats.stop_reason), Ok(StopReason::TimeBudget));
    }
}

/// A tool is cancelled before the run's time is up, so that its results so far are reported. The
/// run's own clock is paused here: only the cancellation ends the call.
#[tokio::test(start_paused = true)]
async fn tools_are_cancelled_before_the_run_ends() {
    struct StopsWhenCancelled;
    #[async_trait]
    impl Tool for StopsWhenCancelled {
        fn spec(&self) -> ToolSpec {
            ToolSpec::new("block", "", json!({}))
        }

        async fn call(&self, _: Value, call: &CallContext) -> Result<ToolOutput, ToolError> {
            while !call.cancel.is_cancelled() {
                std::hint::spin_loop();
            }
            assert!(call.cancel.is_late());
            Ok(ToolOutput::default())
        }
    }
    let script = Script::new()
        .calls_all([("block", json!({})), ("find", find("pub fn greet"))])
        .submits(report(&[("c1", "pub fn greet")], "high"));
    let setup = Setup::new(&greeter(), &script).tool(StopsWhenCancelled).budgets(|b| b.wall_ms = 5);
    let result = setup.explore("who calls greet?").await;
    check_laws(&setup.log, &result);
    let stopped = result.map(|explored| explored.report.facts().stats.stop_reason);
    assert_eq!(stopped, Ok(StopReason::Accepted));
}
