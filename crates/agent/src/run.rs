//! Executes the effects that the steps return, and records events.

mod ask;
mod calls;
mod check;
mod names;
mod parts;
mod turn;
mod usages;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use firsthand_validator::{Fit, StopReason};
use futures::FutureExt as _;
use futures::future::{BoxFuture, Shared};
use parts::{Halt, NamedTool, describe_tools};

use crate::event::{Event, TRANSCRIPT_VERSION};
use crate::runtime::elapsed_ms;
use crate::steps::{self, Effect};
use crate::transcript::RunLog;
use crate::{Cancel, ModelError, State, Task, ToolSpec, prompt};

pub use names::tool_meant;
pub use parts::{ExploreError, Explored, Observer, Parts};
pub(crate) use parts::{model_name, model_traits};
pub(crate) use turn::has_unclosed_json;

/// Explores: one conversation with the model, until it submits a report that is accepted or a budget
/// ends it. Dropping the future ends it too.
///
/// It runs on any executor, and ends in time although tools or the file source block their threads:
/// these run on threads of their own ([`Threads`](crate::Threads)). The model is polled with the run itself, so one
/// that blocks its thread delays the end of the run until it returns.
///
/// # Errors
/// An [`ExploreError`]; every other failure ends in a report that states it.
pub async fn explore(task: Task, parts: &Parts) -> Result<Explored, ExploreError> {
    let mut run = Run::new(parts);
    run.start(task)?;
    run.finish().await
}

/// A run: the state, the events, and the host's parts that the effects use.
pub(crate) struct Run<'a> {
    parts: &'a Parts,
    tools: Vec<NamedTool>,
    specs: Vec<ToolSpec>,
    pub(crate) log: RunLog<State>,
    /// When this part of the run began, on the runtime's clock.
    start: Duration,
    /// Milliseconds that an earlier part of the run took.
    before_ms: u64,
    /// When the wall time ends, on the runtime's clock.
    deadline: Duration,
    /// Completes at the deadline.
    deadline_timer: Shared<BoxFuture<'static, ()>>,
    /// The cancellation signal of tools; set when the run ends for any reason.
    inner_cancel: Cancel,
    /// Whether recorded events are sent to the observer.
    pub(crate) notifies_observer: bool,
    /// The model's last error.
    model_error: Option<ModelError>,
}

/// The reason why an effect was interrupted.
#[derive(Clone, Copy)]
enum Interrupt {
    Cancelled,
    TimedOut,
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        self.inner_cancel.cancel();
    }
}

impl<'a> Run<'a> {
    /// A run without events.
    pub(crate) fn new(parts: &'a Parts) -> Self {
        let (tools, specs) = describe_tools(parts);
        let start = parts.runtime.now();
        let wall = parts.budgets.wall();
        Self {
            parts,
            tools,
            specs,
            log: RunLog::default(),
            start,
            before_ms: 0,
            deadline: start.saturating_add(wall),
            deadline_timer: parts.runtime.sleep(wall).shared(),
            inner_cancel: Cancel::new(),
            notifies_observer: true,
            model_error: None,
        }
    }

    /// The tools that the model may call.
    pub(crate) fn specs(&self) -> &[ToolSpec] {
        &self.specs
    }

    pub(crate) fn start(&mut self, task: Task) -> Result<(), ExploreError> {
        if task.query.trim().is_empty() {
            return Err(ExploreError::EmptyQuery);
        }
        let revises = model_traits(self.parts).is_some_and(|traits| traits.revises);
        self.record(Event::Started {
            usages: task.intent.needs_reading() && self.parts.usage_finder.is_some() && revises,
            fit: self.parts.fit.is_some(),
            version: TRANSCRIPT_VERSION,
            task,
            model: model_name(self.parts),
            budgets: self.parts.budgets,
            system: prompt::SYSTEM.to_owned(),
            tools: self.specs.clone(),
        });
        Ok(())
    }

    /// Loads earlier events, without notifying the observer.
    pub(crate) fn load(&mut self, events: Vec<Event>) {
        self.log = RunLog::of(events);
        self.before_ms = self.log.last_ms();
    }

    /// Runs to the end and returns the result.
    pub(crate) async fn finish(mut self) -> Result<Explored, ExploreError> {
        if let Err(Halt::Tool(why)) = self.drive().await {
            return Err(ExploreError::Tool(why));
        }
        let transcript = std::mem::take(&mut self.log.events);
        if let Some(recorded) = self.log.state.failure_before_observation() {
            let recorded = ModelError::Recorded(recorded.to_owned());
            let error = self.model_error.take().unwrap_or(recorded);
            return Err(ExploreError::Model { error, transcript });
        }
        match self.log.state.report() {
            Some(report) => Ok(Explored { report, transcript }),
            None => Err(ExploreError::Cancelled { transcript }),
        }
    }

    /// Applies an event to the state, sends it to the observer, and stores it.
    pub(crate) fn record(&mut self, event: Event) {
        let observer = self.parts.observer.as_ref();
        let observer = observer.filter(|_| self.notifies_observer);
        self.log.record(event, |event, state| {
            if let Some(observer) = observer {
                observer.event(event, state);
            }
        });
    }

    /// Milliseconds since the run's start, earlier parts included.
    pub(crate) fn now(&self) -> u64 {
        elapsed_ms(&*self.parts.runtime, self.start, self.before_ms)
    }

    /// The wall time that is left.
    fn time_left(&self) -> Duration {
        self.deadline.saturating_sub(self.parts.runtime.now())
    }

    /// Executes effects until no step applies.
    async fn drive(&mut self) -> Result<(), Halt> {
        while let Some(effect) = steps::next(&self.log.state) {
            match effect {
                Effect::Ask(must_call) => self.ask(must_call).await?,
                Effect::Answer { allowed, refusal } => self.answer(allowed, refusal).await?,
                Effect::Compact(answers) => {
                    let at_ms = self.now();
                    self.record(Event::Compacted { answers, at_ms });
                }
                Effect::Message(kind, text) => self.record(Event::HostMessage { kind, text }),
                Effect::Check(report, cited) => self.check(report, &cited).await?,
                Effect::FindUsages(cited) => self.record_usages(cited).await?,
                Effect::CheckFit(submission) => self.check_fit(submission),
                Effect::Stop(reason) => self.stop(reason),
            }
        }
        Ok(())
    }

    fn stop(&mut self, reason: StopReason) {
        let at_ms = self.now();
        self.record(Event::Stopped { reason, at_ms });
    }

    fn handle_interrupt(&mut self, interrupt: Interrupt) -> Result<(), Halt> {
        match interrupt {
            Interrupt::Cancelled => {
                self.stop(StopReason::Cancelled);
                Err(Halt::Cancelled)
            }
            Interrupt::TimedOut => {
                self.stop(self.log.state.stop_reason_or(StopReason::TimeBudget));
                Ok(())
            }
        }
    }

    /// The interrupt to handle before new work begins, if there is one.
    fn pending_interrupt(&self) -> Option<Interrupt> {
        if self.parts.cancel.is_cancelled() {
            return Some(Interrupt::Cancelled);
        }
        (self.time_left().is_zero()).then_some(Interrupt::TimedOut)
    }

    /// The future's value, or the interrupt that comes first. Work that is ready at its first poll could
    /// never be interrupted, so no work begins after the deadline.
    async fn until_interrupted<T>(&self, work: impl Future<Output = T>) -> Result<T, Interrupt> {
        if let Some(interrupt) = self.pending_interrupt() {
            return Err(interrupt);
        }
        tokio::select! {
            biased;
            () = self.parts.cancel.cancelled() => Err(Interrupt::Cancelled),
            done = work => Ok(done),
            () = self.deadline_timer.clone() => Err(Interrupt::TimedOut),
        }
    }
}

impl Run<'_> {
    /// Records what the printed report of the submission loses; nothing where the host cannot say.
    pub(super) fn check_fit(&mut self, submission: usize) {
        let report = self.log.state.report_to_fit(submission);
        let check = self.parts.fit.as_ref().zip(report);
        let fit = check.map_or_else(Fit::default, |(check, report)| {
            catch_unwind(AssertUnwindSafe(|| check.fit(&report))).unwrap_or_default()
        });
        self.record(Event::FitChecked { submission, fit });
    }
}
