//! What a text form loses to its budget, item by item.

use firsthand_validator::Fit;

use crate::budget::RenderPlan;
use crate::cut::{Cut, Part, cut_count};
use crate::layout::Layout;
use crate::names::NamePart;
use crate::parts::Parts;

/// What the plan leaves out or shortens of what was submitted. `length` returns the characters of a plan, of which there is
/// room for `max_chars`.
pub(crate) fn lost(
    parts: &Parts<'_>,
    plan: &RenderPlan,
    cuts: &[Cut],
    max_chars: usize,
    mut length: impl FnMut(&RenderPlan) -> usize,
) -> Fit {
    let layout = Layout::of(parts, plan);
    let is_printed = |read: usize| layout.reads.iter().any(|(at, _)| *at == read);
    let mut fit = Fit::default();
    for (at, link) in parts.links.iter().enumerate() {
        if link.rank >= plan.links {
            fit.links.push(at);
            continue;
        }
        if link.fact.chars().count() > plan.chars_of_fact(link) {
            fit.facts.push(at);
            fit.fact_chars = plan.chars_of_fact(link);
        }
        if link.rank >= plan.quotes {
            fit.quotes.push(at);
        }
    }
    fit.reads = (0..parts.reads.len()).filter(|at| !is_printed(*at)).collect();
    let is_cut = |at: &usize| parts.reads[*at].purpose.chars().count() > plan.purpose_chars;
    fit.purposes = (0..parts.reads.len()).filter(|at| is_printed(*at) && is_cut(at)).collect();
    fit.purpose_chars = if fit.purposes.is_empty() { 0 } else { plan.purpose_chars };
    fit.primary = cut_count(cuts, &[Part::Also]);
    // The receipts behind them were not submitted.
    let body = parts.report.body();
    let submitted = body.missing.len() + body.absence_facts.len();
    fit.missing = submitted.saturating_sub(plan.missing);
    let printed = layout.names(parts, plan);
    let is_printed = |name: &&NamePart<'_>| printed.iter().any(|(one, _)| one.name == name.name);
    let asked = parts.names.iter().filter(|name| name.is_asked);
    fit.names = asked.filter(|name| !is_printed(name)).map(|name| name.name.clone()).collect();
    if !fit.links.is_empty() {
        fit.over_links = length(&plan.with_all_links(parts)).saturating_sub(max_chars);
    }
    if fit.loses_something() {
        fit.over = length(&RenderPlan::submitted(parts)).saturating_sub(max_chars);
        add_sizes(&mut fit, parts, submitted, length);
    }
    fit
}

/// Adds how many characters each item takes: by how many a plan with it and all before it is longer than one without it.
fn add_sizes(
    fit: &mut Fit,
    parts: &Parts<'_>,
    gaps: usize,
    mut length: impl FnMut(&RenderPlan) -> usize,
) {
    // The place of a link that is not printed would stand elsewhere.
    let all = RenderPlan { also: 0, missing: gaps, ..RenderPlan::submitted(parts) };
    let mut sizes = |with: &dyn Fn(usize) -> RenderPlan, count: usize| -> Vec<usize> {
        let lengths: Vec<usize> = (0..=count).map(|count| length(&with(count))).collect();
        lengths.windows(2).map(|pair| pair[1].saturating_sub(pair[0])).collect()
    };
    let links = |links| RenderPlan { links, quotes: links, ..all.clone() };
    let ranked = sizes(&links, parts.links.len());
    fit.link_chars = parts.links.iter().map(|link| ranked[link.rank]).collect();
    let mut required =
        sizes(&|required| RenderPlan { required, ..all.clone() }, all.required).into_iter();
    let mut optional =
        sizes(&|optional| RenderPlan { optional, ..all.clone() }, all.optional).into_iter();
    let reads = parts.reads.iter();
    let reads = reads.map(|read| if read.required { required.next() } else { optional.next() });
    fit.read_chars = reads.map(Option::unwrap_or_default).collect();
    fit.missing_chars = sizes(&|missing| RenderPlan { missing, ..all.clone() }, gaps);
    let of_missing =
        [gaps, parts.missing.len()].map(|missing| length(&RenderPlan { missing, ..all.clone() }));
    fit.receipt_chars = of_missing[1].saturating_sub(of_missing[0]);
    let asked = [0, all.open_names];
    let [without, with] = asked.map(|names| {
        length(&RenderPlan { open_names: names, complete_names: names, ..all.clone() })
    });
    fit.names_chars = with.saturating_sub(without);
}
