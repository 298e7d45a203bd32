//! Withholds prose that names places which the report does not hold. A withheld fact is a gap:
//! the model can state it without the name.

use firsthand_registry::Candidate;

use crate::draft::{CitedPlace, Context, Draft};
use crate::finding::{Finding, Gap, Item, Rule};
use crate::prose::Holdings;

/// Replaces a named gap whose text names a place: the gap still counts as missing.
const WITHHELD: &str = "(withheld: it named a place that this report does not hold)";

pub(super) fn apply(draft: &mut Draft<'_>, context: &Context<'_>) {
    let cited: Vec<CitedPlace<'_>> = draft.cited().cloned().collect();
    let texts = cited.iter().flat_map(CitedPlace::texts);
    let texts = texts.chain([context.query]).collect();
    let ranges = cited
        .iter()
        .map(|cited| (cited.candidate.path(), cited.range));
    let observed = context.registry.iter().map(Candidate::path);
    let holdings = Holdings::new(ranges, texts, observed);
    let (mut findings, mut gaps) = (Vec::new(), Vec::new());
    let mut add_finding = |field: String| {
        findings.push(Finding::new(
            Rule::ProseReference,
            format!("{field} was withheld"),
        ));
    };
    let mut check = |field: String, text: &mut String| {
        if holdings.first_foreign_place(text).is_some() {
            text.clear();
            add_finding(field);
        }
    };
    for (at, link) in draft.flow.iter_mut().enumerate() {
        check(format!("flow[{at}].role"), &mut link.role);
        let named = holdings.first_foreign_place(&link.fact);
        check(format!("flow[{at}].fact"), &mut link.fact);
        if let Some(name) = named.filter(|_| link.fact.is_empty()) {
            gaps.push(Gap::fact_withheld(
                link.number,
                link.cited.candidate.id(),
                &name,
            ));
        }
    }
    for (at, read) in draft.reads.iter_mut().enumerate() {
        check(format!("read_targets[{at}].purpose"), &mut read.purpose);
    }
    for (at, gap) in draft.missing.iter_mut().enumerate() {
        check(format!("missing[{at}]"), gap);
        if gap.is_empty() {
            WITHHELD.clone_into(gap);
        }
    }
    let mut positions = 0..;
    draft.search_targets.retain(|target| {
        let at = positions.next().unwrap_or(0);
        let unseen = holdings.names_unobserved_place(target);
        if unseen {
            add_finding(format!("search_targets[{at}]"));
        }
        !unseen
    });
    if !findings.is_empty() {
        draft.add_loss(Rule::ProseReference, Item::Text, findings.len());
    }
    draft.findings.extend(findings);
    draft.gaps.extend(gaps);
}
