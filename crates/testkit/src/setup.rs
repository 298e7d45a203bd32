//! Puts a scripted model and a repository in memory together.

use std::sync::{Arc, Mutex, PoisonError};

use firsthand_agent::{
    Budgets, Event, ExploreError, Explored, FileSource, Observer, Parts, State, Task, Tool, explore,
};
use firsthand_validator::Intent;

use crate::{FakeRepo, Script, TokioClock};

/// An exploration to be, on tokio's clock and on one thread: change its fields, then [`Setup::explore`].
#[derive(Clone)]
pub struct Setup {
    /// What it is made of.
    pub parts: Parts,
    /// What the answer is for.
    pub intent: Intent,
    /// What happened, also where there is no report.
    pub log: Log,
}

/// What happened in a run, in order.
#[derive(Clone, Debug, Default)]
pub struct Log(Arc<Mutex<Vec<Event>>>);

impl Log {
    /// The events so far.
    #[must_use]
    pub fn events(&self) -> Vec<Event> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
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
        Self {
            parts,
            intent: Intent::Explain,
            log,
        }
    }

    /// With other budgets.
    #[must_use]
    pub fn budgets(mut self, change: impl FnOnce(&mut Budgets)) -> Self {
        change(&mut self.parts.budgets);
        self
    }

    /// For another purpose.
    #[must_use]
    pub fn intent(mut self, intent: Intent) -> Self {
        self.intent = intent;
        self
    }

    /// With one more tool.
    #[must_use]
    pub fn tool(mut self, tool: impl Tool + 'static) -> Self {
        self.parts.tools.push(Arc::new(tool));
        self
    }

    /// With another file source.
    #[must_use]
    pub fn files(mut self, files: impl FileSource + 'static) -> Self {
        self.parts.files = Arc::new(files);
        self
    }

    /// Runs it.
    ///
    /// # Errors
    /// What [`explore`] gives.
    pub async fn explore(&self, query: &str) -> Result<Explored, ExploreError> {
        let task = Task {
            query: query.to_owned(),
            intent: self.intent,
            root: "/repo".to_owned(),
        };
        explore(task, &self.parts).await
    }
}
