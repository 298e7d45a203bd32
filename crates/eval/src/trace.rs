//! Collects the events of one run, and appends each to the journal at once.

use std::collections::VecDeque;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use firsthand::agent::ModelTurn;

use crate::event::{Actor, RunEvent, TakenTurn};
use crate::journal::{Line, Writer};

/// Collects the events of one run.
#[derive(Debug)]
pub struct Trace {
    /// [`Key::run_id`](crate::Key::run_id).
    run_id: String,
    writer: Option<Writer>,
    state: Mutex<TraceState>,
}

#[derive(Debug, Default)]
struct TraceState {
    events: Vec<RunEvent>,
    past_turns: VecDeque<TakenTurn>,
    /// Milliseconds of the turns reused from an earlier attempt.
    saved_ms: u64,
    write_error: Option<io::Error>,
}

impl Trace {
    /// Collects events in memory only.
    #[must_use]
    pub fn without_journal() -> Self {
        Self::new(String::new(), None, Vec::new())
    }

    pub(crate) fn new(run_id: String, writer: Option<Writer>, past_turns: Vec<TakenTurn>) -> Self {
        let state = TraceState {
            past_turns: past_turns.into(),
            ..TraceState::default()
        };
        Self {
            run_id,
            writer,
            state: Mutex::new(state),
        }
    }

    fn state(&self) -> MutexGuard<'_, TraceState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records an event.
    pub fn record(&self, event: RunEvent) {
        self.extend(vec![event]);
    }

    /// Records events in order, such as those of another process.
    pub(crate) fn extend(&self, events: Vec<RunEvent>) {
        let mut state = self.state();
        for event in events {
            if let Some(writer) = &self.writer {
                let line = Line::Event {
                    run: self.run_id.clone(),
                    event: event.clone(),
                };
                if let Err(write_error) = writer.append(&line) {
                    state.write_error.get_or_insert(write_error);
                }
            }
            state.events.push(event);
        }
    }

    /// All events so far.
    #[must_use]
    pub fn events(&self) -> Vec<RunEvent> {
        self.state().events.clone()
    }

    /// Takes the first error of writing to the journal; `None` if there was none.
    pub(crate) fn take_write_error(&self) -> Option<io::Error> {
        self.state().write_error.take()
    }

    /// Takes the next turn that an earlier attempt received for the same request.
    pub(crate) fn past_turn(&self, actor: Actor, request: &str) -> Option<ModelTurn> {
        let mut state = self.state();
        let same = |past: &TakenTurn| past.actor == actor && past.request == request;
        let at = state.past_turns.iter().position(same)?;
        let past = state.past_turns.remove(at)?;
        state.saved_ms = state.saved_ms.saturating_add(past.ms);
        Some(past.turn)
    }

    /// Milliseconds of the turns reused from an earlier attempt.
    pub(crate) fn saved_ms(&self) -> u64 {
        self.state().saved_ms
    }
}
