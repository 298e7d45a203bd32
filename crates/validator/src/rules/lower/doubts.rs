//! The facts that speak of what no cited place shows.

use firsthand_registry::LineRange;

use crate::claims::{texts_of, unsupported_claims};
use crate::{Context, Link, ReportBody};

/// What no place of the selection shows.
pub(super) const SHOWN_NOWHERE: &str = "which no cited place shows, and the question does not say";

/// Findings for the flow links whose facts have unsupported claims. What the question or any cited place shows
/// supports them all; of what only the place of a dropped link shows, that link's quote is the cause.
pub(super) fn unsupported_links(body: &ReportBody, context: &Context<'_>) -> Vec<String> {
    let cited = body.places().filter_map(|place| context.candidate(place));
    let support: Vec<&str> = cited.flat_map(texts_of).chain([context.query]).collect();
    let ranges: Vec<LineRange> = body.places().filter_map(|place| place.range()).collect();
    let mut doubts = Vec::new();
    for Link { number, fact, .. } in &body.flow {
        let mut claims = unsupported_claims(fact, &support, &ranges);
        for failed in &body.failed {
            let ids = failed.cited.iter().chain(&failed.elsewhere);
            let shown = ids.filter_map(|id| context.registry.get(*id));
            let shown: Vec<&str> = shown.flat_map(texts_of).collect();
            let unseen = unsupported_claims(fact, &shown, &[]);
            let seen: Vec<&str> = claims.extract_if(.., |word| !unseen.contains(word)).collect();
            if !seen.is_empty() {
                let (words, other, why) =
                    (seen.join("`, `"), failed.number, failed.rule.why_of_place());
                doubts.push(format!(
                    "flow link {number}: its fact says `{words}`, which only flow link {other} would show, and that was dropped: {why}"
                ));
            }
        }
        if !claims.is_empty() {
            let words = claims.join("`, `");
            doubts.push(format!("flow link {number}: its fact says `{words}`, {SHOWN_NOWHERE}"));
        }
    }
    doubts
}
