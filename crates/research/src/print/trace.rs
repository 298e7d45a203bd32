//! Prints a run stage by stage.

use std::fmt::Write as _;

use firsthand_registry::{clip, count, escape};
use serde_json::Value;

use crate::hit::Hit;
use crate::log::Record;
use crate::stage_io::StageOutput;
use crate::{Stage, triples};

/// The most candidates and items of evidence that are listed.
const MAX_LISTED_HITS: usize = 12;
/// The most characters of a field.
const MAX_FIELD_CHARS: usize = 160;

/// Formats a log, with a paragraph for each stage.
#[must_use]
pub fn trace(log: &[Record]) -> String {
    let mut out = String::new();
    for record in log {
        let at_ms = triples::at_ms(record).map_or(0, |ms| ms);
        match record {
            Record::Requested { intent, caps, .. } => {
                let _ = writeln!(
                    out,
                    "{at_ms:>6} ms  requested: {} ({} tokens of evidence, {} refinements)",
                    single_line(&intent.topic),
                    intent.resolved_budget_tokens(),
                    caps.iterations
                );
                for (key, value) in &intent.hints {
                    let _ = writeln!(
                        out,
                        "           hint {}={}",
                        single_line(key),
                        single_line(value)
                    );
                }
            }
            Record::Completed {
                stage,
                round,
                output,
                degraded,
                ..
            } => {
                let summary = stage_summary(*stage, output);
                let _ = writeln!(out, "{at_ms:>6} ms  {} {round}: {summary}", stage.name());
                details(*stage, output, &mut out);
                for degradation in degraded {
                    let _ = writeln!(
                        out,
                        "           degraded: {}",
                        single_line(&degradation.reason)
                    );
                }
            }
            Record::Finished { result, .. } => {
                let claims = count(result.claims.len(), "claim", "claims");
                let places = count(result.places.len(), "place", "places");
                let _ = writeln!(out, "{at_ms:>6} ms  finished: {claims} over {places}");
            }
        }
    }
    out
}

fn stage_summary(stage: Stage, output: &StageOutput) -> String {
    let payload = &output.payload;
    let list_length = |name: &str| payload[name].as_array().map_or(0, Vec::len);
    let number = |name: &str| payload[name].as_i64().unwrap_or(0);
    match stage {
        Stage::Classify => {
            let tier = payload["tier"].as_str().unwrap_or("0");
            let confidence = payload["confidence"].as_f64().unwrap_or(0.0);
            let found = count(list_length("candidates"), "candidate", "candidates");
            format!(
                "{found}, tier {}, confidence {confidence:.2}",
                single_line(tier)
            )
        }
        Stage::Route => {
            let action = payload["action"].as_str().unwrap_or_default();
            let why = payload["rationale"].as_str().unwrap_or_default();
            format!(
                "{action} {} - {}",
                single_line(&payload["args"].to_string()),
                single_line(why)
            )
        }
        Stage::Execute => {
            let queries = number("subquery_count");
            let tokens = number("budget_tokens_used");
            let items = count(list_length("evidence"), "item", "items");
            format!("{queries} sub-queries, {items} of evidence, {tokens} tokens")
        }
        Stage::Assess => {
            let sufficient = payload["sufficient"].as_bool().unwrap_or_default();
            let why = payload["rationale"].as_str().unwrap_or_default();
            let word = if sufficient {
                "sufficient"
            } else {
                "not sufficient"
            };
            format!(
                "{word} of {} items - {}",
                number("evidence_count"),
                single_line(why)
            )
        }
        Stage::Synthesize => count(list_length("claims"), "claim", "claims"),
    }
}

fn details(stage: Stage, output: &StageOutput, out: &mut String) {
    for seed in &output.seeds {
        let _ = writeln!(out, "           from {}", single_line(seed));
    }
    for row in &output.sub_queries {
        let text = |key: &str| match row.get(key) {
            Some(Value::String(text)) => single_line(text),
            Some(other) => single_line(&other.to_string()),
            None => String::new(),
        };
        if row.contains_key("query") {
            let (axis, query, found) = (text("axis"), text("query"), text("found"));
            let _ = writeln!(out, "           {axis}: {query}: {found}");
        } else {
            let _ = writeln!(
                out,
                "           {}",
                single_line(&Value::Object(row.clone()).to_string())
            );
        }
    }
    for query in output.payload["refined_queries"]
        .as_array()
        .into_iter()
        .flatten()
    {
        let _ = writeln!(
            out,
            "           refine: {}",
            single_line(query.as_str().unwrap_or_default())
        );
    }
    if matches!(stage, Stage::Classify | Stage::Execute) {
        for (index, hit) in output.hits.iter().enumerate().take(MAX_LISTED_HITS) {
            let _ = writeln!(out, "           [{index}] {}", describe_hit(hit));
        }
        if let Some(more @ 1..) = output.hits.len().checked_sub(MAX_LISTED_HITS) {
            let _ = writeln!(out, "           and {more} more");
        }
    }
}

fn describe_hit(hit: &Hit) -> String {
    format!(
        "{} tier {} {:.2} by {}",
        single_line(hit.entity()),
        hit.tier().name(),
        hit.score,
        single_line(&hit.sources().join("+"))
    )
}

/// Foreign text on one line: escaped, with white space folded, and clipped to [`MAX_FIELD_CHARS`].
fn single_line(text: &str) -> String {
    let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
    escape(&clip(&folded, MAX_FIELD_CHARS)).into_owned()
}
