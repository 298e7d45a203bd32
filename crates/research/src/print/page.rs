//! A self-contained HTML page: the answer, and how the chain found it.

use firsthand_registry::clip;
use firsthand_render::untrusted::{Html, quote_lines};
use serde_json::Value;

use super::{location, not_found, parts, references, route};
use crate::Researched;
use crate::payload::{self, SearchResult, Tier};

/// The beginning of source lines; they scroll, so the keyboard reaches them.
const CODE: &str = "<pre class=\"source\" tabindex=\"0\"><code>";
/// The most characters of the page title.
const MAX_TITLE_CHARS: usize = 80;

pub(super) fn html(researched: &Researched) -> String {
    let result = &researched.result;
    let topic = &researched.report.facts().query;
    let title = clip(topic, MAX_TITLE_CHARS);
    let mut out = Html::page(&format!("{title} · research report"));
    out.raw("<h1>").text(topic).raw("</h1>\n");
    let missing = not_found(result);
    if !missing.is_empty() {
        out.raw("<p>").text(&missing).raw("</p>\n");
    }
    answer_section(result, &mut out);
    route_section(result, &mut out);
    evidence_section(result, &mut out);
    degradation_section(result, &mut out);
    out.into_page()
}

fn answer_section(result: &SearchResult, out: &mut Html) {
    for (part, claims) in parts(result) {
        out.raw("<section>\n<h2>").text(part).raw("</h2>\n<ul class=\"items\">\n");
        for claim in claims {
            out.raw("<li>").prose(&claim.text);
            for (place, reference) in references(result, claim) {
                let (place, quote) =
                    (location(place, reference.line), quote_lines(&reference.quote).join("\n"));
                out.raw("<div class=\"place\">").text(&place);
                out.raw("</div>").raw(CODE).lines(&quote).raw("</code></pre>");
            }
            out.raw("</li>\n");
        }
        out.raw("</ul>\n</section>\n");
    }
    if result.claims.is_empty() {
        out.raw("<p>").prose(&result.synthesis.to_string()).raw("</p>\n");
    }
}

fn route_section(result: &SearchResult, out: &mut Html) {
    out.raw("<section>\n<h2>Route</h2>\n<p>").text(&route(result)).raw("</p>\n</section>\n");
    let Some(trace) = &result.decomp_trace else {
        return;
    };
    for seed in &trace.seed_entities {
        out.raw("<p>from <code>").text(seed).raw("</code></p>\n");
    }
    out.raw("<table class=\"facts\">\n<tr><th>axis</th><th>sub-query</th><th>found</th></tr>\n");
    for row in &trace.sub_queries {
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
}

fn evidence_section(result: &SearchResult, out: &mut Html) {
    for tier in [Tier::Exact, Tier::Ranked, Tier::Neural] {
        let items = result.evidence.iter();
        let items = items.filter(|item| item.tier == tier.name());
        let items: Vec<&payload::Evidence> = items.collect();
        if items.is_empty() {
            continue;
        }
        let heading = format!("<section>\n<h2>Evidence, tier {tier}</h2>\n</section>\n");
        out.raw(&heading);
        for item in items {
            let found = format!("{:.2} by {}", item.score, item.source);
            let lines = item.snippet_text.replace('\t', "    ");
            out.raw("<details class=\"code\"><summary><code>").text(&item.entity_id);
            out.raw("</code> ").text(&found);
            out.raw("</summary>").raw(CODE).lines(&lines);
            out.raw("</code></pre></details>\n");
        }
    }
}

fn degradation_section(result: &SearchResult, out: &mut Html) {
    if result.degraded.is_empty() {
        return;
    }
    out.raw("<h2>Degraded</h2>\n<ul>\n");
    for degradation in &result.degraded {
        let text = format!("{}: {}", degradation.stage, degradation.reason);
        out.raw("<li>").text(&text).raw("</li>\n");
    }
    out.raw("</ul>\n");
}
