//! What a text form loses to its budget, item by item.

use firsthand_validator::{Fit, LongText, TextOf};

use crate::budget::RenderPlan;
use crate::cut::{Cut, Part, cut_count};
use crate::layout::Layout;
use crate::names::NamePart;
use crate::parts::Parts;

/// How many texts are named as long ones at least, and at most: enough of them to free what is too long.
const LONG_TEXTS: [usize; 2] = [4, 10];
/// A shorter text frees too little.
const MIN_LONG_CHARS: usize = 24;

/// What the plan leaves out or shortens of what was submitted. `over` returns by how many characters a plan is too long.
pub(crate) fn lost(
    parts: &Parts<'_>,
    plan: &RenderPlan,
    cuts: &[Cut],
    mut over: impl FnMut(&RenderPlan) -> usize,
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
        fit.over_links = over(&plan.with_all_links(parts));
    }
    if fit.loses_something() {
        let submitted = RenderPlan::submitted(parts);
        fit.over = over(&submitted);
        let without_names = RenderPlan { open_names: 0, complete_names: 0, ..submitted.clone() };
        let names = fit.over.saturating_sub(over(&without_names));
        fit.longest = longest(parts, fit.over, names);
    }
    fit
}

/// The longest texts, the longest first, that are together longer than what is `over`. The lines of names take `names`
/// characters of that.
fn longest(parts: &Parts<'_>, over: usize, names: usize) -> Vec<LongText> {
    let chars = |text: &String| text.chars().count();
    let quote = |lines: &[String]| lines.iter().map(chars).sum::<usize>();
    let links = parts.links.iter().enumerate().flat_map(|(at, link)| {
        [
            LongText::new(TextOf::Fact, at, chars(&link.fact)),
            LongText::new(TextOf::Quote, at, quote(&link.quote)),
        ]
    });
    let reads = parts.reads.iter().enumerate();
    let reads = reads.map(|(at, read)| LongText::new(TextOf::Purpose, at, chars(&read.purpose)));
    let body = parts.report.body();
    let submitted = body.missing.len() + body.absence_facts.len();
    let gaps = parts.missing.iter().take(submitted).enumerate();
    let gaps = gaps.map(|(at, gap)| LongText::new(TextOf::Missing, at, chars(gap)));
    let names = LongText::new(TextOf::Names, 0, names);
    let mut texts: Vec<LongText> = links.chain(reads).chain(gaps).chain([names]).collect();
    texts.retain(|text| text.chars >= MIN_LONG_CHARS);
    texts.sort_by_key(|text| std::cmp::Reverse(text.chars));
    let mut sum = 0;
    let enough = texts.iter().take_while(|text| {
        let is_needed = sum <= over;
        sum += text.chars;
        is_needed
    });
    let enough = enough.count().clamp(LONG_TEXTS[0], LONG_TEXTS[1]);
    texts.truncate(enough);
    texts
}
