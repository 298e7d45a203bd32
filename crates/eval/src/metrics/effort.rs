//! What the explorations and the main agent of a run did, from its events.

use firsthand::validator::Tokens;
use firsthand::{Action, Confidence};

use super::Metrics;
use crate::found::{Found, Region};
use crate::report::{Report, Usage};
use crate::trace::{Actor, CallKind, RunEvent};

/// A cited range with more lines is wide.
const MAX_NARROW_LINES: u64 = 120;

/// Adds the effort of one run.
pub(super) fn add(metrics: &mut Metrics, events: &[RunEvent]) {
    add_explorations(metrics, events);
    add_agent(metrics, events);
}

/// Adds an actor's model turns and tool calls to `usage`.
pub(crate) fn usage_of(actor: Actor, events: &[RunEvent], mut usage: Usage) -> Usage {
    for event in events {
        match event {
            RunEvent::Turned(taken) if taken.actor == actor => {
                usage.model_calls += 1;
                usage.tokens = Tokens::sum(usage.tokens, taken.turn.tokens);
            }
            RunEvent::Called { actor: by, chars, .. } if *by == actor => {
                usage.tool_calls += 1;
                usage.observation_chars += chars;
            }
            _ => {}
        }
    }
    usage
}

fn set_tokens(metrics: &mut Metrics, actor: &str, tokens: Option<Tokens>) {
    if let Some(tokens) = tokens {
        let uncached = tokens.input.saturating_sub(tokens.cached);
        metrics.set(&format!("{actor}_input_uncached"), uncached as f64);
        metrics.set(&format!("{actor}_input_cached"), tokens.cached as f64);
        metrics.set(&format!("{actor}_output"), tokens.output as f64);
    }
}

fn count(events: &[RunEvent], is_counted: impl Fn(&RunEvent) -> bool) -> f64 {
    events.iter().filter(|event| is_counted(event)).count() as f64
}

/// The reports, each with the index of its event.
fn reports(events: &[RunEvent]) -> Vec<(usize, &Found, &Report)> {
    let found = events.iter().enumerate().filter_map(|(index, event)| match event {
        RunEvent::Reported(found) => Some((index, found, found.report.as_ref()?)),
        _ => None,
    });
    found.collect()
}

fn add_explorations(metrics: &mut Metrics, events: &[RunEvent]) {
    let errors = count(events, |event| is_error(event, Actor::Explorer));
    if errors > 0.0 {
        metrics.set("explorer_errors", errors);
    }
    let reports = reports(events);
    let Some((_, _, last)) = reports.last() else {
        return;
    };
    let sum = |of: fn(&Report) -> u64| reports.iter().map(|(.., it)| of(it)).sum::<u64>() as f64;
    let usage = reports.iter().fold(Usage::default(), |sum, (.., it)| sum.plus(&it.usage));
    let regions = reports.iter().flat_map(|(_, found, _)| &found.regions);
    let cited: Vec<u64> = regions.map(Region::lines).collect();
    let wide = cited.iter().filter(|lines| **lines > MAX_NARROW_LINES).count();
    let (explorations, chars) = (reports.len() as f64, sum(|report| report.chars));
    metrics.set("explorations", explorations);
    metrics.set("report_tokens", chars / 4.0);
    metrics.set_share("density", chars, usage.observation_chars as f64);
    metrics.set_share("fallback", sum(|report| report.fallback.into()), explorations);
    metrics.set_share("cited_lines", cited.iter().sum::<u64>() as f64, cited.len() as f64);
    metrics.set_share("cited_over_120", wide as f64, cited.len() as f64);
    if let Some(action) = last.action {
        let from_report = action == Action::AnswerFromReport;
        metrics.set("answer_from_report", f64::from(u8::from(from_report)));
    }
    metrics.set("explorer_conversations", usage.conversations.into());
    metrics.set("explorer_model_calls", usage.model_calls.into());
    metrics.set("explorer_calls", usage.tool_calls.into());
    metrics.set("explorer_ms", usage.elapsed_ms as f64);
    set_tokens(metrics, "explorer", usage.tokens);
    let unverified =
        sum(|report| report.findings.get("fact_unverified").map_or(0, |n| (*n).into()));
    add_loop(metrics, events, unverified, usage.tool_calls);
}

/// Adds what only the events of explorations show.
fn add_loop(metrics: &mut Metrics, events: &[RunEvent], unverified: f64, tool_calls: u32) {
    let (mut links, mut new, mut known) = (0, 0, 0);
    for event in events {
        match event {
            RunEvent::Submitted { links: more } => links += more,
            RunEvent::Called { actor: Actor::Explorer, new_places, known_places, .. } => {
                new += new_places;
                known += known_places;
            }
            _ => {}
        }
    }
    metrics.set("links", links.into());
    metrics.set_share("fact_unverified", unverified, links.into());
    metrics.set("new_places", new.into());
    metrics.set_share("shown_again", known.into(), (new + known).into());
    let repairs = count(events, |event| matches!(event, RunEvent::Repaired { .. }));
    metrics.set_share("repairs", repairs, tool_calls.into());
    let continuations = count(events, |event| matches!(event, RunEvent::Continued { .. }));
    metrics.set("continuations", continuations);
    let nudges = count(events, |event| is_nudge(event, Actor::Explorer));
    metrics.set("explorer_nudges", nudges);
}

fn is_error(event: &RunEvent, by: Actor) -> bool {
    matches!(event, RunEvent::Retried { actor, .. } | RunEvent::Failed { actor, .. } if *actor == by)
}

fn is_nudge(event: &RunEvent, by: Actor) -> bool {
    matches!(event, RunEvent::Nudged { actor } if *actor == by)
}

fn add_agent(metrics: &mut Metrics, events: &[RunEvent]) {
    let usage = usage_of(Actor::Main, events, Usage::default());
    let errors = count(events, |event| is_error(event, Actor::Main));
    if usage.model_calls == 0 && errors <= 0.0 {
        return;
    }
    metrics.set("main_calls", usage.tool_calls.into());
    metrics.set("main_model_calls", usage.model_calls.into());
    metrics.set("main_chars", usage.observation_chars as f64);
    metrics.set("main_errors", errors);
    let nudges = count(events, |event| is_nudge(event, Actor::Main));
    metrics.set("main_nudges", nudges);
    set_tokens(metrics, "main", usage.tokens);
    let reports = reports(events);
    let mut confident = reports.iter();
    let first_confident = confident.find(|(_, found, _)| {
        let assessment = found.self_assessment.as_ref();
        assessment.is_some_and(|assessment| assessment.confidence >= Confidence::Medium)
    });
    if let Some((index, ..)) = first_confident {
        for (name, kind) in AFTER_REPORT {
            metrics.set(name, calls(&events[*index..], kind));
        }
    }
    if let Some((index, _, report)) = reports.last()
        && let Some(followed) = follows(&events[*index..], report.action)
    {
        metrics.set("followed", f64::from(u8::from(followed)));
    }
}

/// The metrics of the main agent's calls after a report.
const AFTER_REPORT: [(&str, CallKind); 4] = [
    ("broad_after_report", CallKind::Broad),
    ("targeted_after_report", CallKind::Targeted),
    ("inside_after_report", CallKind::Inside),
    ("outside_after_report", CallKind::Outside),
];

/// The number of the main agent's calls of a kind.
fn calls(events: &[RunEvent], wanted: CallKind) -> f64 {
    count(events, |event| match event {
        RunEvent::Called { actor: Actor::Main, kind, .. } => *kind == Some(wanted),
        _ => false,
    })
}

/// Whether the agent followed the recommended action of a report, with which the events begin: it answered without
/// another call; or it read read targets and made no broad call; or it made targeted searches. `None` if no action is
/// recommended, or to skip the report.
fn follows(events: &[RunEvent], action: Option<Action>) -> Option<bool> {
    let has = |kind| calls(events, kind) > 0.0;
    Some(match action? {
        Action::AnswerFromReport => !AFTER_REPORT.into_iter().any(|(_, kind)| has(kind)),
        Action::ReadTargets => has(CallKind::Inside) && !has(CallKind::Broad),
        Action::TargetedGapSearch => has(CallKind::Targeted),
        Action::SkipExploreResult => return None,
    })
}

#[cfg(test)]
mod tests;
