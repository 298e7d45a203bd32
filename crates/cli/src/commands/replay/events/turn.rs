//! The turns of a model (its text and its tool calls), the answers of tools, and the verdicts on reports.

use firsthand::Selection;
use firsthand::agent::{Answer, ModelTurn, SUBMIT, ToolCall, ToolOutcome, ToolOutput};
use firsthand::registry::{CandidateId, Observation};
use firsthand::source::count;
use firsthand::validator::{Finding, Gap, Verdict};
use serde::Deserialize as _;
use serde_json::Value;

use super::bracketed;
use super::page::{Line, Page};
use crate::paint::TextStyle;

/// The turn's text, or the number of its calls if it has none, and its token counts.
pub(super) fn summary_line(turn: &ModelTurn) -> Line {
    let text = match (turn.text.trim(), turn.calls.len()) {
        ("", 0) => "nothing".to_owned(),
        ("", calls) => count(calls, "call", "calls"),
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
        Value::Object(fields) => {
            fields.iter().map(|(key, value)| format!(" {key}={value}")).collect()
        }
        Value::Null => String::new(),
        other => format!(" {other}"),
    }
}

fn add_report(page: &mut Page, selection: &Selection) {
    let (action, confidence) = (&selection.recommended_primary_action, &selection.confidence);
    let line = Line::of("> ").with_styled(TextStyle::Symbol, SUBMIT);
    page.detail(line.with_text(format!(" {action}, {confidence}")));
    for (index, link) in selection.flow.iter().enumerate() {
        let line = Line::of(format!("    {}. ", index + 1))
            .with_styled(TextStyle::Path, bracketed(&link.candidate_id));
        page.detail(line.with_text(format!(" ({}) {}", link.role, link.fact)));
        for line in link.quote.trim_matches('\n').lines() {
            page.detail(Line::styled(TextStyle::Dim, &format!("       | {line}")));
        }
    }
    let primary: Vec<String> = selection.primary_candidate_ids.iter().map(bracketed).collect();
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
    let missing = selection.missing_coverage.iter().cloned();
    let missing: Vec<String> = missing.map(String::from).collect();
    detail_unless_empty(page, "missing", &missing.join("; "));
}

fn detail_unless_empty(page: &mut Page, what: &str, text: &str) {
    if !text.is_empty() {
        page.detail(Line::of(format!("    {what}: {text}")));
    }
}

fn add_findings(page: &mut Page, findings: &[Finding]) {
    for finding in findings {
        let rule = Line::styled(TextStyle::Warning, finding.rule.name());
        page.detail(rule.with_text(format!(": {}", finding.detail)));
    }
}

/// The maximum number of places printed for one answer.
const MAX_PLACES: usize = 6;

/// Adds an answer: a summary, its first [`MAX_PLACES`] places with their candidate ids, its notes and its findings.
pub(super) fn add_answer(
    page: &mut Page,
    at_ms: u64,
    answer: Option<&Answer>,
    outcome: &ToolOutcome,
) {
    let nothing = ToolOutput::default();
    let output = outcome.output().unwrap_or(&nothing);
    let tool = answer.map_or("", |answer| answer.tool.as_str());
    let line = Line::default().with_styled(TextStyle::Symbol, tool).with_text(": ");
    page.event(
        at_ms,
        "answered",
        match outcome.error() {
            Some(error) => line.with_styled(TextStyle::Bad, error),
            None => line.with_text(summary(output, answer)),
        },
    );
    let sightings = answer.iter().flat_map(|answer| &answer.observations);
    let places: Vec<Line> =
        sightings.flat_map(|sighting| places(&sighting.observation, &sighting.ids)).collect();
    let omitted = places.len().saturating_sub(MAX_PLACES);
    for place in places.into_iter().take(MAX_PLACES) {
        page.detail(place);
    }
    if omitted > 0 {
        page.detail(Line::of(format!("and {omitted} more")));
    }
    for note in &output.diagnostics {
        page.detail(Line::of("note: ").with_text(note));
    }
    add_findings(page, &output.findings);
}

fn summary(output: &ToolOutput, answer: Option<&Answer>) -> String {
    let observations = &output.observations;
    let windows: usize = observations.iter().map(|seen| seen.windows.len()).sum();
    let paths: usize = observations.iter().map(|seen| seen.paths.len()).sum();
    let counts = [(windows, "place", "places"), (paths, "path", "paths")];
    let counts = counts.iter().filter(|(number, ..)| *number > 0);
    let words: Vec<String> =
        counts.map(|&(number, one, several)| count(number, one, several)).collect();
    if words.is_empty() {
        // An answer without places, such as the receipt of a report: its first line.
        let text = answer.map(Answer::text).unwrap_or_default();
        text.lines().next().unwrap_or_default().to_owned()
    } else {
        words.join(", ")
    }
}

fn places(seen: &Observation, ids: &[CandidateId]) -> Vec<Line> {
    let windows = seen.windows.iter().map(|window| {
        let (path, range) = (window.span.path(), window.span.range());
        let name = window.symbol.as_ref().map(|symbol| format!("  {}", symbol.qualified));
        (path, format!(":{range}"), name.unwrap_or_default())
    });
    let paths = seen.paths.iter().map(|path| (path, String::new(), String::new()));
    let line = |((path, range, name), id): ((_, String, String), &CandidateId)| {
        let path: &firsthand::registry::RepoPath = path;
        let line = Line::styled(TextStyle::Dim, &bracketed(id)).with_text(" ");
        line.with_styled(TextStyle::Path, path.as_str())
            .with_text(range)
            .with_styled(TextStyle::Symbol, name)
    };
    windows.chain(paths).zip(ids).map(line).collect()
}

/// Adds a verdict: what remains of the report, the findings of the rules, and the gaps.
pub(super) fn add_verdict(page: &mut Page, verdict: Option<&Verdict>) {
    let Some(verdict) = verdict else { return };
    let body = verdict.body();
    let style = if verdict.has_nothing_verified() { TextStyle::Bad } else { TextStyle::Good };
    let what = if verdict.has_nothing_verified() { "nothing is left" } else { "left" };
    page.detail(Line::styled(style, what).with_text(format!(
        ": {}, {}, {}, {}; {}, {}",
        count(body.flow.len(), "link", "links"),
        count(body.primary.len(), "primary place", "primary places"),
        count(body.read_targets.len(), "read target", "read targets"),
        count(verdict.gaps().len(), "gap", "gaps"),
        body.action,
        body.confidence,
    )));
    add_findings(page, &body.findings);
    // Gaps can lower the confidence, too. A failed quote is already listed as a finding.
    let gaps = verdict.gaps().iter();
    for gap in gaps.filter(|gap| !matches!(gap, Gap::QuoteFailed { .. })) {
        page.detail(Line::styled(TextStyle::Warning, "gap").with_text(format!(": {gap}")));
    }
}
