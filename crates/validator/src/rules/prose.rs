//! Withholds prose that names places which the report does not hold. A fact that is lost so is a gap:
//! the model can state it without the name.

use crate::draft::{Cited, Context, Draft};
use crate::finding::{Finding, Gap, Item, Rule};
use crate::prose::Places;

/// Stands for a named gap that pointed at a place: something was missing even where its name
/// cannot be stated, so `missing` stays counted.
const WITHHELD: &str = "(withheld: it named a place that this report does not hold)";

pub(super) fn apply(draft: &mut Draft<'_>, context: &Context<'_>) {
    let held: Vec<Cited<'_>> = draft.cited().cloned().collect();
    let evidence = held
        .iter()
        .filter_map(|cited| Some(cited.candidate.evidence()?.text()));
    let ranges = held
        .iter()
        .map(|cited| (cited.candidate.path(), cited.range));
    let places = Places::new(ranges, evidence.collect(), context.registry);
    let (mut findings, mut gaps) = (Vec::new(), Vec::new());
    let mut note = |what: String| {
        findings.push(Finding::new(
            Rule::ProseReference,
            format!("{what} was withheld"),
        ));
    };
    let mut check = |what: String, text: &mut String| {
        if places.names_another(text) {
            text.clear();
            note(what);
        }
    };
    for (at, link) in draft.flow.iter_mut().enumerate() {
        check(format!("flow[{at}].role"), &mut link.role);
        let named = places.another(&link.fact);
        check(format!("flow[{at}].fact"), &mut link.fact);
        if let Some(name) = named.filter(|_| link.fact.is_empty()) {
            gaps.push(Gap::of_fact(link.number, link.at.candidate.id(), &name));
        }
    }
    for (at, read) in draft.reads.iter_mut().enumerate() {
        check(format!("read_targets[{at}].purpose"), &mut read.purpose);
    }
    for (at, what) in draft.missing.iter_mut().enumerate() {
        check(format!("missing[{at}]"), what);
        if what.is_empty() {
            WITHHELD.clone_into(what);
        }
    }
    let mut at = 0..;
    draft.search_targets.retain(|target| {
        let (unseen, at) = (places.names_unseen(target), at.next().unwrap_or(0));
        if unseen {
            note(format!("search_targets[{at}]"));
        }
        !unseen
    });
    if !findings.is_empty() {
        draft.lose(Rule::ProseReference, Item::Text, findings.len());
    }
    draft.findings.extend(findings);
    draft.gaps.extend(gaps);
}
