//! The events of a run as text.
//!
//! Each event is one line: a request to the model is a heading, and the events that follow are listed below it. Details
//! of an event are indented. To show another kind of event, add its arm to [`add_event`].

mod page;
mod turn;

use std::fmt::Display;

use firsthand::agent::validator::Fit;
use firsthand::agent::{Answer, CheckFor, HostMessageKind, Message};
use firsthand::source::count;
use firsthand::{CacheMissReason, Event, State};

use crate::paint::{Painter, TextStyle};

use page::{Line, Page};

/// The page of a run, in lines of at most `width` characters.
pub(super) fn page(events: &[Event], width: usize, paint: Painter) -> String {
    let mut page = Page::new(width, paint);
    let mut state = State::default();
    let (mut at_ms, mut since_ms) = (0, 0);
    for event in events {
        at_ms = event.at_ms().unwrap_or(at_ms);
        state.apply(event);
        add_event(&mut page, at_ms, event, &state);
        match event {
            Event::Resumed { at_ms, .. } => since_ms = *at_ms,
            Event::Stopped { .. } => page.detail(usage_line(&state, since_ms)),
            _ => {}
        }
    }
    page.text()
}

/// Adds one event; `state` is the state after it.
fn add_event(page: &mut Page, at_ms: u64, event: &Event, state: &State) {
    let mut line = |word: &str, text: String| page.event(at_ms, word, Line::of(text));
    match event {
        Event::Started { task, model, .. } => {
            line("started", format!("{model}, to {}: {}", task.intent, task.query));
            page.detail(budget_line(state));
        }
        Event::ModelRequested { must_call, repeated, .. } => {
            let next = state.stats().steps + u32::from(!repeated);
            let (step, max_steps) = (next, state.budgets().steps);
            let must = |tool: &String| format!(", it must call {tool}");
            let must = must_call.as_ref().map(must).unwrap_or_default();
            page.heading(at_ms, format!("step {step} of {max_steps}{must}"));
        }
        Event::AttemptFailed { notice, .. } => line("attempt", notice.to_string()),
        Event::ModelAnswered { turn, .. } => {
            page.event(at_ms, "turn", turn::summary_line(turn));
            turn::add_calls(page, turn);
        }
        Event::ModelFailed { error, .. } => {
            page.event(at_ms, "failed", Line::styled(TextStyle::Bad, error));
        }
        Event::ToolAnswered { call, outcome, .. } => {
            turn::add_answer(page, at_ms, answer_to(state, call), outcome);
        }
        Event::HostMessage { kind, text } => {
            line("message", format!("{}: {text}", message_kind(*kind)));
        }
        Event::Compacted { answers, .. } => line(
            "compacted",
            format!("the lines of {} were left out", count(answers.len(), "answer", "answers")),
        ),
        Event::UsagesFound { output, .. } => {
            let places = output.observations.iter().map(|seen| seen.windows.len());
            let places = count(places.sum(), "place", "places");
            line("usages", format!("{places} that use what the report cites"));
        }
        Event::FilesChecked { report, present, .. } => {
            let files = count(present.files.len(), "file", "files");
            match report {
                CheckFor::Fallback => {
                    line("checked", format!("the fallback, against {files}"));
                }
                CheckFor::Submission(n) => {
                    line("checked", format!("report {}, against {files}", n + 1));
                    turn::add_verdict(page, state.verdict(*n));
                }
            }
        }
        Event::FitChecked { submission, fit } => {
            line("fit", format!("report {} {}", submission + 1, room(fit)));
        }
        Event::Stopped { reason, .. } => line("stopped", reason.to_string()),
        Event::Resumed { model, root, .. } => {
            line("resumed", format!("{model}, in {root}"));
            page.detail(budget_line(state));
        }
        Event::CacheHit { task, .. } => {
            line(
                "cache hit",
                format!("this run was stored, and is asked for again: {}", task.query),
            );
        }
        Event::CacheMiss { reason } => line("cache miss", cache_miss_reason(*reason).to_owned()),
        _ => {}
    }
}

/// Whether a report has room where it is printed.
fn room(fit: &Fit) -> String {
    if fit.loses_something() {
        format!("is {} too long to print", count(fit.over, "character", "characters"))
    } else {
        "has room".to_owned()
    }
}

/// The last answer to a call.
fn answer_to<'s>(state: &'s State, call: &str) -> Option<&'s Answer> {
    let mut latest = state.messages().iter().rev();
    latest.find_map(|message| match message {
        Message::Answer(answer) if answer.call == call => Some(answer),
        _ => None,
    })
}

fn message_kind(kind: HostMessageKind) -> &'static str {
    match kind {
        HostMessageKind::Nudge => "a reminder",
        HostMessageKind::Gap => "a gap",
        HostMessageKind::Insistence => "asked once more",
        HostMessageKind::Usages => "who uses what it cites",
        HostMessageKind::Fit => "what it would lose",
        _ => "another one",
    }
}

fn cache_miss_reason(reason: CacheMissReason) -> &'static str {
    match reason {
        CacheMissReason::NoEntry => "no report of this question is stored",
        CacheMissReason::Changed => "a file that the stored report cites has changed",
        _ => "for another reason",
    }
}

/// The budgets of the run as a line.
fn budget_line(state: &State) -> Line {
    let budgets = state.budgets();
    Line::styled(
        TextStyle::Dim,
        &format!(
            "may take {}, {}, {} characters, {} s",
            count(budgets.steps as usize, "step", "steps"),
            count(budgets.tool_calls as usize, "call", "calls"),
            budgets.observation_chars,
            budgets.wall().as_secs(),
        ),
    )
}

/// The used share of each budget. The time counts from `since_ms`, when the run was last resumed (0 if never), because
/// the time budget counts from there, too.
fn usage_line(state: &State, since_ms: u64) -> Line {
    let (stats, budgets) = (state.stats(), state.budgets());
    let seconds = |ms| std::time::Duration::from_millis(ms).as_secs_f32();
    let mut text = format!(
        "took {} of {} steps, {} of {} calls, {} of {} characters, {:.1} of {} s",
        stats.steps,
        budgets.steps,
        stats.tool_calls,
        budgets.tool_calls,
        stats.observation_chars,
        budgets.observation_chars,
        seconds(stats.elapsed_ms.saturating_sub(since_ms)),
        budgets.wall().as_secs(),
    );
    if since_ms > 0 {
        text += &format!(" ({:.1} s in all)", seconds(stats.elapsed_ms));
    }
    if let Some(tokens) = stats.tokens {
        text += &format!(
            "; {} tokens read ({} from a cache), {} written",
            tokens.input, tokens.cached, tokens.output
        );
    }
    Line::styled(TextStyle::Dim, &text)
}

fn bracketed(id: impl Display) -> String {
    format!("[{id}]")
}
