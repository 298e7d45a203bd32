//! Goes on where a run broke off.

use crate::event::Event;
use crate::replay::task_of;
use crate::run::{ENDED, Run, model_name};
use crate::{ExploreError, Explored, Parts, State, Task, TranscriptError, replay};
use firsthand_validator::StopReason;

/// What a run is about that can be resumed. One that ended can be too, unless its report was
/// accepted: where a budget ended it, larger ones let it go on, and where there is nothing more to
/// do it ends as it did.
///
/// # Errors
/// A [`TranscriptError`]: the events are no run of a version that is known, or a run with an
/// accepted report ([`TranscriptError::Finished`]), which [`replay`] gives.
pub fn resumable(events: &[Event]) -> Result<&Task, TranscriptError> {
    let task = task_of(events)?;
    let accepted =
        replay(events).is_ok_and(|report| report.stats().stop_reason == StopReason::Accepted);
    if accepted && State::of(events).stopped() == Some(StopReason::Accepted) {
        return Err(TranscriptError::Finished);
    }
    Ok(task)
}

/// Goes on with a run that broke off anywhere: after a crash, a cancellation, a failure of the model,
/// or at the end of a budget. Calls that have no answer are run, and a question to the model that has
/// none is asked again; nothing that has an answer is done twice. What was seen before and no longer
/// stands is dropped from the report as stale.
///
/// The budgets of `parts` count over the whole run, but for the wall time: this part has all of it
/// for itself. The conversation keeps its policy and its tools' descriptions; calls go to the tools
/// of `parts`. The observer hears only of what is new; the whole transcript is in the result, and
/// replays to the same report.
///
/// # Errors
/// [`ExploreError::Transcript`] where the run is not [`resumable`], and otherwise as
/// [`explore`](crate::explore).
pub async fn resume(events: Vec<Event>, parts: &Parts) -> Result<Explored, ExploreError> {
    let root = resumable(&events)?.root.clone();
    resume_in(events, root, parts).await
}

/// The same for a repository that has moved: `root` is its name from here on.
///
/// # Errors
/// As [`resume`].
pub async fn resume_in(
    events: Vec<Event>,
    root: String,
    parts: &Parts,
) -> Result<Explored, ExploreError> {
    resumable(&events)?;
    let unfinished = unfinished(&events);
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

/// The calls of the last turn that the end came before. After a turn with a report there are none: the
/// run goes on from what became of that.
fn unfinished(events: &[Event]) -> Vec<String> {
    let since = events
        .iter()
        .rposition(|event| matches!(event, Event::ModelAnswered { .. }));
    let since = events.iter().skip(since.unwrap_or(events.len()));
    let late = since.clone().filter_map(|event| match event {
        Event::ToolAnswered { call, error, .. } => {
            (error.as_deref() == Some(ENDED)).then(|| call.clone())
        }
        _ => None,
    });
    match since.clone().any(|event| {
        matches!(
            event,
            Event::FilesChecked { .. } | Event::HostMessage { .. }
        )
    }) {
        true if State::of(events).submitted => Vec::new(),
        _ => late.collect(),
    }
}
