//! Cuts lists and prose to the limits of a report.

use crate::Action;
use crate::draft::{Context, Draft};
use crate::finding::{Finding, Item, Rule};

pub(super) fn apply(draft: &mut Draft<'_>, context: &Context<'_>) {
    let limits = context.limits;
    // This action says that nothing is relevant, so the report has no places.
    let has_no_places = draft.action == Action::SkipExploreResult;
    let max_len = |limit: usize| if has_no_places { 0 } else { limit };
    drop_blank(draft, "missing", |draft| &mut draft.missing);
    drop_blank(draft, "search targets", |draft| &mut draft.search_targets);
    let before = draft.search_targets.len();
    let fits = |target: &String| target.chars().count() <= limits.role_chars;
    draft.search_targets.retain(fits);
    let dropped = before - draft.search_targets.len();
    let list = "search targets, too long";
    add_over_limit(draft, list, Some(Item::SearchTarget), dropped, before);
    shorten(draft, Item::Place, max_len(limits.primary), |d| {
        &mut d.primary
    });
    let max_reads = max_len(limits.read_targets);
    shorten(draft, Item::ReadTarget, max_reads, |d| &mut d.reads);
    shorten(draft, Item::FlowLink, max_len(limits.flow), |d| &mut d.flow);
    shorten(draft, Item::NamedGap, limits.missing, |d| &mut d.missing);
    let max_targets = limits.search_targets;
    shorten(draft, Item::SearchTarget, max_targets, |d| {
        &mut d.search_targets
    });
    let mut findings = Vec::new();
    for (at, link) in draft.flow.iter_mut().enumerate() {
        let (role, fact) = (format!("flow[{at}].role"), format!("flow[{at}].fact"));
        cut_text(&role, &mut link.role, limits.role_chars, &mut findings);
        cut_text(&fact, &mut link.fact, limits.fact_chars, &mut findings);
    }
    for (at, read) in draft.reads.iter_mut().enumerate() {
        let name = format!("read_targets[{at}].purpose");
        cut_text(
            &name,
            &mut read.purpose,
            limits.purpose_chars,
            &mut findings,
        );
    }
    for (at, gap) in draft.missing.iter_mut().enumerate() {
        let name = format!("missing[{at}]");
        cut_text(&name, gap, limits.fact_chars, &mut findings);
    }
    draft.findings.extend(findings);
}

/// Cuts a list of the draft to its limit.
fn shorten<'a, T>(
    draft: &mut Draft<'a>,
    item: Item,
    most: usize,
    items: impl for<'d> Fn(&'d mut Draft<'a>) -> &'d mut Vec<T>,
) {
    let before = items(draft).len();
    items(draft).truncate(most);
    let list = match item {
        Item::Place => "primary places",
        Item::ReadTarget => "read targets",
        Item::FlowLink => "flow links",
        Item::SearchTarget => "search targets",
        Item::NamedGap | Item::Text => "missing",
    };
    add_over_limit(draft, list, Some(item), before.saturating_sub(most), before);
}

/// Drops blank entries; the report does not count them as lost.
fn drop_blank<'a>(
    draft: &mut Draft<'a>,
    list: &str,
    items: impl for<'d> Fn(&'d mut Draft<'a>) -> &'d mut Vec<String>,
) {
    let before = items(draft).len();
    items(draft).retain(|text| !text.trim().is_empty());
    let dropped = before - items(draft).len();
    add_over_limit(draft, &format!("{list}, blank"), None, dropped, before);
}

fn add_over_limit(
    draft: &mut Draft<'_>,
    list: &str,
    item: Option<Item>,
    dropped: usize,
    before: usize,
) {
    if dropped == 0 {
        return;
    }
    draft.add_finding(
        Rule::OverLimit,
        format!("{list}: {dropped} left out of {before}"),
    );
    if let Some(item) = item {
        draft.add_loss(Rule::OverLimit, item, dropped);
    }
}

/// Cuts a text of more than `most` characters, with a finding.
fn cut_text(name: &str, text: &mut String, most: usize, findings: &mut Vec<Finding>) {
    let before = text.chars().count();
    if before > most {
        cut_at_word(text, most);
        findings.push(Finding::new(
            Rule::TextCut,
            format!("{name}: {before} characters"),
        ));
    }
}

/// Cuts to at most `most` characters, `…` included: between words, because half a path or number would name
/// another one.
fn cut_at_word(text: &mut String, most: usize) {
    let Some(room) = most.checked_sub(1) else {
        return text.clear();
    };
    let end = text
        .char_indices()
        .nth(room)
        .map_or(text.len(), |(at, _)| at);
    let is_word_end = text[end..].starts_with(char::is_whitespace);
    let cut = text[..end]
        .rfind(char::is_whitespace)
        .filter(|_| !is_word_end)
        .unwrap_or(end);
    let kept = text[..cut].trim_end();
    let kept = if kept.is_empty() { end } else { kept.len() };
    text.truncate(kept);
    text.push('…');
}
