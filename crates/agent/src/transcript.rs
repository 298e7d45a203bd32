//! Transcripts: as text, one event a line as JSON, and the report that they hold.

use firsthand_registry::escape_json;
use firsthand_validator::{StopReason, VerifiedReport};
use serde::Deserialize;

use crate::event::{Event, TRANSCRIPT_VERSION};
use crate::{ExploreError, ModelError, State, Task, steps};

/// The reason why a transcript cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TranscriptError {
    /// Its first event is not the start of a run.
    #[error("the transcript does not begin with the start of a run")]
    NoStart,
    /// It has another version.
    #[error("the transcript has version {0}, not {TRANSCRIPT_VERSION}")]
    Version(u64),
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
    /// The run cannot be resumed: its report was accepted.
    #[error("the run is finished: its report was accepted")]
    Finished,
}

/// Writes events as JSON lines, one event a line, with control and bidirectional characters written as `\u....`.
#[must_use]
pub fn write_transcript(events: &[Event]) -> String {
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
pub fn read_transcript(text: &str) -> Result<Vec<Event>, TranscriptError> {
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
pub fn read_complete_lines(text: &str) -> Result<(Vec<Event>, usize), TranscriptError> {
    let (mut events, mut complete_bytes) = (Vec::new(), 0);
    for (index, line) in text.split_inclusive('\n').enumerate() {
        if !line.trim().is_empty() {
            if events.is_empty() {
                check_version(line)?;
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
fn check_version(first_line: &str) -> Result<(), TranscriptError> {
    match serde_json::from_str(first_line) {
        Ok(Header { version }) if version != u64::from(TRANSCRIPT_VERSION) => {
            Err(TranscriptError::Version(version))
        }
        _ => Ok(()),
    }
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
    match events.first() {
        Some(Event::Started { version, task, .. }) => match *version {
            TRANSCRIPT_VERSION => Ok(task),
            version => Err(TranscriptError::Version(u64::from(version))),
        },
        _ => Err(TranscriptError::NoStart),
    }
}
