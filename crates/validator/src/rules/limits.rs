//! No list longer, and no prose longer, than a report takes.

use crate::Action;
use crate::draft::{Context, Draft};
use crate::finding::{Finding, Rule};

pub(super) fn apply(draft: &mut Draft<'_>, context: &Context<'_>) {
    let limits = context.limits;
    let mut findings = Vec::new();
    if draft.action == Action::SkipExploreResult {
        shorten("primary places", &mut draft.primary, 0, &mut findings);
        shorten("read targets", &mut draft.reads, 0, &mut findings);
        shorten("flow links", &mut draft.flow, 0, &mut findings);
    }
    drop_blank("missing", &mut draft.missing, &mut findings);
    drop_blank("search targets", &mut draft.search_targets, &mut findings);
    let before = draft.search_targets.len();
    draft
        .search_targets
        .retain(|target| target.chars().count() <= limits.role_chars);
    note_shorter(
        "search targets, too long",
        before,
        draft.search_targets.len(),
        &mut findings,
    );
    shorten(
        "primary places",
        &mut draft.primary,
        limits.primary,
        &mut findings,
    );
    shorten(
        "read targets",
        &mut draft.reads,
        limits.read_targets,
        &mut findings,
    );
    shorten("flow links", &mut draft.flow, limits.flow, &mut findings);
    shorten("missing", &mut draft.missing, limits.missing, &mut findings);
    shorten(
        "search targets",
        &mut draft.search_targets,
        limits.search_targets,
        &mut findings,
    );
    for (at, link) in draft.flow.iter_mut().enumerate() {
        cut(
            &format!("flow[{at}].role"),
            &mut link.role,
            limits.role_chars,
            &mut findings,
        );
        cut(
            &format!("flow[{at}].fact"),
            &mut link.fact,
            limits.fact_chars,
            &mut findings,
        );
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
        cut(
            &format!("missing[{at}]"),
            what,
            limits.fact_chars,
            &mut findings,
        );
    }
    draft.findings.extend(findings);
}

fn shorten<T>(list: &str, items: &mut Vec<T>, most: usize, findings: &mut Vec<Finding>) {
    let before = items.len();
    items.truncate(most);
    note_shorter(list, before, items.len(), findings);
}

fn drop_blank(list: &str, items: &mut Vec<String>, findings: &mut Vec<Finding>) {
    let before = items.len();
    items.retain(|text| !text.trim().is_empty());
    note_shorter(&format!("{list}, blank"), before, items.len(), findings);
}

fn note_shorter(list: &str, before: usize, after: usize, findings: &mut Vec<Finding>) {
    if after < before {
        let detail = format!("{list}: {} left out of {before}", before - after);
        findings.push(Finding::new(Rule::OverLimit, detail));
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
