//! The failed attempts of one turn: passed to the observer at once, and recorded when the turn ends.

use std::sync::{Arc, Mutex, PoisonError};

use std::time::Duration;

use super::{Observer, Run};
use crate::event::Event;
use crate::{Notice, Runtime};

/// The most failed attempts of a turn that are recorded, so that an endless adapter cannot fill the transcript.
const MAX_RECORDED: usize = 100;

/// The failed attempts that an adapter has reported so far.
pub(super) struct FailedAttempts {
    observer: Option<Arc<dyn Observer>>,
    runtime: Arc<dyn Runtime>,
    start: Duration,
    events: Mutex<Vec<Event>>,
}

impl FailedAttempts {
    pub(super) fn of(run: &Run<'_>) -> Self {
        Self {
            observer: run.parts.observer.clone(),
            runtime: Arc::clone(&run.parts.runtime),
            start: run.start,
            events: Mutex::new(Vec::new()),
        }
    }

    pub(super) fn record(&self, notice: Notice) {
        if let Some(observer) = &self.observer {
            observer.notice(&notice);
        }
        let passed = self.runtime.now().saturating_sub(self.start);
        let at_ms = u64::try_from(passed.as_millis()).unwrap_or(u64::MAX);
        let mut events = self.events.lock().unwrap_or_else(PoisonError::into_inner);
        if events.len() < MAX_RECORDED {
            events.push(Event::TryFailed { notice, at_ms });
        }
    }

    /// The events, in order.
    pub(super) fn take(&self) -> Vec<Event> {
        std::mem::take(&mut *self.events.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
