//! The failed attempts of one turn: passed to the observer at once, and recorded when the turn ends.

use std::sync::{Arc, Mutex, PoisonError};

use std::time::Duration;

use super::{Observer, Run};
use crate::event::Event;
use crate::runtime::elapsed_ms;
use crate::{Notice, Runtime};

/// The most failed attempts of a turn that are recorded, so that an endless adapter cannot fill the transcript.
const MAX_RECORDED: usize = 100;

/// The failed attempts that an adapter has reported so far.
pub(super) struct FailedAttempts {
    observer: Option<Arc<dyn Observer>>,
    runtime: Arc<dyn Runtime>,
    start: Duration,
    before_ms: u64,
    events: Mutex<Vec<Event>>,
}

impl FailedAttempts {
    pub(super) fn of(run: &Run<'_>) -> Self {
        Self {
            observer: run.parts.observer.clone(),
            runtime: Arc::clone(&run.parts.runtime),
            start: run.start,
            before_ms: run.before_ms,
            events: Mutex::new(Vec::new()),
        }
    }

    /// Sends the notice to the observer, and stores its event unless [`MAX_RECORDED`] are stored already.
    pub(super) fn record(&self, notice: Notice) {
        if let Some(observer) = &self.observer {
            observer.notice(&notice);
        }
        let at_ms = elapsed_ms(&*self.runtime, self.start, self.before_ms);
        let mut events = self.events.lock().unwrap_or_else(PoisonError::into_inner);
        if events.len() < MAX_RECORDED {
            events.push(Event::TryFailed { notice, at_ms });
        }
    }

    /// Removes the stored events, and returns them in order.
    pub(super) fn take(&self) -> Vec<Event> {
        std::mem::take(&mut *self.events.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
