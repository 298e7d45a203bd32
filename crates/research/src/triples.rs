//! The triples of the records of a run.

use crate::log::{PIPELINE_ROLE, Record, Triple};
use crate::run::Request;
use crate::stage_io::StageOutput;
use crate::{Prose, SearchResult, Stage};

/// The time of a record, if it has one.
pub(crate) fn at_ms(record: &Record) -> Option<u64> {
    match record {
        Record::Requested { .. } => None,
        Record::Completed { at_ms, .. } | Record::Finished { at_ms, .. } => Some(*at_ms),
    }
}

pub(crate) fn requested(request: &Request) -> Vec<Triple> {
    let (id, intent) = (&request.loop_id, &request.intent);
    let mut triples = Vec::new();
    let mut add =
        |predicate: &str, object: String| triples.push(Triple::typed(id, predicate, object));
    add("research.requested", intent.topic.clone());
    add("research.topic", intent.topic.clone());
    for (key, value) in &intent.hints {
        add("research.hint", format!("{key}={value}"));
    }
    add(
        "research.budget_tokens",
        intent.resolved_budget_tokens().to_string(),
    );
    add(
        "research.max_iterations",
        intent.resolved_max_iterations().to_string(),
    );
    if !request.parent.is_empty() {
        add("research.parent_loop", request.parent.clone());
    }
    add("loop.role", PIPELINE_ROLE.to_owned());
    triples
}

/// The triples of a completed stage, with the typed fields of its output; prose is opaque.
pub(crate) fn completed(id: &str, stage: Stage, at_ms: u64, output: &StageOutput) -> Vec<Triple> {
    let payload = &output.payload;
    let typed = |predicate: &str, object: String| Triple::typed(id, predicate, object);
    let count = |list: &str| payload[list].as_array().map_or(0, Vec::len).to_string();
    let text = |field: &str| payload[field].as_str().unwrap_or_default();
    let complete = format!("research.{}.complete", stage.name());
    let mut triples = vec![typed(&complete, at_ms.to_string())];
    match stage {
        Stage::Classify => {
            triples.push(typed(
                "research.classify.candidate_count",
                count("candidates"),
            ));
        }
        Stage::Route => {
            triples.push(typed("research.route.action", text("action").to_owned()));
            let rationale = Prose::from(text("rationale"));
            triples.push(Triple::opaque(id, "research.route.rationale", rationale));
        }
        Stage::Execute => triples.push(typed("research.execute.evidence_count", count("evidence"))),
        Stage::Assess => {
            let sufficient = payload["sufficient"].as_bool().unwrap_or_default();
            triples.push(typed("research.assess.sufficient", sufficient.to_string()));
        }
        Stage::Synthesize => {}
    }
    triples
}

/// The triples of a finished run: the result's content hash, and its text as prose.
pub(crate) fn finished(id: &str, result: &SearchResult) -> Vec<Triple> {
    let content = serde_json::to_vec(result).unwrap_or_default();
    let content = format!("blake3:{}", blake3::hash(&content).to_hex());
    vec![
        Triple::typed(id, "research.search_result.ref", content),
        Triple::opaque(id, "research.synthesis", result.synthesis.clone()),
    ]
}
