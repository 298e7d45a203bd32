//! The answers of tools, and the verdicts on reports.

use firsthand::agent::{Answer, ToolOutcome, ToolOutput};
use firsthand::registry::{CandidateId, Observation};
use firsthand::validator::{Gap, Verdict};

use crate::paint::TextStyle;

use super::page::{Line, Page};
use super::{bracketed, counted_noun, wire_name};

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
    let line = Line::default()
        .with_styled(TextStyle::Symbol, tool)
        .with_text(": ");
    page.event(
        at_ms,
        "answered",
        match outcome.error() {
            Some(error) => line.with_styled(TextStyle::Bad, error),
            None => line.with_text(summary(output, answer)),
        },
    );
    let sightings = answer.iter().flat_map(|answer| &answer.observations);
    let places: Vec<Line> = sightings
        .flat_map(|sighting| places(&sighting.observation, &sighting.ids))
        .collect();
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
    for finding in &output.findings {
        page.detail(
            Line::styled(TextStyle::Warning, finding.rule.name())
                .with_text(format!(": {}", finding.detail)),
        );
    }
}

fn summary(output: &ToolOutput, answer: Option<&Answer>) -> String {
    let observations = &output.observations;
    let windows: usize = observations.iter().map(|seen| seen.windows.len()).sum();
    let paths: usize = observations.iter().map(|seen| seen.paths.len()).sum();
    let counts = [(windows, "place"), (paths, "path")];
    let counts = counts.iter().filter(|(number, _)| *number > 0);
    let words: Vec<String> = counts
        .map(|(number, what)| counted_noun(*number, what))
        .collect();
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
        let name = window
            .symbol
            .as_ref()
            .map(|symbol| format!("  {}", symbol.qualified));
        (path, format!(":{range}"), name.unwrap_or_default())
    });
    let paths = seen
        .paths
        .iter()
        .map(|path| (path, String::new(), String::new()));
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
    let style = if verdict.has_nothing_verified() {
        TextStyle::Bad
    } else {
        TextStyle::Good
    };
    let what = if verdict.has_nothing_verified() {
        "nothing is left"
    } else {
        "left"
    };
    page.detail(Line::styled(style, what).with_text(format!(
        ": {}, {}, {}, {}; {}, {}",
        counted_noun(body.flow.len(), "link"),
        counted_noun(body.primary.len(), "primary place"),
        counted_noun(body.read_targets.len(), "read target"),
        counted_noun(verdict.gaps().len(), "gap"),
        wire_name(&body.action),
        wire_name(&body.confidence),
    )));
    for finding in &body.findings {
        page.detail(
            Line::styled(TextStyle::Warning, finding.rule.name())
                .with_text(format!(": {}", finding.detail)),
        );
    }
    // Gaps can lower the confidence, too. A failed quote is already listed as a finding.
    let gaps = verdict.gaps().iter();
    for gap in gaps.filter(|gap| !matches!(gap, Gap::QuoteFailed { .. })) {
        page.detail(Line::styled(TextStyle::Warning, "gap").with_text(format!(": {gap}")));
    }
}
