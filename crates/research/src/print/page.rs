//! A self-contained HTML page, in the form of a report's page: the answer, and how the chain found it.

use std::collections::{BTreeMap, BTreeSet};

use firsthand_registry::{LineRange, RepoPath, clip, count};
use firsthand_render::Sources;
use firsthand_render::untrusted::Html;
use serde_json::Value;

use super::{location, not_found, parts, references};
use crate::Researched;
use crate::payload::{self, Place, Reference, SearchResult, Tier};

/// The most characters of the page title.
const MAX_TITLE_CHARS: usize = 80;

/// The answer as one self-contained HTML page; `sources` is what it knows of the files whose lines it shows. All foreign
/// text is escaped; there is no script.
#[must_use]
pub fn page(researched: &Researched, sources: &Sources) -> String {
    let result = &researched.result;
    let title = clip(&researched.report.facts().query, MAX_TITLE_CHARS);
    let mut out = Html::page(&format!("{title} · research report"));
    head(researched, sources, &mut out);
    answer_section(researched, sources, &mut out);
    route_section(result, &mut out);
    evidence_section(result, sources, &mut out);
    degradation_section(result, &mut out);
    out.into_page()
}

fn head(researched: &Researched, sources: &Sources, out: &mut Html) {
    let result = &researched.result;
    out.raw("<header>\n<p class=\"kind\">Research report</p>\n<h1>");
    out.text(researched.report.facts().query.trim()).raw("</h1>\n<ul class=\"chips\">");
    let claims = result.claims.len().to_string();
    for (label, value) in [("Findings", &claims), ("Evidence", &result.evidence.len().to_string())]
    {
        out.raw("<li><span>").raw(label).raw("</span> ").text(value).raw("</li>");
    }
    out.raw("</ul>\n");
    let missing = not_found(result);
    if !missing.is_empty() {
        out.raw("<p class=\"notice\">").text(missing.trim_end()).raw("</p>\n");
    }
    let cited = result.places.iter().map(|place| place.path.as_str());
    let files: BTreeSet<&str> = cited.filter(|path| !path.is_empty()).collect();
    sources.print_commit(files, out);
    out.raw("</header>\n");
}

fn answer_section(researched: &Researched, sources: &Sources, out: &mut Html) {
    let result = &researched.result;
    for (part, claims) in parts(result) {
        open_section(part, out);
        out.raw("<ul class=\"items\">\n");
        for claim in claims {
            out.raw("<li>").prose(&claim.text);
            for (place, reference) in references(result, claim) {
                print_reference(researched, place, reference, sources, out);
            }
            out.raw("</li>\n");
        }
        out.raw("</ul>\n</section>\n");
    }
    if result.claims.is_empty() {
        out.raw("<p class=\"notice\">").prose(&result.synthesis.to_string()).raw("</p>\n");
    }
}

/// Prints a place with its quote: a file with a link to its forge, or a commit.
fn print_reference(
    researched: &Researched,
    place: &Place,
    reference: &Reference,
    sources: &Sources,
    out: &mut Html,
) {
    let file = RepoPath::new(&place.path).ok().filter(|_| place.commit.is_empty());
    out.raw("\n<div class=\"place\">");
    match &file {
        Some(path) => {
            sources.print_file(path.as_str(), LineRange::new(place.start, place.end), out);
        }
        None => _ = out.raw("<code>").text(&location(place, reference.line)).raw("</code>"),
    }
    out.raw("</div>");
    let observed = file.as_ref().map(|path| observed_lines(researched, path)).unwrap_or_default();
    let quote = (reference.line, &*reference.quote);
    sources.print_quote(file.as_ref(), quote, &observed, out);
}

/// The lines of a file that the report observed.
fn observed_lines<'r>(researched: &'r Researched, path: &RepoPath) -> BTreeMap<u32, &'r str> {
    let body = researched.report.body();
    let places = body.flow.iter().map(|link| &link.place).chain(&body.primary);
    let of_file = places.filter(|place| place.path() == path);
    of_file.flat_map(|place| body.observed.lines(place)).collect()
}

fn route_section(result: &SearchResult, out: &mut Html) {
    let Some(trace) = &result.decomp_trace else {
        return;
    };
    open_section("Route", out);
    for seed in &trace.seed_entities {
        out.raw("<p>from <code>").text(seed).raw("</code></p>\n");
    }
    out.raw("<table class=\"facts\">\n<tr><th>axis</th><th>sub-query</th><th>found</th></tr>\n");
    // A row without a query states how many sub-queries were left out.
    let (queries, counts): (Vec<_>, Vec<_>) =
        trace.sub_queries.iter().partition(|row| row.contains_key("query"));
    for row in queries {
        out.raw("<tr>");
        for column in ["axis", "query", "found"] {
            // guard: allow(word-list) reason="the columns of a table"
            let cell = row.get(column).unwrap_or(&Value::Null);
            let text = cell.as_str().map_or_else(|| cell.to_string(), str::to_owned);
            out.raw("<td>").text(&text).raw("</td>");
        }
        out.raw("</tr>\n");
    }
    out.raw("</table>\n");
    let left_out: u64 = counts.iter().flat_map(|row| row.values()).filter_map(Value::as_u64).sum();
    if left_out > 0 {
        let left_out = count(left_out as usize, "more sub-query", "more sub-queries");
        out.raw("<p>").text(&format!("{left_out} left out")).raw("</p>\n");
    }
    out.raw("</section>\n");
}

fn evidence_section(result: &SearchResult, sources: &Sources, out: &mut Html) {
    for tier in [Tier::Exact, Tier::Ranked, Tier::Neural] {
        let items = result.evidence.iter().filter(|item| item.tier == tier.name());
        let items: Vec<&payload::Evidence> = items.collect();
        if items.is_empty() {
            continue;
        }
        open_section(&format!("Evidence, tier {tier}"), out);
        for item in items {
            let found = format!("{:.2} by {}", item.score, item.source);
            out.raw("<details class=\"code\"><summary><code>").text(&item.entity_id);
            out.raw("</code> ").text(&found).raw("</summary>");
            let path = item.entity_id.split('#').next().unwrap_or_default();
            let file = RepoPath::new(path).ok();
            let lines = (item.first_line(), &*item.snippet_text);
            sources.print_quote(file.as_ref(), lines, &BTreeMap::new(), out);
            out.raw("</details>\n");
        }
        out.raw("</section>\n");
    }
}

fn open_section(heading: &str, out: &mut Html) {
    out.raw("<section>\n<h2>").text(heading).raw("</h2>\n");
}

fn degradation_section(result: &SearchResult, out: &mut Html) {
    if result.degraded.is_empty() {
        return;
    }
    open_section("Degraded", out);
    out.raw("<ul class=\"items\">\n");
    for degradation in &result.degraded {
        let text = format!("{}: {}", degradation.stage, degradation.reason);
        out.raw("<li>").text(&text).raw("</li>\n");
    }
    out.raw("</ul>\n</section>\n");
}
