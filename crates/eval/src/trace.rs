//! The events of one run: kept, and written to the journal as they happen.

use std::collections::VecDeque;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use firsthand::agent::ModelTurn;
use firsthand::validator::Tokens;
use serde::{Deserialize, Serialize};

use crate::event::{Actor, RunEvent};
use crate::journal::Writer;
use crate::report::Usage;

/// The name and version of an event's line.
pub(crate) const SCHEMA: &str = "firsthand.eval.event/1";

/// An event, and when it happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TimedEvent {
    /// Milliseconds since the run began.
    pub at_ms: u64,
    /// What happened.
    #[serde(flatten)]
    pub event: RunEvent,
}

/// An event as a line of the journal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct EventLine {
    schema: String,
    /// The run, as [`Key::run`](crate::Key::run) names it.
    pub(crate) run: String,
    #[serde(flatten)]
    pub(crate) event: TimedEvent,
}

impl EventLine {
    pub(crate) fn is_current(&self) -> bool {
        self.schema == SCHEMA
    }
}

/// A turn of an attempt that broke off.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PastTurn {
    pub(crate) actor: Actor,
    pub(crate) request: String,
    pub(crate) turn: ModelTurn,
    pub(crate) ms: u64,
}

/// Collects the events of one run.
#[derive(Debug)]
pub struct Trace {
    run: String,
    start: Instant,
    writer: Option<Writer>,
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    events: Vec<TimedEvent>,
    past: VecDeque<PastTurn>,
    /// What turns took that were not asked for again.
    saved_ms: u64,
    fault: Option<io::Error>,
}

impl Trace {
    /// Of a run that no journal is kept of.
    #[must_use]
    pub fn apart() -> Self {
        Self::new(String::new(), None, Vec::new())
    }

    pub(crate) fn new(run: String, writer: Option<Writer>, past: Vec<PastTurn>) -> Self {
        let inner = Inner {
            past: past.into(),
            ..Inner::default()
        };
        Self {
            run,
            start: Instant::now(),
            writer,
            inner: Mutex::new(inner),
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes an event, now.
    pub fn record(&self, event: RunEvent) {
        let elapsed = u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX);
        let mut inner = self.inner();
        let at_ms = elapsed.saturating_add(inner.saved_ms);
        let timed = TimedEvent { at_ms, event };
        self.take(&mut inner, timed);
    }

    /// Takes events that another process recorded.
    pub(crate) fn extend(&self, events: Vec<TimedEvent>) {
        let mut inner = self.inner();
        for timed in events {
            self.take(&mut inner, timed);
        }
    }

    fn take(&self, inner: &mut Inner, event: TimedEvent) {
        if let Some(writer) = &self.writer {
            let line = EventLine {
                schema: SCHEMA.to_owned(),
                run: self.run.clone(),
                event: event.clone(),
            };
            if let Err(fault) = writer.append(&line) {
                inner.fault.get_or_insert(fault);
            }
        }
        inner.events.push(event);
    }

    /// All events so far.
    #[must_use]
    pub fn events(&self) -> Vec<TimedEvent> {
        self.inner().events.clone()
    }

    /// What the explorer took since the run had so many events; the caller fills in the rest.
    pub(crate) fn usage_since(&self, events: usize, mut usage: Usage) -> Usage {
        for timed in self.inner().events.iter().skip(events) {
            match &timed.event {
                RunEvent::Turned {
                    actor: Actor::Explorer,
                    turn,
                    ..
                } => {
                    usage.model_calls += 1;
                    usage.tokens = add_tokens(usage.tokens, turn.tokens);
                }
                RunEvent::Called {
                    actor: Actor::Explorer,
                    chars,
                    ..
                } => {
                    usage.tool_calls += 1;
                    usage.observation_chars += chars;
                }
                _ => {}
            }
        }
        usage
    }

    /// Why a line could not be written, once.
    pub(crate) fn fault(&self) -> Option<io::Error> {
        self.inner().fault.take()
    }

    /// The turn that the attempt before had to the same request; taken once, in order.
    pub(crate) fn past_turn(&self, actor: Actor, request: &str) -> Option<ModelTurn> {
        let mut inner = self.inner();
        let same = |past: &PastTurn| past.actor == actor && past.request == request;
        let at = inner.past.iter().position(same)?;
        let past = inner.past.remove(at)?;
        inner.saved_ms = inner.saved_ms.saturating_add(past.ms);
        Some(past.turn)
    }

    /// Milliseconds of turns that were not asked for again.
    pub(crate) fn saved_ms(&self) -> u64 {
        self.inner().saved_ms
    }
}

/// Both together, where either is known.
pub(crate) fn add_tokens(sum: Option<Tokens>, more: Option<Tokens>) -> Option<Tokens> {
    let (Some(a), Some(b)) = (sum, more) else {
        return sum.or(more);
    };
    Some(Tokens {
        input: a.input.saturating_add(b.input),
        cached: a.cached.saturating_add(b.cached),
        output: a.output.saturating_add(b.output),
    })
}
