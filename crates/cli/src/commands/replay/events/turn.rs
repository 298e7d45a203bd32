//! The turns of a model: its text and its tool calls.

use firsthand::Selection;
use firsthand::agent::{ModelTurn, SUBMIT, ToolCall};
use serde::Deserialize as _;
use serde_json::Value;

use crate::paint::TextStyle;

use super::page::{Line, Page};
use super::{bracketed, counted_noun, wire_name};

/// The turn's text, or the number of its calls if it has none, and its token counts.
pub(super) fn summary_line(turn: &ModelTurn) -> Line {
    let text = match (turn.text.trim(), turn.calls.len()) {
        ("", 0) => "nothing".to_owned(),
        ("", calls) => counted_noun(calls, "call"),
        (text, _) => format!("\"{text}\""),
    };
    let tokens = turn.tokens.map(|tokens| {
        let (read, written) = (tokens.input, tokens.output);
        format!("  ({read} tokens read, {written} written)")
    });
    Line::of(&text).with_styled(TextStyle::Dim, tokens.unwrap_or_default())
}

/// Adds each call with its arguments; for a report, its content.
pub(super) fn add_calls(page: &mut Page, turn: &ModelTurn) {
    for call in &turn.calls {
        let selection = (call.tool == SUBMIT).then(|| selection(call)).flatten();
        match selection {
            Some(selection) => add_report(page, &selection),
            None => {
                let line = Line::of("> ").with_styled(TextStyle::Symbol, &call.tool);
                page.detail(line.with_text(arguments(&call.arguments)));
            }
        }
    }
}

/// The submitted report; arguments that are a JSON text are decoded.
fn selection(call: &ToolCall) -> Option<Selection> {
    match &call.arguments {
        Value::String(text) => serde_json::from_str(text).ok(),
        other => Selection::deserialize(other).ok(),
    }
}

/// Arguments as `name=value`; other JSON values unchanged.
fn arguments(value: &Value) -> String {
    match value {
        Value::Object(fields) => fields
            .iter()
            .map(|(key, value)| format!(" {key}={value}"))
            .collect(),
        Value::Null => String::new(),
        other => format!(" {other}"),
    }
}

fn add_report(page: &mut Page, selection: &Selection) {
    let (action, confidence) = (&selection.recommended_primary_action, &selection.confidence);
    let line = Line::of("> ").with_styled(TextStyle::Symbol, SUBMIT);
    page.detail(line.with_text(format!(" {}, {}", wire_name(action), wire_name(confidence))));
    for (index, link) in selection.flow.iter().enumerate() {
        let line = Line::of(format!("    {}. ", index + 1))
            .with_styled(TextStyle::Path, bracketed(&link.candidate_id));
        page.detail(line.with_text(format!(" ({}) {}", link.role, link.fact)));
        for line in link.quote.trim_matches('\n').lines() {
            page.detail(Line::styled(TextStyle::Dim, &format!("       | {line}")));
        }
    }
    let primary: Vec<String> = selection
        .primary_candidate_ids
        .iter()
        .map(bracketed)
        .collect();
    detail_unless_empty(page, "primary", &primary.join(" "));
    for read in &selection.read_targets {
        let must = if read.required { " (required)" } else { "" };
        detail_unless_empty(
            page,
            "read",
            &format!("{}{must} {}", bracketed(&read.candidate_id), read.purpose),
        );
    }
    detail_unless_empty(page, "search for", &selection.search_targets.join("; "));
    detail_unless_empty(page, "missing", &selection.missing_coverage.join("; "));
}

fn detail_unless_empty(page: &mut Page, what: &str, text: &str) {
    if !text.is_empty() {
        page.detail(Line::of(format!("    {what}: {text}")));
    }
}
