//! What a tool answered, and what became of a report.

use firsthand::agent::{Answer, ToolOutput};
use firsthand::registry::{CandidateId, Observation};
use firsthand::validator::{Gap, Verdict};

use crate::paint::TextStyle;

use super::page::{Line, Page};
use super::{count, in_brackets, name};

/// Places of one answer that are printed.
const PLACES: usize = 6;

/// An answer: how much it showed, and its places with the ids that they got.
pub(super) fn show(
    page: &mut Page,
    at_ms: u64,
    answer: Option<&Answer>,
    output: &ToolOutput,
    error: Option<&str>,
) {
    let tool = answer.map_or("", |answer| answer.tool.as_str());
    let line = Line::default().ink(TextStyle::Symbol, tool).then(": ");
    page.event(
        at_ms,
        "answered",
        match error {
            Some(error) => line.ink(TextStyle::Bad, error),
            None => line.then(sum(output, answer)),
        },
    );
    let seen = answer.iter().flat_map(|answer| &answer.observations);
    let places: Vec<Line> = seen
        .flat_map(|sighting| places(&sighting.observation, &sighting.ids))
        .collect();
    let more = places.len().saturating_sub(PLACES);
    for place in places.into_iter().take(PLACES) {
        page.detail(place);
    }
    if more > 0 {
        page.detail(Line::of(format!("and {more} more")));
    }
    for note in &output.diagnostics {
        page.detail(Line::of("note: ").then(note));
    }
    for finding in &output.findings {
        page.detail(
            Line::inked(TextStyle::Fair, finding.rule.name()).then(format!(": {}", finding.detail)),
        );
    }
}

fn sum(output: &ToolOutput, answer: Option<&Answer>) -> String {
    let seen = &output.observations;
    let windows: usize = seen.iter().map(|seen| seen.windows().len()).sum();
    let paths: usize = seen.iter().map(|seen| seen.paths().len()).sum();
    let some = [(windows, "place"), (paths, "path")];
    let some = some.iter().filter(|(number, _)| *number > 0);
    let words: Vec<String> = some.map(|(number, what)| count(*number, what)).collect();
    match words.is_empty() {
        // Such as that a report was received.
        true => {
            let text = answer.map(Answer::text).unwrap_or_default();
            text.lines().next().unwrap_or_default().to_owned()
        }
        false => words.join(", "),
    }
}

fn places(seen: &Observation, ids: &[CandidateId]) -> Vec<Line> {
    let windows = seen.windows().iter().map(|window| {
        let (path, range) = (window.span.path(), window.span.range());
        let name = window
            .symbol
            .as_ref()
            .map(|symbol| format!("  {}", symbol.qualified));
        (path, format!(":{range}"), name.unwrap_or_default())
    });
    let paths = seen
        .paths()
        .iter()
        .map(|path| (path, String::new(), String::new()));
    let line = |((path, range, name), id): ((_, String, String), &CandidateId)| {
        let path: &firsthand::registry::RepoPath = path;
        let line = Line::inked(TextStyle::Dim, &in_brackets(id)).then(" ");
        line.ink(TextStyle::Path, path.as_str())
            .then(range)
            .ink(TextStyle::Symbol, name)
    };
    windows.chain(paths).zip(ids).map(line).collect()
}

/// What is left of a report, and every rule that took something away.
pub(super) fn verdict(page: &mut Page, verdict: Option<&Verdict>) {
    let Some(verdict) = verdict else { return };
    let ink = if verdict.has_nothing_verified() {
        TextStyle::Bad
    } else {
        TextStyle::Good
    };
    let what = if verdict.has_nothing_verified() {
        "nothing is left"
    } else {
        "left"
    };
    page.detail(Line::inked(ink, what).then(format!(
        ": {}, {}, {}, {}; {}, {}",
        count(verdict.flow().len(), "link"),
        count(verdict.primary().len(), "primary place"),
        count(verdict.read_targets().len(), "read target"),
        count(verdict.gaps().len(), "gap"),
        name(&verdict.action()),
        name(&verdict.confidence()),
    )));
    for finding in verdict.findings() {
        page.detail(
            Line::inked(TextStyle::Fair, finding.rule.name()).then(format!(": {}", finding.detail)),
        );
    }
    // What a lowered confidence rests on beside that; a quote that failed has a finding.
    let gaps = verdict.gaps().iter();
    for gap in gaps.filter(|gap| !matches!(gap, Gap::QuoteFailed { .. })) {
        page.detail(Line::inked(TextStyle::Fair, "gap").then(format!(": {gap}")));
    }
}
