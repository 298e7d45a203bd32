//! No list longer, and no prose longer, than a report takes.

use crate::Action;
use crate::draft::{Context, Draft};
use crate::finding::{Finding, Item, Rule};

pub(super) fn apply(draft: &mut Draft<'_>, context: &Context<'_>) {
    let limits = context.limits;
    let skip = draft.action == Action::SkipExploreResult;
    let most = |limit: usize| if skip { 0 } else { limit };
    drop_blank(draft, "missing", |draft| &mut draft.missing);
    drop_blank(draft, "search targets", |draft| &mut draft.search_targets);
    let before = draft.search_targets.len();
    let fits = |target: &String| target.chars().count() <= limits.role_chars;
    draft.search_targets.retain(fits);
    let (list, gone) = (
        "search targets, too long",
        before - draft.search_targets.len(),
    );
    note_shorter(draft, list, Some(Item::SearchTarget), gone, before);
    let item = Item::Place;
    shorten(draft, "primary places", item, most(limits.primary), |d| {
        &mut d.primary
    });
    let item = Item::ReadTarget;
    shorten(
        draft,
        "read targets",
        item,
        most(limits.read_targets),
        |d| &mut d.reads,
    );
    shorten(draft, "flow links", Item::Claim, most(limits.flow), |d| {
        &mut d.flow
    });
    shorten(draft, "missing", Item::Gap, limits.missing, |d| {
        &mut d.missing
    });
    let item = Item::SearchTarget;
    shorten(draft, "search targets", item, limits.search_targets, |d| {
        &mut d.search_targets
    });
    let mut findings = Vec::new();
    for (at, link) in draft.flow.iter_mut().enumerate() {
        let (role, fact) = (format!("flow[{at}].role"), format!("flow[{at}].fact"));
        cut(&role, &mut link.role, limits.role_chars, &mut findings);
        cut(&fact, &mut link.fact, limits.fact_chars, &mut findings);
    }
    for (at, read) in draft.reads.iter_mut().enumerate() {
        let name = format!("read_targets[{at}].purpose");
        cut(
            &name,
            &mut read.purpose,
            limits.purpose_chars,
            &mut findings,
        );
    }
    for (at, what) in draft.missing.iter_mut().enumerate() {
        let name = format!("missing[{at}]");
        cut(&name, what, limits.fact_chars, &mut findings);
    }
    draft.findings.extend(findings);
}

/// Cuts a list of the draft to its limit.
fn shorten<'a, T>(
    draft: &mut Draft<'a>,
    list: &str,
    item: Item,
    most: usize,
    items: impl for<'d> Fn(&'d mut Draft<'a>) -> &'d mut Vec<T>,
) {
    let before = items(draft).len();
    items(draft).truncate(most);
    note_shorter(draft, list, Some(item), before.saturating_sub(most), before);
}

/// Blank entries hold nothing, so nothing is lost with them.
fn drop_blank<'a>(
    draft: &mut Draft<'a>,
    list: &str,
    items: impl for<'d> Fn(&'d mut Draft<'a>) -> &'d mut Vec<String>,
) {
    let before = items(draft).len();
    items(draft).retain(|text| !text.trim().is_empty());
    let gone = before - items(draft).len();
    note_shorter(draft, &format!("{list}, blank"), None, gone, before);
}

fn note_shorter(draft: &mut Draft<'_>, list: &str, item: Option<Item>, gone: usize, before: usize) {
    if gone == 0 {
        return;
    }
    draft.note(
        Rule::OverLimit,
        format!("{list}: {gone} left out of {before}"),
    );
    if let Some(item) = item {
        draft.lose(Rule::OverLimit, item, gone);
    }
}

fn cut(name: &str, text: &mut String, most: usize, findings: &mut Vec<Finding>) {
    let before = text.chars().count();
    if before > most {
        cut_at_word(text, most);
        findings.push(Finding::new(
            Rule::TextCut,
            format!("{name}: {before} characters"),
        ));
    }
}

/// Cuts to at most `most` characters, `…` included: between words, because half a path or half a
/// number is another one.
fn cut_at_word(text: &mut String, most: usize) {
    let Some(room) = most.checked_sub(1) else {
        return text.clear();
    };
    let end = text
        .char_indices()
        .nth(room)
        .map_or(text.len(), |(at, _)| at);
    let whole = text[end..].starts_with(char::is_whitespace);
    let word = text[..end]
        .rfind(char::is_whitespace)
        .filter(|_| !whole)
        .unwrap_or(end);
    let kept = text[..word].trim_end();
    let kept = if kept.is_empty() { end } else { kept.len() };
    text.truncate(kept);
    text.push('…');
}
