//! Asks the model for its next turn.

use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::FutureExt as _;

use super::{Halt, Observer, Run, turn};
use crate::event::Event;
use crate::runtime::elapsed_ms;
use crate::{ModelError, ModelRequest, ModelTurn, Notice, Notices, Runtime};

/// The most failed attempts of a turn that are recorded, so that an endless adapter cannot fill the transcript.
const MAX_RECORDED_ATTEMPTS: usize = 100;

impl Run<'_> {
    /// Records the failed attempts that the adapter reported, then the turn or the error.
    pub(super) async fn ask(&mut self, must_call: Option<&'static str>) -> Result<(), Halt> {
        let at_ms = self.now();
        self.record(Event::ModelRequested {
            must_call: must_call.map(str::to_owned),
            repeated: self.log.state.turn.turns_without_report > 0,
            at_ms,
        });
        let Some(task) = &self.log.state.setup.task else {
            return Ok(());
        };
        let attempts = FailedAttempts::of(self);
        let send = |notice| attempts.record(notice);
        let request = ModelRequest {
            task,
            system: &self.log.state.setup.system,
            messages: &self.log.state.conversation.messages,
            registry: &self.log.state.registry,
            tools: &self.log.state.setup.tools,
            must_call,
            steps_left: self.log.state.steps_left().max(1),
            time_left: Some(self.time_left()),
            notices: Notices::to(&send),
        };
        let turn = AssertUnwindSafe(async { self.parts.model.turn(&request).await }).catch_unwind();
        let turn = self.until_interrupted(turn).await;
        let failed = attempts.take().into_iter();
        failed.for_each(|event| self.record(event));
        match turn {
            Ok(Ok(turn)) => self.record_turn(turn),
            Ok(Err(_)) => {
                self.record_turn(Err(ModelError::Malformed("the adapter panicked".to_owned())));
            }
            Err(interrupt) => return self.handle_interrupt(interrupt),
        }
        Ok(())
    }

    fn record_turn(&mut self, turn: Result<ModelTurn, ModelError>) {
        let at_ms = self.now();
        let event = match turn {
            Ok(turn) => {
                let (step, state) = (self.log.state.facts.stats.steps, &self.log.state);
                let turn =
                    turn::sanitize(turn, step, &state.conversation.messages, &state.setup.tools);
                Event::ModelAnswered { turn, at_ms }
            }
            Err(error) => {
                let failed = Event::ModelFailed {
                    error: error.to_string(),
                    too_long: matches!(error, ModelError::TooLong(_)),
                    idle: matches!(error, ModelError::Idle(_)),
                    at_ms,
                };
                self.model_error = Some(error);
                failed
            }
        };
        self.record(event);
    }
}

/// The failed attempts that an adapter has reported in one turn: passed to the observer at once, and recorded when the
/// turn ends.
struct FailedAttempts {
    observer: Option<Arc<dyn Observer>>,
    runtime: Arc<dyn Runtime>,
    start: Duration,
    before_ms: u64,
    events: Mutex<Vec<Event>>,
}

impl FailedAttempts {
    fn of(run: &Run<'_>) -> Self {
        Self {
            observer: run.parts.observer.clone(),
            runtime: Arc::clone(&run.parts.runtime),
            start: run.start,
            before_ms: run.before_ms,
            events: Mutex::new(Vec::new()),
        }
    }

    /// Sends the notice to the observer, and stores its event unless [`MAX_RECORDED_ATTEMPTS`] are stored already.
    fn record(&self, notice: Notice) {
        if let Some(observer) = &self.observer {
            observer.notice(&notice);
        }
        let at_ms = elapsed_ms(&*self.runtime, self.start, self.before_ms);
        let mut events = self.events.lock().unwrap_or_else(PoisonError::into_inner);
        if events.len() < MAX_RECORDED_ATTEMPTS {
            events.push(Event::AttemptFailed { notice, at_ms });
        }
    }

    /// Removes the stored events, and returns them in order.
    fn take(&self) -> Vec<Event> {
        std::mem::take(&mut *self.events.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
