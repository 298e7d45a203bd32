//! Prints a run stage by stage.

use std::fmt::Write as _;

use firsthand_registry::{clip, count, escape};
use serde_json::Value;

use crate::Stage;
use crate::event::{Record, ResearchEvent};
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
    for Record { event, at_ms, .. } in transcript {
        let _ = write!(out, "{at_ms:>6} ms  ");
        match event {
            ResearchEvent::Requested { request, .. } => {
                let intent = &request.intent;
                let _ = writeln!(
                    out,
                    "requested: {} ({} tokens of evidence, {} refinements)",
                    single_line(&intent.topic),
                    intent.resolved_budget_tokens(),
                    intent.resolved_max_iterations()
                );
                for (key, value) in &intent.hints {
                    let (key, value) = (single_line(key), single_line(value));
                    let _ = writeln!(out, "{INDENT}hint {key}={value}");
                }
            }
            ResearchEvent::Completed { stage, round, output, degraded } => {
                let _ = writeln!(out, "{stage} {round}: {}", stage_summary(*stage, output));
                details(*stage, output, &mut out);
                for degradation in degraded {
                    let reason = single_line(&degradation.reason);
                    let _ = writeln!(out, "{INDENT}degraded: {reason}");
                }
            }
            ResearchEvent::Finished { result, .. } => {
                let claims = count(result.claims.len(), "claim", "claims");
                let places = count(result.places.len(), "place", "places");
                let _ = writeln!(out, "finished: {claims} over {places}");
            }
        }
    }
    out
}

fn stage_summary(stage: Stage, output: &StageOutput) -> String {
    let payload = &output.payload;
    let list_length = |name: &str| payload[name].as_array().map_or(0, Vec::len);
    let number = |name: &str| payload[name].as_i64().unwrap_or(0);
    let text = |name: &str| single_line(payload[name].as_str().unwrap_or_default());
    match stage {
        Stage::Classify => {
            let tier = payload["tier"].as_str().unwrap_or("0");
            let confidence = payload["confidence"].as_f64().unwrap_or(0.0);
            let found = count(list_length("candidates"), "candidate", "candidates");
            let tier = single_line(tier);
            format!("{found}, tier {tier}, confidence {confidence:.2}")
        }
        Stage::Route => {
            let args = single_line(&payload["args"].to_string());
            format!("{} {args} - {}", text("action"), text("rationale"))
        }
        Stage::Execute => {
            let queries = number("subquery_count");
            let tokens = number("budget_tokens_used");
            let items = count(list_length("evidence"), "item", "items");
            format!("{queries} sub-queries, {items} of evidence, {tokens} tokens")
        }
        Stage::Assess => {
            let sufficient = payload["sufficient"].as_bool().unwrap_or_default();
            let not = if sufficient { "" } else { "not " };
            let (count, why) = (number("evidence_count"), text("rationale"));
            format!("{not}sufficient of {count} items - {why}")
        }
        Stage::Synthesize => count(list_length("claims"), "claim", "claims"),
    }
}

fn details(stage: Stage, output: &StageOutput, out: &mut String) {
    let mut lines = Vec::new();
    let text = |value: &Value| single_line(value.as_str().unwrap_or(&value.to_string()));
    for seed in &output.seeds {
        lines.push(format!("from {}", single_line(seed)));
    }
    for row in &output.sub_queries {
        let row = Value::Object(row.clone());
        lines.push(if row.get("query").is_some() {
            let (axis, query, found) = (&row["axis"], &row["query"], &row["found"]);
            format!("{}: {}: {}", text(axis), text(query), text(found))
        } else {
            single_line(&row.to_string())
        });
    }
    for query in output.payload["refined_queries"].as_array().into_iter().flatten() {
        lines.push(format!("refine: {}", text(query)));
    }
    if matches!(stage, Stage::Classify | Stage::Execute) {
        for (index, hit) in output.hits.iter().enumerate().take(MAX_LISTED_HITS) {
            let (entity, sources) = (single_line(&hit.entity), single_line(&hit.sources.join("+")));
            let (tier, score) = (hit.tier, hit.score);
            lines.push(format!("[{index}] {entity} tier {tier} {score:.2} by {sources}"));
        }
        if let Some(more @ 1..) = output.hits.len().checked_sub(MAX_LISTED_HITS) {
            lines.push(format!("and {more} more"));
        }
    }
    for line in lines {
        let _ = writeln!(out, "{INDENT}{line}");
    }
}

/// Foreign text on one line: escaped, with white space folded, and clipped to [`MAX_FIELD_CHARS`].
fn single_line(text: &str) -> String {
    let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
    escape(&clip(&folded, MAX_FIELD_CHARS)).into_owned()
}
