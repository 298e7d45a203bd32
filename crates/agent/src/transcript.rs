//! A transcript as text: one event a line, as JSON.

use firsthand_registry::escape_json;
use serde_json::{Value, json};

use crate::event::{Event, TRANSCRIPT_VERSION};

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

/// As [`read_transcript`], with the length in bytes of the complete lines: an incomplete last line begins
/// there.
///
/// # Errors
/// The [`TranscriptError`] of the first line that cannot be read.
pub fn read_complete_lines(text: &str) -> Result<(Vec<Event>, usize), TranscriptError> {
    let (mut events, mut complete_bytes) = (Vec::new(), 0);
    for (index, line) in text.split_inclusive('\n').enumerate() {
        if !line.trim().is_empty() {
            match serde_json::from_str(line) {
                Ok(event) => events.push(event),
                Err(_) if !line.ends_with('\n') => break,
                Err(error) => return Err(line_error(index, line, &error)),
            }
        }
        complete_bytes += line.len();
    }
    Ok((events, complete_bytes))
}

/// The error for a line, by its index from 0, that cannot be parsed as an event.
fn line_error(index: usize, text: &str, error: &serde_json::Error) -> TranscriptError {
    let (line, why) = (index + 1, error.to_string());
    let value: Value = serde_json::from_str(text).unwrap_or_default();
    let kind = value["event"].as_str().unwrap_or_default();
    let version = value["version"].as_u64().filter(|_| kind == "started");
    if let Some(version) = version.filter(|version| *version != u64::from(TRANSCRIPT_VERSION)) {
        return TranscriptError::Version(version);
    }
    // Parses the kind without the fields, since a field may be unknown, too.
    let kind_only = serde_json::from_value::<Event>(json!({ "event": kind }));
    if !kind.is_empty()
        && kind_only.is_err_and(|why| why.to_string().starts_with("unknown variant"))
    {
        let kind = kind.to_owned();
        return TranscriptError::Kind { line, kind };
    }
    TranscriptError::Line { line, why }
}
