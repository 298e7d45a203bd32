//! A model's text, and what it called.

use firsthand::Selection;
use firsthand::agent::{ModelTurn, SUBMIT, ToolCall};
use serde::Deserialize as _;
use serde_json::Value;

use crate::paint::TextStyle;

use super::page::{Line, Page};
use super::{count, name};

/// Its text, and how many tokens that took.
pub(super) fn said(turn: &ModelTurn) -> Line {
    let text = match (turn.text.trim(), turn.calls.len()) {
        ("", 0) => "nothing".to_owned(),
        ("", calls) => count(calls, "call"),
        (text, _) => format!("\"{text}\""),
    };
    let tokens = turn.tokens.map(|tokens| {
        let (read, written) = (tokens.input, tokens.output);
        format!("  ({read} tokens read, {written} written)")
    });
    Line::of(&text).ink(TextStyle::Dim, tokens.unwrap_or_default())
}

/// Each call with its arguments, a report with its content.
pub(super) fn calls(page: &mut Page, turn: &ModelTurn) {
    for call in &turn.calls {
        let selection = (call.tool == SUBMIT).then(|| selection(call)).flatten();
        match selection {
            Some(selection) => report(page, &selection),
            None => {
                let line = Line::of("> ").ink(TextStyle::Symbol, &call.tool);
                page.detail(line.then(arguments(&call.arguments)));
            }
        }
    }
}

/// A report, with what came as text decoded.
fn selection(call: &ToolCall) -> Option<Selection> {
    match &call.arguments {
        Value::String(text) => serde_json::from_str(text).ok(),
        other => Selection::deserialize(other).ok(),
    }
}

/// Arguments as `name=value`; what is no object as it is.
fn arguments(of: &Value) -> String {
    match of {
        Value::Object(fields) => fields
            .iter()
            .map(|(key, value)| format!(" {key}={value}"))
            .collect(),
        Value::Null => String::new(),
        other => format!(" {other}"),
    }
}

fn report(page: &mut Page, selection: &Selection) {
    let (action, confidence) = (&selection.recommended_primary_action, &selection.confidence);
    let line = Line::of("> ").ink(TextStyle::Symbol, SUBMIT);
    page.detail(line.then(format!(" {}, {}", name(action), name(confidence))));
    for (at, link) in selection.flow.iter().enumerate() {
        let line =
            Line::of(format!("    {}. ", at + 1)).ink(TextStyle::Path, id(&link.candidate_id));
        page.detail(line.then(format!(" ({}) {}", link.role, link.fact)));
        for line in link.quote.trim_matches('\n').lines() {
            page.detail(Line::inked(TextStyle::Dim, &format!("       | {line}")));
        }
    }
    let primary: Vec<String> = selection
        .primary_candidate_ids
        .iter()
        .map(|of| id(of))
        .collect();
    some(page, "primary", &primary.join(" "));
    for read in &selection.read_targets {
        let must = if read.required { " (required)" } else { "" };
        some(
            page,
            "read",
            &format!("{}{must} {}", id(&read.candidate_id), read.purpose),
        );
    }
    some(page, "search for", &selection.search_targets.join("; "));
    some(page, "missing", &selection.missing_coverage.join("; "));
}

fn some(page: &mut Page, what: &str, text: &str) {
    if !text.is_empty() {
        page.detail(Line::of(format!("    {what}: {text}")));
    }
}

/// An id as the model wrote it.
fn id(of: &str) -> String {
    format!("[{of}]")
}
