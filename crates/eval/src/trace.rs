//! The events of a run (one task to one arm, once), and the trace that appends each to the journal as it happens.

use std::collections::VecDeque;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use firsthand::agent::ModelTurn;
use serde::{Deserialize, Serialize};

use crate::found::Found;
use crate::journal::{Line, Writer};
use crate::record::Key;

/// The role of a model.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// The main agent: works on the task, and may request an exploration.
    Main,
    /// The model of an exploration.
    Explorer,
}

/// A tool call of the main agent in relation to its report.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallKind {
    /// A search or listing that is neither limited to a cited file nor for a term that the report names; or another
    /// exploration.
    Broad,
    /// A search in a cited file, or for a term that the report names.
    Targeted,
    /// A read that shows lines of a read target, or of a cited place if the report names no read target.
    Inside,
    /// A read of other lines.
    Outside,
}

/// A turn that a model took.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TakenTurn {
    /// Which model.
    pub actor: Actor,
    /// The hash of the request. A resumed run reuses the turn for the same request.
    pub request: String,
    /// Its turn.
    pub turn: ModelTurn,
    /// Milliseconds that it took.
    pub ms: u64,
}

/// Something that happened in a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum RunEvent {
    /// The run starts. Earlier events with the same id belong to an interrupted attempt.
    Started {
        /// The question and the arm.
        key: Key,
        /// The tools of the main agent; empty without one.
        tools: Vec<String>,
    },
    /// A model took a turn.
    Turned(TakenTurn),
    /// An attempt to get a model's turn failed and was retried.
    Retried {
        /// Which model.
        actor: Actor,
        /// What went wrong.
        error: String,
    },
    /// A model's turn failed after all attempts, or its output cannot be used.
    Failed {
        /// Which model.
        actor: Actor,
        /// Why.
        error: String,
    },
    /// A tool call was executed.
    Called {
        /// By which model.
        actor: Actor,
        /// The tool.
        tool: String,
        /// The kind of the call; `None` for a call of an explorer, for one that no report precedes, and for a tool that
        /// has no kind.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<CallKind>,
        /// Characters of the result: of its places and of its summary.
        chars: u64,
        /// Places that were not observed before.
        new_places: u32,
        /// Places that were observed before.
        known_places: u32,
        /// The error that was returned instead of a result.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<String>,
    },
    /// The explorer submitted a selection.
    Submitted {
        /// The number of its links or roles: statements that each need a place.
        links: u32,
    },
    /// A malformed output of a model was repaired.
    Repaired {
        /// The repair.
        detail: String,
    },
    /// A model that stopped without its final call was reminded of it.
    Nudged {
        /// Which model.
        actor: Actor,
    },
    /// The explorer was asked about a gap in its selection, or another pass followed.
    Continued {
        /// The gap.
        gap: String,
    },
    /// An exploration ended with a report.
    Reported(Found),
    /// The main agent answered.
    Answered {
        /// The number of places in the answer.
        places: u32,
        /// Characters of its text.
        chars: u64,
    },
}

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
        let state = TraceState { past_turns: past_turns.into(), ..TraceState::default() };
        Self { run_id, writer, state: Mutex::new(state) }
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
                let line = Line::Event { run: self.run_id.clone(), event: event.clone() };
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
