//! The packet of candidates from which a model selects.

use firsthand::registry::{Candidate, CandidateId, Registry};
use firsthand::source::clip;
use serde_json::{Value, json};

use crate::arm::ArmQuestion;

/// The most characters of a candidate's evidence.
const MAX_EVIDENCE_CHARS: usize = 180;

/// The question, and the candidates as JSON, one a line.
pub(super) fn text(
    registry: &Registry,
    question: &ArmQuestion<'_>,
    packet: &[CandidateId],
) -> String {
    let mut text = format!(
        "Question: {}\n\nIntent: {}.\n\nCandidates, best first by structure:\n",
        question.query, question.intent
    );
    for place in packet.iter().filter_map(|id| registry.get(*id)) {
        text += &format!("{}\n", candidate_json(place));
    }
    text
}

fn candidate_json(place: &Candidate) -> Value {
    let lines = place
        .range()
        .map(|range| format!("{}-{}", range.start(), range.end()));
    let symbols: Vec<_> = place.symbols().iter().map(|symbol| &symbol.name).collect();
    let sources: Vec<_> = place
        .provenance()
        .iter()
        .map(|seen| &seen.source.name)
        .collect();
    let evidence = place
        .evidence()
        .map(|evidence| from_first_hit(place, evidence.text()));
    let chars = place
        .evidence()
        .map_or(0, |evidence| evidence.text().chars().count());
    json!({
        "id": place.id().to_string(),
        "path": place.path().as_str(),
        "lines": lines,
        "symbols": symbols,
        "sources": sources,
        "evidence": evidence,
        "estimatedTokens": chars / 4,
    })
}

/// The evidence from the first hit line on, on one line, truncated.
fn from_first_hit(place: &Candidate, text: &str) -> String {
    let first = place.range().map_or(1, |range| range.start());
    let skipped = place
        .hits()
        .first()
        .map_or(0, |hit| hit.saturating_sub(first));
    let lines = text.lines().skip(skipped as usize);
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    clip(&words.join(" "), MAX_EVIDENCE_CHARS).into_owned()
}
