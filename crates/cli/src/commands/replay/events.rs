//! What happened, as a person reads it.

use std::fmt::Write as _;

use firsthand::Event;
use firsthand::agent::{CheckOf, ModelTurn, Saying, ToolOutput};
use firsthand::registry::{Observation, clip, escape};

use crate::paint::{Ink, Paint};

/// Characters of a line.
const CHARS: usize = 160;
/// Places that are told of one answer.
const PLACES: usize = 6;

/// One line an event, and the places of each answer.
pub(super) fn page(events: &[Event], paint: Paint) -> String {
    let mut out = String::new();
    let mut at = 0;
    let mut calls: Vec<(String, String)> = Vec::new();
    for event in events {
        at = at_ms(event).unwrap_or(at);
        if let Event::Turned { turn, .. } = event {
            calls = turn
                .calls
                .iter()
                .map(|c| (c.id.clone(), c.tool.clone()))
                .collect();
        }
        let (word, text) = told(event, &calls);
        let time = paint.text(Ink::Dim, &format!("{at:>7} ms"));
        let word = paint.text(Ink::Label, &format!("{word:<8}"));
        let _ = writeln!(out, "{time}  {word}  {}", clip(&escape(&text), CHARS));
        if let Event::Answered { output, .. } = event {
            details(&mut out, output);
        }
    }
    out
}

fn at_ms(event: &Event) -> Option<u64> {
    match event {
        Event::Started { .. } => Some(0),
        Event::Said { .. } => None,
        Event::Asked { at_ms, .. }
        | Event::Tried { at_ms, .. }
        | Event::Turned { at_ms, .. }
        | Event::Failed { at_ms, .. }
        | Event::Compacted { at_ms, .. }
        | Event::Answered { at_ms, .. }
        | Event::Checked { at_ms, .. }
        | Event::Stopped { at_ms, .. } => Some(*at_ms),
    }
}

fn told(event: &Event, calls: &[(String, String)]) -> (&'static str, String) {
    match event {
        Event::Started { task, model, .. } => (
            "started",
            format!("{model}, to {}: {}", task.intent, task.query),
        ),
        Event::Asked { must_call, .. } => {
            let must = must_call
                .as_ref()
                .map(|tool| format!("it must call {tool}"));
            ("asked", must.unwrap_or_default())
        }
        Event::Tried { notice, .. } => ("tried", notice.to_string()),
        Event::Turned { turn, .. } => ("turned", said(turn)),
        Event::Failed { error, .. } => ("failed", error.clone()),
        Event::Answered {
            call,
            output,
            error,
            ..
        } => {
            let tool = calls
                .iter()
                .find(|(id, _)| id == call)
                .map_or("", |(_, tool)| tool);
            (
                "answered",
                format!("{tool}: {}", answer(output, error.as_deref())),
            )
        }
        Event::Compacted { answers, .. } => (
            "compacted",
            format!("the lines of {} answers were left out", answers.len()),
        ),
        Event::Said { why, text } => {
            let why = match why {
                Saying::Nudge => "a reminder",
                Saying::Gap => "a gap",
                Saying::Insistence => "asked once more",
            };
            ("said", format!("{why}: {text}"))
        }
        Event::Checked { of, present, .. } => {
            let of = match of {
                CheckOf::Submission(number) => format!("submission {}", number + 1),
                CheckOf::Fallback => "the fallback".to_owned(),
            };
            (
                "checked",
                format!("{of}, against {} files", present.files.len()),
            )
        }
        Event::Stopped { reason, .. } => {
            let name = serde_json::to_value(reason).ok();
            let name = name
                .as_ref()
                .and_then(|name| name.as_str())
                .unwrap_or_default();
            ("stopped", name.to_owned())
        }
    }
}

fn said(turn: &ModelTurn) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend((!turn.text.trim().is_empty()).then(|| format!("\"{}\"", turn.text.trim())));
    parts.extend(
        turn.calls
            .iter()
            .map(|call| format!("{} {}", call.tool, call.arguments)),
    );
    parts.join("; ")
}

fn answer(output: &ToolOutput, error: Option<&str>) -> String {
    if let Some(error) = error {
        return error.to_owned();
    }
    let windows: usize = output
        .observations
        .iter()
        .map(|seen| seen.windows().len())
        .sum();
    let paths: usize = output
        .observations
        .iter()
        .map(|seen| seen.paths().len())
        .sum();
    let counts = [
        (windows, "windows"),
        (paths, "paths"),
        (output.diagnostics.len(), "notes"),
        (output.findings.len(), "findings"),
    ];
    let some = counts.iter().filter(|(count, _)| *count > 0);
    let words: Vec<String> = some
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    if words.is_empty() {
        "nothing".to_owned()
    } else {
        words.join(", ")
    }
}

fn details(out: &mut String, output: &ToolOutput) {
    let places: Vec<String> = output.observations.iter().flat_map(places).collect();
    for place in places.iter().take(PLACES) {
        let _ = writeln!(out, "{:>22}{}", "", clip(&escape(place), CHARS));
    }
    if places.len() > PLACES {
        let _ = writeln!(out, "{:>22}and {} more", "", places.len() - PLACES);
    }
    for note in &output.diagnostics {
        let _ = writeln!(out, "{:>22}note: {}", "", clip(&escape(note), CHARS));
    }
}

fn places(seen: &Observation) -> Vec<String> {
    let windows = seen.windows().iter().map(|window| {
        let name = window
            .symbol
            .as_ref()
            .map(|symbol| format!("  {}", symbol.qualified));
        format!(
            "{}:{}{}",
            window.span.path(),
            window.span.range(),
            name.unwrap_or_default()
        )
    });
    windows
        .chain(seen.paths().iter().map(ToString::to_string))
        .collect()
}
