//! Resolves the receipts that a selection cites: drops those that were never given, and those whose search, made again,
//! proves no absence now.

use std::collections::BTreeMap;

use firsthand_registry::{Receipt, ReceiptId, escape};
use firsthand_source::identifiers;

use crate::claims::code_words;
use crate::finding::{Item, Rule};
use crate::present::cited_receipt_ids;
use crate::{Context, ReceiptCheck, Selection, Verdict};

/// Adds the receipts to the verdict, and the gaps that they prove, which no exploration can close.
pub(super) fn cite(verdict: &mut Verdict, selection: &Selection, context: &Context<'_>) {
    let body = &mut verdict.body;
    let ids = cited_receipt_ids(selection);
    let within_limit = ids.len().min(context.limits.receipts);
    let mut holding: BTreeMap<&str, &Receipt> = BTreeMap::new();
    for id in &ids[..within_limit] {
        match check(id, context) {
            Ok(receipt) => {
                body.absent.push(receipt.clone());
                holding.insert(id, receipt);
            }
            Err((rule, why)) => {
                body.add_finding(rule, format!("receipt {why}"));
                body.add_loss(rule, Item::Receipt, 1);
            }
        }
    }
    let over = ids.len() - within_limit;
    if over > 0 {
        let detail = format!("receipts: {over} left out of {}", ids.len());
        body.add_finding(Rule::OverLimit, detail);
        body.add_loss(Rule::OverLimit, Item::Receipt, over);
    }
    for (at, missing) in selection.missing_coverage.iter().enumerate() {
        let receipts = missing.receipt_ids.iter().map(|id| Some((*holding.get(&**id)?).clone()));
        let Some(receipts) = receipts.collect::<Option<Vec<Receipt>>>() else {
            continue;
        };
        // A receipt of one name proves nothing of another, a shorter or a longer one.
        let mut named = code_words(&missing.text).into_iter();
        let other = named.find(|word| !receipts.iter().any(|it| searches_for(it, word)));
        if let (Some(other), false) = (other, receipts.is_empty()) {
            let other = escape(other);
            let detail = format!("missing[{at}]: `{other}` is not what its receipt searched for");
            body.add_finding(Rule::ClaimUnsupported, detail);
        } else if !receipts.is_empty() {
            verdict.proved.push((missing.text.clone(), receipts));
        }
    }
}

/// What the pattern of a receipt searches for, without the marks of a regex: `name` of `\bname\b`.
pub(super) fn searched_text(receipt: &Receipt) -> String {
    let pattern = &receipt.pattern;
    let is_mark = |c: char| pattern.regex && c.is_ascii_alphanumeric();
    let mut parts = pattern.text.split('\\');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| match part.strip_prefix(is_mark) {
        Some(rest) => text + " " + rest,
        None => text + part,
    })
}

/// Whether the pattern of a receipt has this word as a whole.
fn searches_for(receipt: &Receipt, word: &str) -> bool {
    let pattern = &receipt.pattern;
    identifiers(&searched_text(receipt)).any(|(_, other)| {
        let is_same = !pattern.case_sensitive && other.eq_ignore_ascii_case(word);
        is_same || other == word
    })
}

/// The receipt of this id, from the search that was made again.
///
/// # Errors
/// The rule that drops it, and the id with the reason. The model's own text is not repeated.
fn check<'c>(id: &str, context: &Context<'c>) -> Result<&'c Receipt, (Rule, String)> {
    let known = id.parse::<ReceiptId>().ok();
    let Some((id, given)) = known.and_then(|id| Some((id, context.cited_receipt(id)?))) else {
        let id = known.map_or_else(|| "not an id".to_owned(), |id| id.to_string());
        return Err((Rule::UnknownId, format!("({id}): was never handed out")));
    };
    match context.present.receipts.get(&id) {
        Some(ReceiptCheck::Absent(again)) if again.is_of_search(given) => Ok(again),
        Some(ReceiptCheck::NotProved(why)) => {
            Err((Rule::AbsenceUnproved, format!("({id}): its search, made again: {}", escape(why))))
        }
        _ => {
            let why = format!("({id}): its search was not made again");
            Err((Rule::AbsenceUnproved, why))
        }
    }
}
