//! Prints a run stage by stage: the triples of each record, and below them what the stage ran and found.

use std::fmt::Write as _;

use firsthand_registry::{clip, escape};
use serde_json::Value;

use crate::Stage;
use crate::event::{Object, Record, ResearchEvent};
use crate::payload::Degradation;
use crate::stage_io::StageOutput;

/// The most candidates and items of evidence that are listed.
const MAX_LISTED_HITS: usize = 12;
/// The most characters of a field.
const MAX_FIELD_CHARS: usize = 160;
/// The beginning of a line with a detail.
const INDENT: &str = "           ";

/// Formats a transcript, with a paragraph for each stage.
#[must_use]
pub fn trace(transcript: &[Record]) -> String {
    let mut out = String::new();
    for Record { event, at_ms, triples } in transcript {
        let (head, details) = match event {
            ResearchEvent::Requested { .. } => ("requested".to_owned(), Vec::new()),
            ResearchEvent::Completed { stage, round, output, degraded } => {
                (format!("{stage} {round}"), details(*stage, output, degraded))
            }
            ResearchEvent::Finished { .. } => ("finished".to_owned(), Vec::new()),
        };
        let _ = writeln!(out, "{at_ms:>6} ms  {head}");
        let statements = triples.iter().map(|triple| match &triple.object {
            Object::Typed(object) => format!("{} {object}", triple.predicate),
            Object::Opaque { opaque } => format!("{} {opaque}", triple.predicate),
        });
        for line in statements.chain(details) {
            let _ = writeln!(out, "{INDENT}{}", single_line(&line));
        }
    }
    out
}

fn details(stage: Stage, output: &StageOutput, degraded: &[Degradation]) -> Vec<String> {
    let mut lines: Vec<String> = output.seeds.iter().map(|seed| format!("from {seed}")).collect();
    lines.extend(output.sub_queries.iter().map(|row| Value::Object(row.clone()).to_string()));
    let refined = output.payload["refined_queries"].as_array().into_iter().flatten();
    lines.extend(refined.filter_map(Value::as_str).map(|query| format!("refine: {query}")));
    if matches!(stage, Stage::Classify | Stage::Execute) {
        for (index, hit) in output.hits.iter().enumerate().take(MAX_LISTED_HITS) {
            let (entity, sources, tier, score) =
                (&hit.entity, hit.sources.join("+"), hit.tier, hit.score);
            lines.push(format!("[{index}] {entity} tier {tier} {score:.2} by {sources}"));
        }
        if let Some(more @ 1..) = output.hits.len().checked_sub(MAX_LISTED_HITS) {
            lines.push(format!("and {more} more"));
        }
    }
    lines.extend(degraded.iter().map(|degradation| format!("degraded: {}", degradation.reason)));
    lines
}

/// Foreign text on one line: escaped, with white space folded, and clipped to [`MAX_FIELD_CHARS`].
fn single_line(text: &str) -> String {
    let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
    escape(&clip(&folded, MAX_FIELD_CHARS)).into_owned()
}
