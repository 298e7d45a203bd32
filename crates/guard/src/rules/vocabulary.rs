//! `vocabulary`: a banned term in an identifier, a string, a comment or the path of a file.

use super::Rule;
use crate::reading::{Reading, RuleHit};

pub(super) const RULE: Rule = Rule {
    name: "vocabulary",
    what: "A word of one product or benchmark stands in production code.",
    help: "say what the code does for any repository, in words that any repository may have",
    exempts_closed_tables: true,
    check,
};

fn check(reading: &Reading<'_, '_>) -> Vec<RuleHit> {
    let mut hits: Vec<RuleHit> = (reading.vocabulary.find(reading.path).into_iter())
        .map(|hit| RuleHit::new(0..0, message(hit.term, "the path of the file", hit.origin)))
        .collect();
    for piece in reading.pieces() {
        let start = piece.range.start;
        let text = reading.syntax.text.get(piece.range).unwrap_or_default();
        for hit in reading.vocabulary.find(text) {
            let range = start + hit.start..start + hit.end;
            hits.push(RuleHit::new(
                range,
                message(hit.term, piece.kind, hit.origin),
            ));
        }
    }
    hits
}

fn message(term: &str, kind: &str, origin: &str) -> String {
    format!("`{term}` in {kind} ({origin})")
}
