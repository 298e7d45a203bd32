//! Runs a scripted model over a repository in memory, on a clock that a test can stop.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use firsthand_agent::{
    Budgets, Event, ExploreError, Explored, FileSource, Observer, Parts, Runtime, State, Task,
    Tool, explore,
};
use firsthand_validator::Intent;
use futures::FutureExt as _;
use futures::future::BoxFuture;
use tokio::time::{Instant, sleep};

use crate::{FakeRepo, Script};

/// The setup of an exploration on tokio's clock and on one thread: change its fields, then call [`Setup::explore`].
#[derive(Clone)]
pub struct Setup {
    /// The parts of the run.
    pub parts: Parts,
    /// The intent of the question.
    pub intent: Intent,
    /// The recorded events, also where there is no report.
    pub log: Log,
}

/// The recorded events of a run, in order.
#[derive(Clone, Debug, Default)]
pub struct Log(Arc<Mutex<Vec<Event>>>);

impl Log {
    /// The events so far.
    #[must_use]
    pub fn events(&self) -> Vec<Event> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The state so far.
    #[must_use]
    pub fn state(&self) -> State {
        State::of(&self.events())
    }
}

impl Observer for Log {
    fn event(&self, event: &Event, _: &State) {
        let mut events = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        events.push(event.clone());
    }
}

impl Setup {
    /// The script explores the repository with its honest tools, within the default budgets.
    #[must_use]
    pub fn new(repo: &FakeRepo, script: &Script) -> Self {
        let log = Log::default();
        let parts = Parts {
            tools: repo.tools(),
            observer: Some(Arc::new(log.clone())),
            runtime: Arc::new(TokioClock::default()),
            ..Parts::new(Arc::new(script.clone()), Arc::new(repo.clone()))
        };
        Self { parts, intent: Intent::Explain, log }
    }

    /// Changes the budgets.
    #[must_use]
    pub fn budgets(mut self, change: impl FnOnce(&mut Budgets)) -> Self {
        change(&mut self.parts.budgets);
        self
    }

    /// Sets the intent.
    #[must_use]
    pub fn intent(mut self, intent: Intent) -> Self {
        self.intent = intent;
        self
    }

    /// Adds a tool.
    #[must_use]
    pub fn tool(mut self, tool: impl Tool + 'static) -> Self {
        self.parts.tools.push(Arc::new(tool));
        self
    }

    /// Replaces the file source.
    #[must_use]
    pub fn files(mut self, files: impl FileSource + 'static) -> Self {
        self.parts.files = Arc::new(files);
        self
    }

    /// Runs it.
    ///
    /// # Errors
    /// As [`explore`].
    pub async fn explore(&self, query: &str) -> Result<Explored, ExploreError> {
        let task = Task::new(query, self.intent, "/repo");
        explore(task, &self.parts).await
    }
}

/// Tokio's clock. Tools run on the thread of the run itself, so that a paused clock waits for their work.
#[derive(Debug, Default)]
pub struct TokioClock {
    start: OnceLock<Instant>,
}

impl Runtime for TokioClock {
    fn now(&self) -> Duration {
        self.start.get_or_init(Instant::now).elapsed()
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        sleep(time).boxed()
    }

    fn spawn(&self, work: BoxFuture<'static, ()>) -> BoxFuture<'static, ()> {
        work
    }
}
