//! The message about what the printed report would lose, and about what lowers it.

use firsthand_registry::{clip, count, escape};
use firsthand_validator::{Fit, Gap, Link, ReportBody, Rule, Target, Verdict, any_of_lines};

use super::gap::briefly;
use super::{ENDS, WITHOUT_CALL};

/// The most items that one line names.
const MAX_NAMED: usize = 12;
/// The most characters of an entry of `missingCoverage` that name it.
const MAX_ENTRY_CHARS: usize = 24;

/// The message about what the printed report of this verdict would lose, and what other wording would prevent that it is
/// lowered, with the `gaps` of it, and why an earlier report would be printed; before the report is accepted.
#[must_use]
pub fn fit(verdict: &Verdict, fit: &Fit, gaps: &[Gap], why_earlier: Option<&str>) -> String {
    let mut list: Vec<String> = why_earlier.map(|why| format!("- {why}")).into_iter().collect();
    list.extend(losses(verdict, fit));
    list.extend(reasons(verdict));
    list.extend(unsettled(verdict));
    list.extend(briefly("a gap: ", gaps));
    let opening = match too_long(fit) {
        Some(too_long) => format!("Your report is in, but {too_long}. As it is:"),
        None => format!("Your report is in. {}:", state_of(verdict)),
    };
    format!(
        "{opening}\n{}{}\nCall submit_report once more with the whole report as you want it printed ({ENDS}); if it is to stay \
         as it was, {WITHOUT_CALL}.",
        list.join("\n"),
        unlisted(verdict)
    )
}

/// What the printed report of this verdict would lose, and what it is lowered for, in a message about something else;
/// empty if there is nothing of it. Without a `fit` nothing is known to be lost.
#[must_use]
pub fn also_lost(verdict: &Verdict, fit: Option<&Fit>) -> String {
    let mut text = String::new();
    if let Some((fit, too_long)) = fit.and_then(|fit| Some((fit, too_long(fit)?))) {
        text += &format!("\n\nAlso, {too_long}. As it is:\n{}", losses(verdict, fit).join("\n"));
    }
    let lowered: Vec<String> = reasons(verdict).into_iter().chain(unsettled(verdict)).collect();
    if !lowered.is_empty() {
        text += &format!("\n\n{}:\n{}", state_of(verdict), lowered.join("\n"));
    }
    text + &unlisted(verdict)
}

/// By how many characters the report is too long; first for its flow links, as the rest is not what lowers it.
fn too_long(fit: &Fit) -> Option<String> {
    let chars = |over: usize| count(over, "character", "characters");
    match (fit.over_links, fit.over) {
        (0, 0) => None,
        (0, over) => Some(format!("all of it is {} too long to print", chars(over))),
        (links, over) => Some(format!(
            "it is {} too long to print all flow links ({} too long for all quotes and whole facts)",
            chars(links),
            chars(over)
        )),
    }
}

/// How the report stands as it is: to what it is lowered, if it is.
fn state_of(verdict: &Verdict) -> String {
    let body = verdict.body();
    let is_lowered = |by: Rule| body.findings.iter().any(|finding| finding.rule == by);
    let confidence = is_lowered(Rule::ConfidenceLowered)
        .then(|| format!("its confidence is lowered to `{}`", body.confidence));
    let action = is_lowered(Rule::ActionLowered)
        .then(|| format!("its action is lowered to `{}`", body.action));
    let lowered: Vec<String> = confidence.into_iter().chain(action).collect();
    let separator = if lowered.is_empty() { "" } else { ", " };
    format!("As it is{separator}{}", lowered.join(" and "))
}

/// What other wording would mend of the report, a line for each.
fn reasons(verdict: &Verdict) -> Vec<String> {
    verdict.mendable().iter().map(|why| format!("- {why}")).collect()
}

/// Which of its names are not listed, which lowers nothing; empty if all are.
fn unlisted(verdict: &Verdict) -> String {
    let body = verdict.body();
    let absent = body.absent_names.iter();
    let absent = absent.map(|name| format!("- name {}: stands in no searched file", escape(name)));
    let unlisted = body.unlisted_names.iter();
    let unlisted = unlisted.map(|(name, why)| format!("- name {}: {why}", escape(name)));
    let lines: Vec<String> = absent.chain(unlisted).collect();
    if lines.is_empty() {
        return String::new();
    }
    format!("\n\nNot listed, which lowers nothing:\n{}", lines.join("\n"))
}

/// The quotes that start on several lines of their places: no reason for a message of its own.
fn unsettled(verdict: &Verdict) -> impl Iterator<Item = String> {
    let links = verdict.body().flow.iter().filter(|link| !link.quote.also.is_empty());
    links.map(|link| {
        let lines = any_of_lines(link.quote.line, &link.quote.also);
        let number = link.number();
        format!(
            "- flow link {number}: its quote stands at {lines}; if one is meant, give its `lines`"
        )
    })
}

/// What is lost, a line for each kind, and what would free the most room.
fn losses(verdict: &Verdict, fit: &Fit) -> Vec<String> {
    if fit.over == 0 {
        return Vec::new();
    }
    let body = verdict.body();
    let links = fit.links.iter().filter_map(|at| body.flow.get(*at));
    let mut left_out: Vec<String> = links.map(link_name).collect();
    let reads = fit.reads.iter();
    left_out.extend(reads.filter_map(|at| Some(read_name(*at, body.read_targets.get(*at)?))));
    for (lost, one, many) in [
        (fit.primary, "primary place", "primary places"),
        (fit.missing, "entry of missingCoverage", "entries of missingCoverage"),
    ] {
        if lost > 0 {
            left_out.push(count(lost, one, many));
        }
    }
    left_out.extend(fit.names.iter().map(|name| format!("the lines of the name {}", escape(name))));
    let facts = fit.facts.iter().filter_map(|at| body.flow.get(*at));
    let facts = facts.map(|link| format!("the fact of {}", link_name(link)));
    let purposes = fit.purposes.iter().filter_map(|at| {
        let read = read_name(*at, body.read_targets.get(*at)?);
        Some(format!("the purpose of {read}"))
    });
    let broken_off = |chars| format!("broken off at {chars} characters");
    let quotes = fit.quotes.iter().filter_map(|at| body.flow.get(*at));
    let quotes = quotes.map(link_name);
    let lines = [
        ("left out".to_owned(), left_out),
        ("printed without their quotes".to_owned(), quotes.collect()),
        (broken_off(fit.fact_chars), facts.collect()),
        (broken_off(fit.purpose_chars), purposes.collect()),
        ("characters that each takes".to_owned(), sizes(body, fit)),
    ];
    let lines = lines.into_iter().filter(|(_, items)| !items.is_empty());
    let mut lines: Vec<String> =
        lines.map(|(label, items)| format!("- {label}: {}", named(items))).collect();
    if !fit.links.is_empty() {
        let lowered = "- a report that loses links is no answer, and at most of medium confidence";
        lines.push(lowered.to_owned());
    }
    lines
}

/// The first items, separated, and how many more there are.
fn named(mut items: Vec<String>) -> String {
    let more = items.len().saturating_sub(MAX_NAMED);
    items.truncate(MAX_NAMED);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    format!("{}{more}", items.join("; "))
}

fn link_name(link: &Link) -> String {
    let role = if link.role.is_empty() { String::new() } else { format!(" ({})", link.role) };
    format!("flow link {}{role} [{}]", link.number(), link.place.id())
}

fn read_name(at: usize, read: &Target) -> String {
    format!("read target {} [{}]", at + 1, read.place.id())
}

/// How many characters each item takes, the items of a kind together: `flow links 1: 211, 2: 180`. An entry of
/// `missingCoverage` has no number in a report: what is absent stands apart from the gaps.
fn sizes(body: &ReportBody, fit: &Fit) -> Vec<String> {
    let of_kind = |kind: &str, sizes: &mut dyn Iterator<Item = (String, usize)>| {
        let sizes: Vec<String> = sizes.map(|(name, chars)| format!("{name}: {chars}")).collect();
        if sizes.is_empty() { String::new() } else { format!("{kind} {}", sizes.join(", ")) }
    };
    let numbered = |kind: &str, sizes: &[usize]| {
        let numbers = (1..).map(|number: usize| number.to_string());
        of_kind(kind, &mut numbers.zip(sizes.iter().copied()))
    };
    let entries = body.missing.iter().chain(&body.absence_facts);
    let entries = entries.map(|text| format!("\"{}\"", escape(&clip(text, MAX_ENTRY_CHARS))));
    let one = |what: &str, chars: usize| (chars > 0).then(|| format!("{what} {chars}"));
    let kinds = [
        Some(numbered("flow links", &fit.link_chars)),
        Some(numbered("read targets", &fit.read_chars)),
        Some(of_kind("missingCoverage", &mut entries.zip(fit.missing_chars.iter().copied()))),
        one("the receipts of what is absent", fit.receipt_chars),
        one("the lines of `names`", fit.names_chars),
    ];
    kinds.into_iter().flatten().filter(|sizes| !sizes.is_empty()).collect()
}
