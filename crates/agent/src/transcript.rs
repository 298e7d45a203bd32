//! A transcript: the events of a run, one a line as JSON. It does not depend on the kind of run.

use firsthand_registry::escape_json;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// An event of a run: a line of its transcript, whose field `event` is its kind.
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
pub struct RunLog<S: RunState> {
    /// The state after the events.
    pub state: S,
    /// The events, in order.
    pub events: Vec<S::Event>,
}

impl<S: RunState> Default for RunLog<S> {
    fn default() -> Self {
        Self {
            state: S::default(),
            events: Vec::new(),
        }
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
        self.events
            .iter()
            .filter_map(RunEvent::at_ms)
            .max()
            .unwrap_or(0)
    }
}

/// Checks that a run starts with the first event, in the form of this version.
///
/// # Errors
/// [`TranscriptError::NoStart`] or [`TranscriptError::Version`].
pub fn check_start<E: RunEvent>(events: &[E]) -> Result<(), TranscriptError> {
    let version = events.first().and_then(RunEvent::started_version);
    match version.ok_or(TranscriptError::NoStart)? {
        version if version == E::VERSION => Ok(()),
        version => Err(other_version::<E>(version.into())),
    }
}

fn other_version<E: RunEvent>(found: u64) -> TranscriptError {
    let expected = E::VERSION;
    TranscriptError::Version { found, expected }
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
    /// It has an event of an unknown kind.
    #[error(
        "line {line} of the transcript is of an unknown kind, `{kind}`: a later version may have written it"
    )]
    Kind {
        /// The line, from 1.
        line: usize,
        /// The kind that the line declares.
        kind: String,
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
    let lines = events
        .iter()
        .filter_map(|event| serde_json::to_string(event).ok());
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

/// As [`read_transcript`], with the length in bytes of the complete lines: an incomplete last line begins
/// there.
///
/// # Errors
/// The [`TranscriptError`] of the first line that cannot be read.
pub fn read_complete_lines<E: RunEvent>(text: &str) -> Result<(Vec<E>, usize), TranscriptError> {
    let (mut events, mut complete_bytes) = (Vec::new(), 0);
    for (index, line) in text.split_inclusive('\n').enumerate() {
        if !line.trim().is_empty() {
            match serde_json::from_str(line) {
                Ok(event) => events.push(event),
                Err(_) if !line.ends_with('\n') => break,
                Err(error) => return Err(line_error::<E>(index, line, &error)),
            }
        }
        complete_bytes += line.len();
    }
    Ok((events, complete_bytes))
}

/// The error for a line, by its index from 0, that cannot be parsed as an event. Only the start of a run has a version.
fn line_error<E: RunEvent>(index: usize, text: &str, error: &serde_json::Error) -> TranscriptError {
    let (line, why) = (index + 1, error.to_string());
    let value: Value = serde_json::from_str(text).unwrap_or_default();
    let version = value["version"].as_u64();
    if let Some(version) = version.filter(|version| *version != u64::from(E::VERSION)) {
        return other_version::<E>(version);
    }
    let kind = value["event"].as_str().unwrap_or_default();
    // Parses the kind without the fields, since a field may be unknown, too.
    let kind_only = serde_json::from_value::<E>(json!({ "event": kind })).err();
    if !kind.is_empty()
        && kind_only.is_some_and(|why| why.to_string().starts_with("unknown variant"))
    {
        let kind = kind.to_owned();
        return TranscriptError::Kind { line, kind };
    }
    TranscriptError::Line { line, why }
}
