//! `replay --show`: the events of a run with their times. Behind the name of an event stands what it says; below it, what
//! the model wrote or read, and what the validator found.

use std::fmt::Write as _;

use firsthand::agent::{Answer, CheckFor, Message, ModelTurn, ToolOutcome};
use firsthand::registry::{clip, escape};
use firsthand::source::count;
use firsthand::validator::Verdict;
use firsthand::{Event, State};
use serde_json::Value;

use crate::paint::{Painter, TextStyle};

/// The columns before a line: those of a time and a name.
const MARGIN: usize = 29;
/// The most lines below an event.
const MAX_DETAILS: usize = 60;
/// The most lines of an answer that a model read.
const MAX_ANSWER_LINES: usize = 12;
/// The fields of an event that are not shown: its name, its time, and what every run of a version has.
const OMITTED_FIELDS: [&str; 5] = ["event", "at_ms", "version", "system", "tools"];

/// The page, with lines of at most `width` columns.
pub(super) fn page(events: &[Event], width: usize, paint: Painter) -> String {
    let (mut out, mut state, mut at_ms) = (String::new(), State::default(), 0);
    for event in events {
        at_ms = event.at_ms().unwrap_or(at_ms);
        state.apply(event);
        if matches!(event, Event::ModelRequested { .. }) && !out.is_empty() {
            out.push('\n');
        }
        let event_json = serde_json::to_value(event).unwrap_or_default();
        let name = event_json["event"].as_str().unwrap_or_default().replace('_', " ");
        let text = shown(event, &event_json, &state);
        let name = paint.text(TextStyle::Label, &format!("{name:<17}"));
        let time = paint.text(TextStyle::Dim, &format!("{at_ms:>7} ms"));
        let shorten = |line: &str| {
            let line = escape(line.trim_end()).replace('\t', " ");
            clip(&line, width.saturating_sub(MARGIN)).into_owned()
        };
        let mut lines = text.lines();
        let _ = writeln!(out, "{time}  {name}{}", shorten(lines.next().unwrap_or_default()));
        for line in first_lines(lines, MAX_DETAILS) {
            let _ = writeln!(out, "{:MARGIN$}{}", "", paint.text(TextStyle::Dim, &shorten(&line)));
        }
    }
    out
}

/// The first lines, and how many there are beside them.
fn first_lines<'t>(lines: impl Iterator<Item = &'t str>, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = lines.map(str::to_owned).collect();
    if let Some(more @ 1..) = lines.len().checked_sub(most) {
        lines.truncate(most);
        lines.push(format!("and {}", count(more, "more line", "more lines")));
    }
    lines
}

/// What an event says; `state` is that after the event.
fn shown(event: &Event, event_json: &Value, state: &State) -> String {
    match event {
        Event::ModelRequested { repeated, .. } => {
            let (step, most) = (state.stats().steps + u32::from(!repeated), state.budgets().steps);
            format!("step {step} of {most}")
        }
        Event::AttemptFailed { notice, .. } => notice.to_string(),
        Event::ModelAnswered { turn, .. } => turn_text(turn),
        Event::ToolAnswered { call, outcome, .. } => answer_text(answer_to(state, call), outcome),
        Event::HostMessage { text, .. } => text.trim().to_owned(),
        Event::UsagesFound { output, .. } => output.summary.clone(),
        Event::FilesChecked { report, present, .. } => {
            let files = count(present.files.len(), "file", "files");
            let verdict = match report {
                CheckFor::Fallback => None,
                CheckFor::Submission(number) => state.verdict(*number),
            };
            format!("{files}{}", verdict.map(verdict_text).unwrap_or_default())
        }
        _ => fields_text(event_json),
    }
}

/// The fields of an event on one line, the shortest first.
fn fields_text(event_json: &Value) -> String {
    let fields = event_json.as_object().into_iter().flatten();
    let fields = fields.filter(|(name, _)| !OMITTED_FIELDS.contains(&name.as_str()));
    let texts = fields.map(|(name, value)| match value {
        Value::String(text) => format!("{name} {text}"),
        other => format!("{name} {other}"),
    });
    let mut texts: Vec<String> = texts.collect();
    texts.sort_by_key(String::len);
    texts.join(", ")
}

/// What the model wrote: its text, and its calls, with a line for each argument or each item of one.
fn turn_text(turn: &ModelTurn) -> String {
    let mut text = turn.text.split_whitespace().collect::<Vec<_>>().join(" ");
    for call in &turn.calls {
        text += &format!("\n> {}", call.tool);
        let Value::Object(arguments) = &call.arguments else {
            text += &format!(" {}", call.arguments);
            continue;
        };
        for (name, value) in arguments {
            let items = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
            text.extend(items.iter().map(|item| format!("\n    {name}: {item}")));
        }
    }
    text.trim_start().to_owned()
}

/// What the model read.
fn answer_text(answer: Option<&Answer>, outcome: &ToolOutcome) -> String {
    let text = match (outcome.error(), answer) {
        (Some(error), _) => error.to_owned(),
        (None, answer) => answer.map(Answer::text).unwrap_or_default(),
    };
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let text = first_lines(lines, MAX_ANSWER_LINES).join("\n");
    let tool = answer.map_or("", |answer| answer.tool.as_str());
    format!("{tool}: {text}")
}

fn answer_to<'s>(state: &'s State, call: &str) -> Option<&'s Answer> {
    let mut latest = state.messages().iter().rev();
    latest.find_map(|message| match message {
        Message::Answer(answer) if answer.call == call => Some(answer),
        _ => None,
    })
}

/// What is left of a submitted report, and why the rest is not.
fn verdict_text(verdict: &Verdict) -> String {
    let body = verdict.body();
    let mut text = format!(
        "\nleft: {}, {}; {}, {}",
        count(body.flow.len(), "link", "links"),
        count(body.primary.len(), "primary place", "primary places"),
        body.action,
        body.confidence,
    );
    for finding in &body.findings {
        text += &format!("\n{}: {}", finding.rule.name(), finding.detail);
    }
    for gap in verdict.gaps() {
        text += &format!("\ngap: {gap}");
    }
    text
}
