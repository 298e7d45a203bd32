//! What a page sets apart in the source lines of a report.

use std::collections::BTreeMap;

use firsthand::codegraph::syntax_of;
use firsthand::registry::RepoPath;
use firsthand::{Cancel, VerifiedReport};
use firsthand_render::Highlights;

/// The comments, literals and keywords of the observed lines, each run of lines parsed by itself.
pub(crate) fn highlights(report: &VerifiedReport) -> Highlights {
    let mut highlights = Highlights::default();
    for (path, lines) in observed_lines(report) {
        let mut run: Vec<(u32, &str)> = Vec::new();
        for (line, text) in lines {
            if run.last().is_some_and(|(last, _)| last + 1 != line) {
                add(path, &run, &mut highlights);
                run.clear();
            }
            run.push((line, text));
        }
        add(path, &run, &mut highlights);
    }
    highlights
}

/// The observed lines of the report's places, by path and number.
fn observed_lines(report: &VerifiedReport) -> BTreeMap<&RepoPath, BTreeMap<u32, &str>> {
    let body = report.body();
    let links = body.flow.iter().map(|link| &link.place);
    let reads = body.read_targets.iter().map(|read| &read.place);
    let mut all: BTreeMap<&RepoPath, BTreeMap<u32, &str>> = BTreeMap::new();
    for place in links.chain(&body.primary).chain(reads) {
        let lines = all.entry(place.path()).or_default();
        lines.extend(body.observed.lines(place));
    }
    all
}

/// Adds the parts of adjacent lines.
fn add(path: &RepoPath, lines: &[(u32, &str)], highlights: &mut Highlights) {
    let texts: Vec<&str> = lines.iter().map(|(_, text)| *text).collect();
    let text = texts.join("\n");
    let parts = syntax_of(path.as_str(), text.as_bytes(), &Cancel::default());
    let mut start = 0;
    for (line, text) in lines {
        let end = start + text.len();
        for (bytes, syntax) in &parts {
            let (from, to) = (bytes.start.max(start), bytes.end.min(end));
            if from < to {
                highlights.add(path, *line, from - start..to - start, *syntax);
            }
        }
        start = end + 1;
    }
}
