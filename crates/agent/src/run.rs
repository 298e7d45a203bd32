//! Carries out what the steps return, and records what happens.

mod ask;
mod calls;
mod ended;
mod look;
mod named;
mod relate;
mod tidy;
mod tries;
mod written;

use std::sync::Arc;
use std::time::Duration;

use firsthand_validator::StopReason;
use futures::FutureExt as _;
use futures::future::{BoxFuture, Shared};

use crate::event::{Event, RULES, TRANSCRIPT_VERSION};
use crate::steps::{self, Effect};
use crate::{
    Budgets, Cancel, FileSource, HideSecrets, Model, ModelError, Notice, Policy, Related, Runtime,
    State, Task, Threads, Tool, ToolSpec, prompt,
};

pub(crate) use calls::ENDED;
use ended::Halt;
pub use ended::{ExploreError, Explored};
pub(crate) use named::model_name;
use named::{NamedTool, ask_tools, reads_related};
pub(crate) use written::is_truncated;

/// What an exploration is made of.
#[derive(Clone)]
pub struct Parts {
    /// The explorer model.
    pub model: Arc<dyn Model>,
    /// The tools that it may call; `submit_report` is added. Of two tools with one name, the first counts.
    pub tools: Vec<Arc<dyn Tool>>,
    /// The repository's files: for tools, and for looking at cited places again.
    pub files: Arc<dyn FileSource>,
    /// What may be opened, and what is hidden, of every tool's results.
    pub policy: Arc<dyn Policy>,
    /// Finds the users of what the first report cites, with intent edit or debug; `None` skips that.
    pub related: Option<Arc<dyn Related>>,
    /// How much it may take.
    pub budgets: Budgets,
    /// Ends it from outside.
    pub cancel: Cancel,
    /// Receives every event as it happens: for progress, and for a transcript on disk.
    pub observer: Option<Arc<dyn Observer>>,
    /// Where its time comes from, and where tools run.
    pub runtime: Arc<dyn Runtime>,
}

impl Parts {
    /// A run without tools, with the safe choice in all else: secrets hidden, default budgets, the
    /// system's clock and threads.
    #[must_use]
    pub fn new(model: Arc<dyn Model>, files: Arc<dyn FileSource>) -> Self {
        Self {
            model,
            tools: Vec::new(),
            files,
            policy: Arc::new(HideSecrets),
            related: None,
            budgets: Budgets::default(),
            cancel: Cancel::new(),
            observer: None,
            runtime: Arc::new(Threads::default()),
        }
    }
}

/// Receives the events of a run while it goes on.
pub trait Observer: Send + Sync {
    /// An event was recorded; `state` is the state after it.
    fn event(&self, event: &Event, state: &State);

    /// A try to get the model's answer failed, now; it becomes an event when the turn is over.
    fn notice(&self, _: &Notice) {}
}

/// Explores: one conversation with the model, until it submits a report that is accepted or a budget
/// ends it. Dropping the future ends it too.
///
/// It runs on any executor, and ends in time although tools or the file source block their threads:
/// these run on threads of their own ([`Threads`]). The model is polled with the run itself, so one
/// that blocks its thread holds up the clock until it returns.
///
/// # Errors
/// An [`ExploreError`]; everything else that can go wrong ends in a report that states it.
pub async fn explore(task: Task, parts: &Parts) -> Result<Explored, ExploreError> {
    let mut run = Run::new(parts);
    run.start(task)?;
    run.finish().await
}

pub(crate) struct Run<'a> {
    parts: &'a Parts,
    tools: Vec<NamedTool>,
    specs: Vec<ToolSpec>,
    pub(crate) state: State,
    events: Vec<Event>,
    start: Duration,
    /// Milliseconds that an earlier part of the run took.
    before_ms: u64,
    deadline: Duration,
    /// Done at the deadline.
    deadline_timer: Shared<BoxFuture<'static, ()>>,
    /// What tools look at; raised when the run ends, however it does.
    inner_cancel: Cancel,
    /// Whether the observer hears of what is recorded.
    pub(crate) notifies_observer: bool,
    /// The model's last error.
    model_error: Option<ModelError>,
}

/// What ended an effect early.
#[derive(Clone, Copy)]
enum Interrupt {
    Cancelled,
    TimeIsUp,
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        self.inner_cancel.cancel();
    }
}

impl<'a> Run<'a> {
    /// A run of which nothing is known yet.
    pub(crate) fn new(parts: &'a Parts) -> Self {
        let (tools, specs) = ask_tools(parts);
        let start = parts.runtime.now();
        let wall = parts.budgets.wall();
        Self {
            parts,
            tools,
            specs,
            state: State::default(),
            events: Vec::new(),
            start,
            before_ms: 0,
            deadline: start.saturating_add(wall),
            deadline_timer: parts.runtime.sleep(wall).shared(),
            inner_cancel: Cancel::new(),
            notifies_observer: true,
            model_error: None,
        }
    }

    /// What the model may call.
    pub(crate) fn specs(&self) -> &[ToolSpec] {
        &self.specs
    }

    pub(crate) fn start(&mut self, task: Task) -> Result<(), ExploreError> {
        if task.query.trim().is_empty() {
            return Err(ExploreError::EmptyQuery);
        }
        let related = task.intent.needs_reading() && reads_related(self.parts);
        self.record(Event::Started {
            rules: RULES,
            related,
            version: TRANSCRIPT_VERSION,
            task,
            model: model_name(self.parts),
            budgets: self.parts.budgets,
            system: prompt::SYSTEM.to_owned(),
            tools: self.specs.clone(),
        });
        Ok(())
    }

    /// Takes up what happened before; the observer knows of it.
    pub(crate) fn load(&mut self, events: Vec<Event>) {
        self.state = State::of(&events);
        self.before_ms = events.iter().filter_map(Event::at_ms).max().unwrap_or(0);
        self.events = events;
    }

    /// Goes on to the end.
    pub(crate) async fn finish(mut self) -> Result<Explored, ExploreError> {
        if let Err(Halt::Tool(why)) = self.drive().await {
            return Err(ExploreError::Tool(why));
        }
        let transcript = std::mem::take(&mut self.events);
        if let Some(recorded) = self.state.unobserved_failure() {
            let recorded = ModelError::Recorded(recorded.to_owned());
            let error = self.model_error.take().unwrap_or(recorded);
            return Err(ExploreError::Model { error, transcript });
        }
        match self.state.report() {
            Some(report) => Ok(Explored { report, transcript }),
            None => Err(ExploreError::Cancelled { transcript }),
        }
    }

    pub(crate) fn record(&mut self, event: Event) {
        self.state.apply(&event);
        if let Some(observer) = self
            .parts
            .observer
            .as_ref()
            .filter(|_| self.notifies_observer)
        {
            observer.event(&event, &self.state);
        }
        self.events.push(event);
    }

    pub(crate) fn now(&self) -> u64 {
        let passed = self.parts.runtime.now().saturating_sub(self.start);
        let passed = u64::try_from(passed.as_millis()).unwrap_or(u64::MAX);
        self.before_ms.saturating_add(passed)
    }

    /// How long the run may still go on.
    fn time_left(&self) -> Duration {
        self.deadline.saturating_sub(self.parts.runtime.now())
    }

    async fn drive(&mut self) -> Result<(), Halt> {
        while let Some(effect) = steps::next(&self.state) {
            match effect {
                Effect::Ask { must_call } => self.ask(must_call).await?,
                Effect::Answer { run, refusal } => self.answer(run, refusal).await?,
                Effect::Compact { answers } => {
                    let at_ms = self.now();
                    self.record(Event::Compacted { answers, at_ms });
                }
                Effect::Message { why, text } => self.record(Event::HostMessage { why, text }),
                Effect::Check { of, wanted } => self.check(of, &wanted).await?,
                Effect::FindUsers { cited } => self.record_users(cited).await?,
                Effect::Stop { reason } => self.stop(reason),
            }
        }
        Ok(())
    }

    fn stop(&mut self, reason: StopReason) {
        let at_ms = self.now();
        self.record(Event::Stopped { reason, at_ms });
    }

    fn interrupted(&mut self, interrupt: Interrupt) -> Result<(), Halt> {
        match interrupt {
            Interrupt::Cancelled => {
                self.stop(StopReason::Cancelled);
                Err(Halt::Cancelled)
            }
            Interrupt::TimeIsUp => {
                let best = self.state.best().map(|_| StopReason::BestOfContinuations);
                self.stop(best.unwrap_or(StopReason::TimeBudget));
                Ok(())
            }
        }
    }

    /// What keeps new work from being begun.
    fn interrupt(&self) -> Option<Interrupt> {
        let late = self.time_left().is_zero();
        match self.parts.cancel.is_cancelled() {
            true => Some(Interrupt::Cancelled),
            false => late.then_some(Interrupt::TimeIsUp),
        }
    }

    /// The future's value, unless the caller cancels or the time is up before. Work that is done at
    /// its first poll would never see the clock, so late work is not begun at all.
    async fn within<T>(&self, work: impl Future<Output = T>) -> Result<T, Interrupt> {
        if let Some(interrupt) = self.interrupt() {
            return Err(interrupt);
        }
        tokio::select! {
            biased;
            () = self.parts.cancel.cancelled() => Err(Interrupt::Cancelled),
            done = work => Ok(done),
            () = self.deadline_timer.clone() => Err(Interrupt::TimeIsUp),
        }
    }
}
