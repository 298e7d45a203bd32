//! Resumes an interrupted run.

use crate::event::Event;
use crate::run::{Run, model_name};
use crate::transcript::task_of;
use crate::{ExploreError, Explored, Parts, State, Task, ToolOutcome, TranscriptError, replay};
use firsthand_validator::StopReason;

/// The task of a run that can be resumed. A run that ended can be resumed, too, unless its report was
/// accepted: larger budgets let it continue where a budget ended it; otherwise it ends as before.
///
/// # Errors
/// A [`TranscriptError`]: the events are no run of a known version, or a run with an
/// accepted report ([`TranscriptError::Finished`]), which [`replay`] returns.
pub fn resumable(events: &[Event]) -> Result<&Task, TranscriptError> {
    let task = task_of(events)?;
    let accepted =
        replay(events).is_ok_and(|report| report.facts().stats.stop_reason == StopReason::Accepted);
    if accepted && State::of(events).stopped() == Some(StopReason::Accepted) {
        return Err(TranscriptError::Finished);
    }
    Ok(task)
}

/// Continues a run that was interrupted anywhere: by a crash, a cancellation, a failure of the model,
/// or the end of a budget. Runs the calls that have no answer, and repeats a request to the model that
/// has none; answered calls and requests are not repeated. Places that have changed since are dropped
/// from the report as stale.
///
/// The budgets of `parts` count over the whole run, except the wall time, which counts for this part
/// alone. The conversation retains its system prompt and its tools' descriptions; calls go to the tools
/// of `parts`. The observer receives only new events; the whole transcript is in the result, and
/// replays to the same report.
///
/// # Errors
/// [`ExploreError::Transcript`] where the run is not [`resumable`], and otherwise as
/// [`explore`](crate::explore).
pub async fn resume(events: Vec<Event>, parts: &Parts) -> Result<Explored, ExploreError> {
    let root = resumable(&events)?.root.clone();
    go_on(events, root, parts).await
}

/// As [`resume`], for a repository that has moved to `root`.
///
/// # Errors
/// As [`resume`].
pub async fn resume_in(
    events: Vec<Event>,
    root: String,
    parts: &Parts,
) -> Result<Explored, ExploreError> {
    resumable(&events)?;
    go_on(events, root, parts).await
}

/// Continues a run that is known to be [`resumable`].
async fn go_on(events: Vec<Event>, root: String, parts: &Parts) -> Result<Explored, ExploreError> {
    let unfinished = unfinished_calls(&events);
    let mut run = Run::new(parts);
    run.load(events);
    let at_ms = run.now();
    run.record(Event::Resumed {
        root,
        model: model_name(parts),
        budgets: parts.budgets,
        unfinished,
        at_ms,
    });
    run.finish().await
}

/// The ids of the last turn's calls that the end of the run interrupted. Empty if the turn submitted a report, and that
/// was checked or the host answered it with a message: the run then continues from that report.
fn unfinished_calls(events: &[Event]) -> Vec<String> {
    let last_turn = events.iter().rposition(|event| matches!(event, Event::ModelAnswered { .. }));
    let after_turn = events.iter().skip(last_turn.unwrap_or(events.len()));
    let continues_from_report = after_turn
        .clone()
        .any(|event| matches!(event, Event::FilesChecked { .. } | Event::HostMessage { .. }));
    if continues_from_report && State::of(events).turn.submitted {
        return Vec::new();
    }
    let interrupted = after_turn.filter_map(|event| match event {
        Event::ToolAnswered { call, outcome: ToolOutcome::Interrupted, .. } => Some(call.clone()),
        _ => None,
    });
    interrupted.collect()
}
