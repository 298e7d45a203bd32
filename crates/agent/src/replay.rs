//! The report of a transcript, again.

use firsthand_validator::{StopReason, VerifiedReport};

use crate::event::{Event, TRANSCRIPT_VERSION};
use crate::{ExploreError, State, steps};

/// Makes the report of a finished run again, from its events alone: no repository, no model, no clock.
///
/// # Errors
/// What the run itself ended with, where it has no report ([`ExploreError::Cancelled`],
/// [`ExploreError::Model`]), and [`ExploreError::Transcript`] where the events are no finished run of
/// a version that is known.
pub fn replay(events: &[Event]) -> Result<VerifiedReport, ExploreError> {
    let refuse = |why: String| Err(ExploreError::Transcript(why));
    match events.first() {
        Some(Event::Started {
            version: TRANSCRIPT_VERSION,
            ..
        }) => {}
        Some(Event::Started { version, .. }) => {
            return refuse(format!(
                "the transcript has version {version}, not {TRANSCRIPT_VERSION}"
            ));
        }
        _ => return refuse("the transcript does not begin with the start of a run".to_owned()),
    }
    let state = State::of(events);
    match state.stopped() {
        Some(StopReason::Cancelled) => return Err(ExploreError::Cancelled),
        Some(_) => {}
        None => return refuse("the transcript breaks off before the run ended".to_owned()),
    }
    if let Some(error) = state.unobserved_failure() {
        return Err(ExploreError::Model(error.to_owned()));
    }
    let report = state.report().filter(|_| steps::next(&state).is_none());
    report.map_or_else(
        || refuse("the transcript breaks off before the report was checked".to_owned()),
        Ok,
    )
}

/// Writes events as JSON lines, one event a line.
#[must_use]
pub fn write_transcript(events: &[Event]) -> String {
    let lines = events
        .iter()
        .filter_map(|event| serde_json::to_string(event).ok());
    lines.flat_map(|line| [line, "\n".to_owned()]).collect()
}

/// Reads what [`write_transcript`] wrote. A last line that was cut off in writing is left out.
///
/// # Errors
/// [`ExploreError::Transcript`] with the line that cannot be read.
pub fn read_transcript(text: &str) -> Result<Vec<Event>, ExploreError> {
    let mut events = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    for (at, line) in lines
        .iter()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
    {
        match serde_json::from_str(line) {
            Ok(event) => events.push(event),
            Err(_) if at + 1 == lines.len() && !text.ends_with('\n') => break,
            Err(error) => {
                let what = format!("line {} of the transcript cannot be read: {error}", at + 1);
                return Err(ExploreError::Transcript(what));
            }
        }
    }
    Ok(events)
}
