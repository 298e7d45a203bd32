//! Rebuilds the report of a transcript.

use firsthand_validator::{StopReason, VerifiedReport};

use crate::event::Event;
use crate::transcript::check_start;
use crate::{ExploreError, ModelError, State, Task, TranscriptError, steps};

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
