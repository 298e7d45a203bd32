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
    let mut triples = vec![
        Triple::typed(id, "research.requested", intent.topic.as_str()),
        Triple::typed(id, "research.topic", intent.topic.as_str()),
    ];
    for (key, value) in &intent.hints {
        triples.push(Triple::typed(id, "research.hint", format!("{key}={value}")));
    }
    let (tokens, iterations) = (
        intent.resolved_budget_tokens(),
        intent.resolved_max_iterations(),
    );
    triples.push(Triple::typed(
        id,
        "research.budget_tokens",
        tokens.to_string(),
    ));
    triples.push(Triple::typed(
        id,
        "research.max_iterations",
        iterations.to_string(),
    ));
    if !request.parent.is_empty() {
        triples.push(Triple::typed(
            id,
            "research.parent_loop",
            request.parent.as_str(),
        ));
    }
    triples.push(Triple::typed(id, "loop.role", PIPELINE_ROLE));
    triples
}

/// The triples of a completed stage, with the typed fields of its output; prose is opaque.
pub(crate) fn completed(id: &str, stage: Stage, at_ms: u64, output: &StageOutput) -> Vec<Triple> {
    let complete = format!("research.{}.complete", stage.name());
    let mut triples = vec![Triple::typed(id, &complete, at_ms.to_string())];
    let payload = &output.payload;
    let count = |list: &str| payload[list].as_array().map_or(0, Vec::len);
    let rationale = || Prose::from(payload["rationale"].as_str().unwrap_or_default());
    match stage {
        Stage::Classify => {
            let predicate = "research.classify.candidate_count";
            triples.push(Triple::typed(
                id,
                predicate,
                count("candidates").to_string(),
            ));
        }
        Stage::Route => {
            let action = payload["action"].as_str().unwrap_or_default();
            triples.push(Triple::typed(id, "research.route.action", action));
            triples.push(Triple::opaque(id, "research.route.rationale", rationale()));
        }
        Stage::Execute => {
            let predicate = "research.execute.evidence_count";
            triples.push(Triple::typed(id, predicate, count("evidence").to_string()));
        }
        Stage::Assess => {
            let sufficient = payload["sufficient"].as_bool().unwrap_or_default();
            triples.push(Triple::typed(
                id,
                "research.assess.sufficient",
                sufficient.to_string(),
            ));
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
