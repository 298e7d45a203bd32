//! Transcripts of runs of any kind, as text with one event a line as JSON; the state that events fold into; and the report
//! of an exploration's.

use firsthand_registry::escape_json;
use firsthand_validator::{StopReason, VerifiedReport};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::{ExploreError, ModelError, State, Task, steps};

/// An event of a run: a line of its transcript.
pub trait RunEvent: Serialize + DeserializeOwned {
    /// The version of the transcript's form.
    const VERSION: u32;

    /// The version of the form that the event states if it is the start of a run.
    fn started_version(&self) -> Option<u32>;

    /// Milliseconds since the run's start, of events that have a time.
    fn at_ms(&self) -> Option<u64>;
}

/// The state of a run: a fold over its events. What is left to do, and the outcome, depend on it alone.
pub trait RunState: Default {
    /// The events of the run.
    type Event: RunEvent;

    /// Applies one more event.
    fn apply(&mut self, event: &Self::Event);
}

/// The events of a run, and the state after them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RunLog<S: RunState> {
    /// The state after the events.
    pub state: S,
    /// The events, in order.
    pub events: Vec<S::Event>,
}

impl<S: RunState> Default for RunLog<S> {
    fn default() -> Self {
        Self::of(Vec::new())
    }
}

impl<S: RunState> RunLog<S> {
    /// The log of a run that began before. Its state is computed from the events alone.
    #[must_use]
    pub fn of(events: Vec<S::Event>) -> Self {
        let mut state = S::default();
        events.iter().for_each(|event| state.apply(event));
        Self { state, events }
    }

    /// Applies an event to the state, passes both to `observe`, and stores the event.
    pub fn record(&mut self, event: S::Event, observe: impl FnOnce(&S::Event, &S)) {
        self.state.apply(&event);
        observe(&event, &self.state);
        self.events.push(event);
    }

    /// The time of the last event in milliseconds since the run's start.
    #[must_use]
    pub fn last_ms(&self) -> u64 {
        let times = self.events.iter().filter_map(RunEvent::at_ms);
        times.max().unwrap_or(0)
    }
}

/// The reason why a transcript cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TranscriptError {
    /// Its first event is not the start of a run.
    #[error("the transcript does not begin with the start of a run")]
    NoStart,
    /// It has another version.
    #[error("the transcript has version {found}, not {expected}")]
    Version {
        /// Its version.
        found: u64,
        /// The version that can be read.
        expected: u32,
    },
    /// A line of it cannot be parsed as an event.
    #[error("line {line} of the transcript cannot be read: {why}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// Why.
        why: String,
    },
    /// The run did not end.
    #[error("the transcript breaks off before the run ended")]
    Unfinished,
    /// The run ended before the files of its report were checked again.
    #[error("the transcript breaks off before the report was checked")]
    Unchecked,
    /// The run cannot be resumed: it has its outcome.
    #[error("the run is finished")]
    Finished,
    /// The result that the events make is not the recorded one.
    #[error("the transcript does not make the result that it states")]
    Differs,
}

/// Writes events as JSON lines, one event a line, with control and bidirectional characters written as `\u....`.
#[must_use]
pub fn write_transcript<E: RunEvent>(events: &[E]) -> String {
    let lines = events.iter().filter_map(|event| serde_json::to_string(event).ok());
    lines.map(|line| escape_json(line) + "\n").collect()
}

/// Parses the text of [`write_transcript`]. An incomplete last line is left out: one that has no `\n` and cannot be
/// parsed.
///
/// # Errors
/// The [`TranscriptError`] of the first line that cannot be read.
pub fn read_transcript<E: RunEvent>(text: &str) -> Result<Vec<E>, TranscriptError> {
    read_complete_lines(text).map(|(events, _)| events)
}

/// The part of the first line that determines whether the other fields, and the other lines, can be read.
#[derive(Deserialize)]
struct Header {
    version: u64,
}

/// As [`read_transcript`], with the length in bytes of the complete lines: an incomplete last line begins
/// there.
///
/// # Errors
/// The [`TranscriptError`] of the first line that cannot be read.
pub fn read_complete_lines<E: RunEvent>(text: &str) -> Result<(Vec<E>, usize), TranscriptError> {
    let (mut events, mut complete_bytes) = (Vec::new(), 0);
    for (index, line) in text.split_inclusive('\n').enumerate() {
        if !line.trim().is_empty() {
            if events.is_empty() {
                check_header::<E>(line)?;
            }
            match serde_json::from_str(line) {
                Ok(event) => events.push(event),
                Err(_) if !line.ends_with('\n') => break,
                Err(error) => {
                    let (line, why) = (index + 1, error.to_string());
                    return Err(TranscriptError::Line { line, why });
                }
            }
        }
        complete_bytes += line.len();
    }
    Ok((events, complete_bytes))
}

/// Checks the version that a first line states, before its other fields are read: another version may have others.
fn check_header<E: RunEvent>(first_line: &str) -> Result<(), TranscriptError> {
    match serde_json::from_str(first_line) {
        Ok(Header { version }) => check_version::<E>(version),
        Err(_) => Ok(()),
    }
}

fn check_version<E: RunEvent>(found: u64) -> Result<(), TranscriptError> {
    let expected = E::VERSION;
    if found == u64::from(expected) {
        Ok(())
    } else {
        Err(TranscriptError::Version { found, expected })
    }
}

/// Checks that a run starts with the first event, in the form of this version.
///
/// # Errors
/// [`TranscriptError::NoStart`] or [`TranscriptError::Version`].
pub fn check_start<E: RunEvent>(events: &[E]) -> Result<(), TranscriptError> {
    let version = events.first().and_then(RunEvent::started_version);
    check_version::<E>(version.ok_or(TranscriptError::NoStart)?.into())
}

/// Rebuilds the report of a finished run from its events alone: no repository, no model, no clock.
///
/// # Errors
/// The error of the run itself, where it has no report ([`ExploreError::Cancelled`],
/// [`ExploreError::Model`]), and [`ExploreError::Transcript`] where the events are no finished run of
/// a known version.
pub fn replay(events: &[Event]) -> Result<VerifiedReport, ExploreError> {
    task_of(events)?;
    let state = State::of(events);
    match state.stopped() {
        Some(StopReason::Cancelled) => {
            let transcript = events.to_vec();
            return Err(ExploreError::Cancelled { transcript });
        }
        Some(_) => {}
        None => return Err(TranscriptError::Unfinished.into()),
    }
    if let Some(error) = state.failure_before_observation() {
        let error = ModelError::Recorded(error.to_owned());
        let transcript = events.to_vec();
        return Err(ExploreError::Model { error, transcript });
    }
    let report = state.report().filter(|_| steps::next(&state).is_none());
    report.ok_or_else(|| TranscriptError::Unchecked.into())
}

/// The task of the run, from its first event.
///
/// # Errors
/// A [`TranscriptError`] if there is no such event, or it is of another version.
pub(crate) fn task_of(events: &[Event]) -> Result<&Task, TranscriptError> {
    check_start(events)?;
    match events.first() {
        Some(Event::Started { task, .. }) => Ok(task),
        _ => Err(TranscriptError::NoStart),
    }
}
