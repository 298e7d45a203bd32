//! Cuts lists and prose to the limits of a report.

use firsthand_source::clip_between_words;

use crate::finding::{Finding, Item, Rule};
use crate::{Action, Context, ReportBody, Verdict};

/// What a report prints where no gap is named.
const NO_GAP: &str = "none";

pub(super) fn apply(verdict: &mut Verdict, context: &Context<'_>) {
    let (body, limits) = (&mut verdict.body, context.limits);
    // This action says that nothing is relevant, so the report has no places.
    let has_no_places = body.action == Action::SkipExploreResult;
    let max_len = |limit: usize| if has_no_places { 0 } else { limit };
    retain(
        body,
        ("missing, blank or none", None),
        |body| &mut body.missing,
        |text| !says_nothing(text),
    );
    retain(
        body,
        ("search targets, blank", None),
        |body| &mut body.search_targets,
        |target| !target.to_string().trim().is_empty(),
    );
    retain(
        body,
        ("search targets, too long", Some(Item::SearchTarget)),
        |body| &mut body.search_targets,
        |target| target.to_string().chars().count() <= limits.role_chars,
    );
    shorten(body, Item::Place, max_len(limits.primary), |body| &mut body.primary);
    let max_reads = max_len(limits.read_targets);
    let over = [
        shorten(body, Item::ReadTarget, max_reads, |body| &mut body.read_targets),
        shorten(body, Item::FlowLink, max_len(limits.flow), |body| &mut body.flow),
        shorten(body, Item::NamedGap, limits.missing, |body| &mut body.missing),
    ];
    let over = over.into_iter().flatten().filter(|_| !has_no_places);
    verdict.mendable.extend(over);
    shorten(body, Item::SearchTarget, limits.search_targets, |body| &mut body.search_targets);
    let mut findings = Vec::new();
    for link in &mut body.flow {
        let of = |what: &str| format!("the {what} of flow link {}", link.number);
        let (role, fact) = (of("role"), of("fact"));
        cut_text(&role, &mut link.role, limits.role_chars, &mut findings);
        cut_text(&fact, &mut link.fact, limits.fact_chars, &mut findings);
    }
    for (number, read) in (1..).zip(&mut body.read_targets) {
        let name = format!("the purpose of read target {number}");
        cut_text(&name, &mut read.purpose, limits.purpose_chars, &mut findings);
    }
    for (number, gap) in (1..).zip(&mut body.missing) {
        let name = format!("named gap {number}");
        cut_text(&name, gap, limits.fact_chars, &mut findings);
    }
    body.findings.extend(findings);
    for (gap, _) in &mut verdict.proved {
        cut_text("", gap, limits.fact_chars, &mut Vec::new());
    }
}

/// Whether a named gap is blank, or letters with marks between them that are no word (`n/a`), or the report's own word for
/// no gap.
fn says_nothing(gap: &str) -> bool {
    let text = gap.trim_matches(|c: char| !c.is_alphanumeric());
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    let has_word = words.any(|word| word.chars().nth(1).is_some());
    let has_mark = text.contains(|c: char| !c.is_alphanumeric() && !c.is_whitespace());
    text.is_empty() || has_mark && !has_word || text.eq_ignore_ascii_case(NO_GAP)
}

/// Drops the entries of a list that are not to be kept.
fn retain<T>(
    body: &mut ReportBody,
    (list, item): (&str, Option<Item>),
    items: impl Fn(&mut ReportBody) -> &mut Vec<T>,
    keep: impl Fn(&T) -> bool,
) {
    let before = items(body).len();
    items(body).retain(keep);
    let dropped = before - items(body).len();
    add_over_limit(body, list, item, dropped, before);
}

/// Cuts a list of the body to its limit, and returns what a model could mend of that.
fn shorten<T>(
    body: &mut ReportBody,
    item: Item,
    most: usize,
    items: impl Fn(&mut ReportBody) -> &mut Vec<T>,
) -> Option<String> {
    let before = items(body).len();
    items(body).truncate(most);
    let list = match item {
        Item::Place => "primary places",
        Item::ReadTarget => "read targets",
        Item::FlowLink => "flow links",
        Item::SearchTarget => "search targets",
        Item::NamedGap | Item::Receipt | Item::Text => "missing",
    };
    let dropped = before.saturating_sub(most);
    add_over_limit(body, list, Some(item), dropped, before);
    (dropped > 0).then(|| {
        format!(
            "{list}: {before}, of which {most} are taken and the last {dropped} left out; join some"
        )
    })
}

/// Adds the finding of dropped entries; blank ones, which have no `item`, are not counted as lost.
fn add_over_limit(
    body: &mut ReportBody,
    list: &str,
    item: Option<Item>,
    dropped: usize,
    before: usize,
) {
    if dropped == 0 {
        return;
    }
    body.add_finding(Rule::OverLimit, format!("{list}: {dropped} left out of {before}"));
    if let Some(item) = item {
        body.add_loss(Rule::OverLimit, item, dropped);
    }
}

/// Cuts a text of more than `most` characters, with a finding.
fn cut_text(name: &str, text: &mut String, most: usize, findings: &mut Vec<Finding>) {
    let before = text.chars().count();
    if before > most {
        // Between words, because half a path or number would name another one.
        *text = clip_between_words(text, most, usize::MAX).into_owned();
        findings.push(Finding::new(Rule::TextCut, format!("{name}: {before} characters")));
    }
}
