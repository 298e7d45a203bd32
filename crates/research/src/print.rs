//! Prints a result as text, Markdown, JSON, or an HTML page. Everything that is printed is in the result or is the
//! topic; foreign text is escaped, so that it cannot break the format.

mod markdown;
mod page;
mod trace;

use std::collections::BTreeSet;
use std::fmt::{Display, Write as _};

use firsthand_registry::{clip, count, escape, escape_json};
use firsthand_render::columns::{columns, cut, wrap};
use firsthand_render::untrusted::{escape_prose, plain_prose, quote_lines, terminal_prose};
use firsthand_render::{Format, Sources};
use firsthand_source::document_schema;
use schemars::JsonSchema;
use serde::Serialize;

use crate::Researched;
use crate::payload::{Claim, Degradation, Place, Reference, SearchResult};

pub use page::page;
pub use trace::trace;

/// The number of shown digits of a commit id.
const SHORT_ID_CHARS: usize = 12;
/// The columns before further lines of a statement.
const ITEM_INDENT: usize = 2;
/// The most characters of the topic that are printed again.
const MAX_TOPIC_CHARS: usize = 300;

/// The result in a format; a form of a report that a result does not have is text.
#[must_use]
pub fn print(researched: &Researched, format: Format) -> String {
    match format {
        Format::Md => markdown::markdown(researched),
        Format::Json => json(&researched.result),
        Format::Html => page(researched, &Sources::default()),
        _ => text(researched, usize::MAX, usize::MAX),
    }
}

/// The schema of [`ResearchDocument`].
const RESEARCH_SCHEMA: &str = "firsthand.research/1";

/// A result as JSON, with the name of its form.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ResearchDocument<'r> {
    /// `firsthand.research/1`.
    schema: &'static str,
    #[serde(flatten)]
    result: &'r SearchResult,
}

impl<'r> ResearchDocument<'r> {
    /// The document of a result.
    #[must_use]
    pub fn of(result: &'r SearchResult) -> Self {
        Self { schema: RESEARCH_SCHEMA, result }
    }
}

/// The JSON Schema of [`ResearchDocument`].
#[must_use]
pub fn json_schema() -> serde_json::Value {
    document_schema::<ResearchDocument<'_>>(RESEARCH_SCHEMA)
}

/// The result as indented JSON.
fn json(result: &SearchResult) -> String {
    let document = ResearchDocument::of(result);
    escape_json(serde_json::to_string_pretty(&document).unwrap_or_default()) + "\n"
}

/// The result as text for a person at a terminal: the topic, how much was found, and below each finding its quoted lines
/// behind their places, written as `path:line`, which terminals can open. Findings are wrapped at `width` columns, and
/// quoted lines are cut there. At most `max_lines` lines have findings: of each part in turn; the rest is counted.
#[must_use]
pub fn text(researched: &Researched, width: usize, max_lines: usize) -> String {
    let result = &researched.result;
    let topic = terminal_prose(&researched.report.facts().query);
    let topic = clip(&topic, MAX_TOPIC_CHARS);
    let claims = count(result.claims.len(), "finding", "findings");
    let mut out = wrapped(&topic, width, 0);
    out += &format!("{claims} · {}\n", evidence_count(result));
    out += &wrapped(not_found(result).trim_end(), width, 0);
    let parts = parts(result);
    let mut shown = BTreeSet::new();
    let mut lines = 0;
    for (part, index) in in_turns(result, &parts) {
        lines += finding(result, parts[part].1[index], width).lines().count();
        if lines > max_lines && !shown.is_empty() {
            break;
        }
        shown.insert((part, index));
    }
    for (at, (part, claims)) in parts.iter().enumerate() {
        let here = (0..claims.len()).filter(|index| shown.contains(&(at, *index)));
        let here: Vec<&Claim> = here.map(|index| claims[index]).collect();
        let _ = write!(out, "\n{}\n", plain_prose(part));
        out.extend(here.iter().map(|claim| finding(result, claim, width)));
        if let more @ 1.. = claims.len() - here.len() {
            let _ = writeln!(out, "… {more} more; --all prints them");
        }
    }
    if result.claims.is_empty() {
        let _ = write!(out, "\n{}\n", escape_prose(&result.synthesis.to_string()));
    }
    for (at, Degradation { reason, .. }) in result.degraded.iter().enumerate() {
        let before = if at == 0 { "\n" } else { "" };
        let reason = plain_prose(reason);
        out += &format!("{before}{}", wrapped(&format!("note: {reason}"), width, ITEM_INDENT));
    }
    out
}

/// A finding with its quoted lines, each behind its number; a place stands above its lines if the one before has another.
fn finding(result: &SearchResult, claim: &Claim, width: usize) -> String {
    let mut out = wrapped(&format!("- {}", plain_prose(&claim.text)), width, ITEM_INDENT);
    let mut above: Option<&Place> = None;
    for (place, reference) in references(result, claim) {
        let is_same = |above: &Place| (&above.path, &above.commit) == (&place.path, &place.commit);
        if !above.is_some_and(is_same) {
            let _ = writeln!(out, "  {}", location(place, reference.line));
        }
        above = Some(place);
        for (number, line) in (reference.line..).zip(quote_lines(&reference.quote)) {
            let gutter = format!("  {number:>5} │ ");
            let room = width.saturating_sub(columns(&gutter));
            let _ = writeln!(out, "{gutter}{}", cut(line.trim_start(), room));
        }
    }
    out
}

/// The indices of the parts and of their claims: the first claim of each part, then the second ones, and so on. Claims of
/// commits with which something began are a part's first, as nothing else says when it was added.
fn in_turns(result: &SearchResult, parts: &[(&str, Vec<&Claim>)]) -> Vec<(usize, usize)> {
    let mut turns = Vec::new();
    for (part, (_, claims)) in parts.iter().enumerate() {
        let mut order: Vec<usize> = (0..claims.len()).collect();
        order
            .sort_by_key(|claim| !references(result, claims[*claim]).any(|(place, _)| place.began));
        turns.extend(order.into_iter().enumerate().map(|(turn, claim)| (turn, part, claim)));
    }
    turns.sort_unstable();
    turns.into_iter().map(|(_, part, claim)| (part, claim)).collect()
}

/// A text of one line, wrapped at a width; further lines are indented. Ends with a line break; empty for an empty text.
fn wrapped(text: &str, width: usize, indent: usize) -> String {
    let lines = wrap(text, width, 0, indent);
    let lines = lines.iter().enumerate().filter(|_| !text.is_empty());
    let lines =
        lines.map(|(at, line)| format!("{:1$}{line}\n", "", if at == 0 { 0 } else { indent }));
    lines.collect()
}

/// The topic, the route and the counts.
fn head(researched: &Researched) -> String {
    let result = &researched.result;
    let topic = escape_prose(&researched.report.facts().query);
    let topic = clip(&topic, MAX_TOPIC_CHARS);
    let (items, route) = (evidence_count(result), route(result));
    let mut head = format!("Topic: \"{topic}\" | Route: {route} | {items}");
    if result.iterations > 0 {
        head += &format!(" | Refined: {}", result.iterations);
    }
    if result.tokens_used > 0 {
        head += &format!(" | Model tokens: {}", result.tokens_used);
    }
    head
}

fn evidence_count(result: &SearchResult) -> String {
    let items = result.evidence.len();
    count(items, "item of evidence", "items of evidence")
}

/// The names that were not found, which come before the claims.
fn not_found(result: &SearchResult) -> String {
    if result.not_found.is_empty() {
        return String::new();
    }
    let names = escape_prose(&result.not_found.join(", "));
    format!(
        "Not found in any searched file: {names}. The answer is about code with similar names.\n"
    )
}

fn route(result: &SearchResult) -> String {
    let Some(trace) = &result.decomp_trace else {
        return "synthesize_directly".to_owned();
    };
    // A row without a query states how many sub-queries were left out.
    let queries = trace.sub_queries.iter().filter(|row| row.contains_key("query")).count();
    let queries = count(queries, "sub-query", "sub-queries");
    let rounds = match usize::try_from(trace.retighten_rounds) {
        Ok(rounds @ 1..) => format!(", retightened {}", count(rounds, "time", "times")),
        _ => String::new(),
    };
    format!("{} ({queries}{rounds})", trace.router_action)
}

/// The claims by their parts, both in the order of the answer.
fn parts(result: &SearchResult) -> Vec<(&str, Vec<&Claim>)> {
    let mut parts: Vec<(&str, Vec<&Claim>)> = Vec::new();
    for claim in &result.claims {
        match parts.iter_mut().find(|(part, _)| *part == claim.part) {
            Some((_, claims)) => claims.push(claim),
            None => parts.push((claim.part.as_str(), vec![claim])),
        }
    }
    parts
}

fn references<'r>(
    result: &'r SearchResult,
    claim: &'r Claim,
) -> impl Iterator<Item = (&'r Place, &'r Reference)> {
    claim.references.iter().filter_map(|reference| Some((result.place_of(reference)?, reference)))
}

/// A place as `path:LINES`, or as `commit ID (DATE)`.
fn location(place: &Place, lines: impl Display) -> String {
    if place.commit.is_empty() {
        return format!("{}:{lines}", escape(&place.path));
    }
    let id: String = place.commit.chars().take(SHORT_ID_CHARS).collect();
    format!("commit {} ({})", escape(&id), escape(&place.date))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payload::DecompTrace;

    #[test]
    fn a_route_counts_in_the_singular_and_in_the_plural() {
        let check = |sub_queries: usize, rounds: i64, expect: &str| {
            let row = serde_json::Map::from_iter([("query".to_owned(), "q".into())]);
            let trace = DecompTrace {
                router_action: "decompose".to_owned(),
                sub_queries: vec![row; sub_queries],
                retighten_rounds: rounds,
                ..DecompTrace::default()
            };
            let result = SearchResult { decomp_trace: Some(trace), ..SearchResult::default() };
            assert_eq!(route(&result), expect);
        };
        check(1, 0, "decompose (1 sub-query)");
        check(2, 1, "decompose (2 sub-queries, retightened 1 time)");
        check(0, 2, "decompose (0 sub-queries, retightened 2 times)");
    }
}
