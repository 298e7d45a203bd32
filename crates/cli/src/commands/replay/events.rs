//! `replay --show`: the events of a run with their times. A word and a line say what happened; below them stands what the
//! model wrote or read, and what the validator found.

use std::fmt::Write as _;

use firsthand::agent::validator::Fit;
use firsthand::agent::{Answer, CheckFor, HostMessageKind, Message, ModelTurn, ToolOutcome};
use firsthand::registry::{clip, escape};
use firsthand::source::count;
use firsthand::validator::{Finding, Gap, Verdict};
use firsthand::{CacheMissReason, Event, State};
use serde_json::Value;

use crate::paint::{Painter, TextStyle};

/// The columns before a line: those of a time and a word.
const MARGIN: usize = 22;
/// The most lines below an event.
const MAX_DETAILS: usize = 60;
/// The most lines of an answer that a model read.
const MAX_ANSWER_LINES: usize = 12;

/// The page, with lines of at most `width` columns.
pub(super) fn page(events: &[Event], width: usize, paint: Painter) -> String {
    let (mut out, mut state) = (String::new(), State::default());
    let (mut at_ms, mut since_ms) = (0, 0);
    for event in events {
        at_ms = event.at_ms().unwrap_or(at_ms);
        state.apply(event);
        if let Event::Resumed { at_ms, .. } = event {
            since_ms = *at_ms;
        }
        let Some((word, text)) = shown(event, &state, since_ms) else { continue };
        if matches!(event, Event::ModelRequested { .. }) && !out.is_empty() {
            out.push('\n');
        }
        let style = if word == "failed" { TextStyle::Bad } else { TextStyle::Label };
        let word = paint.text(style, &format!("{word:<10}"));
        let time = paint.text(TextStyle::Dim, &format!("{at_ms:>7} ms"));
        let shorten = |line: &str| {
            let line = escape(line.trim_end()).replace('\t', " ");
            clip(&line, width.saturating_sub(MARGIN)).into_owned()
        };
        let mut lines = text.lines();
        let _ = writeln!(out, "{time}  {word}{}", shorten(lines.next().unwrap_or_default()));
        for line in first_lines(lines, MAX_DETAILS) {
            let _ = writeln!(out, "{:MARGIN$}{}", "", paint.text(TextStyle::Dim, &shorten(&line)));
        }
    }
    out
}

/// The first lines, and how many there are beside them.
fn first_lines<'t>(lines: impl Iterator<Item = &'t str>, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = lines.map(str::to_owned).collect();
    if let Some(more @ 1..) = lines.len().checked_sub(most) {
        lines.truncate(most);
        lines.push(format!("and {}", count(more, "more line", "more lines")));
    }
    lines
}

/// The word of an event and what is said of it; `state` is that after the event.
fn shown(event: &Event, state: &State, since_ms: u64) -> Option<(&'static str, String)> {
    Some(match event {
        Event::Started { task, model, .. } => {
            let query = single_line(&task.query);
            let intent = task.intent;
            ("started", format!("{model}, to {intent}: {query}\n{}", budget_line(state)))
        }
        Event::ModelRequested { must_call, repeated, .. } => {
            let (step, most) = (state.stats().steps + u32::from(!repeated), state.budgets().steps);
            let must = must_call.as_ref().map(|tool| format!(", it must call {tool}"));
            ("step", format!("{step} of {most}{}", must.unwrap_or_default()))
        }
        Event::AttemptFailed { notice, .. } => ("attempt", notice.to_string()),
        Event::ModelAnswered { turn, .. } => ("turn", turn_text(turn)),
        Event::ModelFailed { error, .. } => ("failed", error.clone()),
        Event::ToolAnswered { call, outcome, .. } => {
            ("answered", answer_text(answer_to(state, call), outcome))
        }
        Event::HostMessage { kind, text } => {
            ("message", format!("{}: {}", message_kind(*kind), text.trim()))
        }
        Event::Compacted { answers, .. } => {
            let answers = count(answers.len(), "answer", "answers");
            ("compacted", format!("the lines of {answers} were left out"))
        }
        Event::UsagesFound { output, .. } => {
            let places = output.observations.iter().map(|seen| seen.windows.len());
            let places = count(places.sum(), "place", "places");
            ("usages", format!("{places} that use what the report cites"))
        }
        Event::FilesChecked { report, present, .. } => {
            let files = count(present.files.len(), "file", "files");
            let text = match report {
                CheckFor::Fallback => format!("the fallback, against {files}"),
                CheckFor::Submission(n) => {
                    let verdict = state.verdict(*n).map(verdict_text).unwrap_or_default();
                    format!("report {}, against {files}{verdict}", n + 1)
                }
            };
            ("checked", text)
        }
        Event::FitChecked { submission, fit } => {
            ("fit", format!("report {} {}", submission + 1, room(fit)))
        }
        Event::Stopped { reason, .. } => {
            ("stopped", format!("{reason}\n{}", usage_line(state, since_ms)))
        }
        Event::Resumed { model, root, .. } => {
            ("resumed", format!("{model}, in {root}\n{}", budget_line(state)))
        }
        Event::CacheHit { task, .. } => {
            let query = single_line(&task.query);
            ("cache hit", format!("this run was stored, and is asked for again: {query}"))
        }
        Event::CacheMiss { reason } => ("cache miss", cache_miss_reason(*reason).to_owned()),
        _ => return None,
    })
}

fn single_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What the model wrote: its text, the tokens that are known, and its calls with their arguments.
fn turn_text(turn: &ModelTurn) -> String {
    let mut text = match (turn.text.trim(), turn.calls.len()) {
        ("", 0) => "nothing".to_owned(),
        ("", calls) => count(calls, "call", "calls"),
        (text, _) => format!("\"{}\"", single_line(text)),
    };
    if let Some(tokens) = turn.tokens {
        text += &format!("  ({} tokens read, {} written)", tokens.input, tokens.output);
    }
    for call in &turn.calls {
        text += &format!("\n> {}{}", call.tool, arguments_text(&call.arguments));
    }
    text
}

/// The arguments of a call, on one line unless one of them is a list; then each argument and each item has its own.
fn arguments_text(arguments: &Value) -> String {
    let fields = match arguments {
        Value::Object(fields) if fields.values().any(Value::is_array) => fields,
        Value::String(text) => return format!(" {text}"),
        other => return format!(" {other}"),
    };
    let lines = fields.iter().flat_map(|(name, value)| {
        let items = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        items.iter().map(move |item| format!("\n    {name}: {item}"))
    });
    lines.collect()
}

/// What the model read, and what was noted of it.
fn answer_text(answer: Option<&Answer>, outcome: &ToolOutcome) -> String {
    let text = match (outcome.error(), answer) {
        (Some(error), _) => error.to_owned(),
        (None, answer) => answer.map(Answer::text).unwrap_or_default(),
    };
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let text = first_lines(lines, MAX_ANSWER_LINES).join("\n");
    let findings = outcome.output().map(|output| findings_text(&output.findings));
    let tool = answer.map_or("", |answer| answer.tool.as_str());
    format!("{tool}: {text}{}", findings.unwrap_or_default())
}

fn findings_text(findings: &[Finding]) -> String {
    findings.iter().map(|one| format!("\n{}: {}", one.rule.name(), one.detail)).collect()
}

/// What is left of a submitted report, and why the rest is not.
fn verdict_text(verdict: &Verdict) -> String {
    let body = verdict.body();
    let what = if verdict.has_nothing_verified() { "nothing is left" } else { "left" };
    let mut text = format!(
        "\n{what}: {}, {}, {}, {}; {}, {}{}",
        count(body.flow.len(), "link", "links"),
        count(body.primary.len(), "primary place", "primary places"),
        count(body.read_targets.len(), "read target", "read targets"),
        count(verdict.gaps().len(), "gap", "gaps"),
        body.action,
        body.confidence,
        findings_text(&body.findings),
    );
    // A failed quote is among the findings.
    for gap in verdict.gaps().iter().filter(|gap| !matches!(gap, Gap::QuoteFailed { .. })) {
        text += &format!("\ngap: {gap}");
    }
    text
}

fn room(fit: &Fit) -> String {
    if fit.loses_something() {
        format!("is {} too long to print", count(fit.over, "character", "characters"))
    } else {
        "has room".to_owned()
    }
}

fn answer_to<'s>(state: &'s State, call: &str) -> Option<&'s Answer> {
    let mut latest = state.messages().iter().rev();
    latest.find_map(|message| match message {
        Message::Answer(answer) if answer.call == call => Some(answer),
        _ => None,
    })
}

fn message_kind(kind: HostMessageKind) -> &'static str {
    match kind {
        HostMessageKind::Nudge => "a reminder",
        HostMessageKind::Gap => "a gap",
        HostMessageKind::Insistence => "asked once more",
        HostMessageKind::Usages => "who uses what it cites",
        HostMessageKind::Fit => "what it would lose",
        _ => "another one",
    }
}

fn cache_miss_reason(reason: CacheMissReason) -> &'static str {
    match reason {
        CacheMissReason::NoEntry => "no report of this question is stored",
        CacheMissReason::Changed => "a file that the stored report cites has changed",
        _ => "for another reason",
    }
}

fn budget_line(state: &State) -> String {
    let budgets = state.budgets();
    format!(
        "may take {}, {}, {} characters, {} s",
        count(budgets.steps as usize, "step", "steps"),
        count(budgets.tool_calls as usize, "call", "calls"),
        budgets.observation_chars,
        budgets.wall().as_secs(),
    )
}

/// What the run used of its budgets; the time since it was resumed last, which has a budget of its own.
fn usage_line(state: &State, since_ms: u64) -> String {
    let (stats, budgets) = (state.stats(), state.budgets());
    let seconds = |ms| std::time::Duration::from_millis(ms).as_secs_f32();
    let mut text = format!(
        "took {} of {} steps, {} of {} calls, {} of {} characters, {:.1} of {} s",
        stats.steps,
        budgets.steps,
        stats.tool_calls,
        budgets.tool_calls,
        stats.observation_chars,
        budgets.observation_chars,
        seconds(stats.elapsed_ms.saturating_sub(since_ms)),
        budgets.wall().as_secs(),
    );
    if since_ms > 0 {
        text += &format!(" ({:.1} s in all)", seconds(stats.elapsed_ms));
    }
    if let Some(tokens) = stats.tokens {
        text += &format!(
            "; {} tokens read ({} from a cache), {} written",
            tokens.input, tokens.cached, tokens.output
        );
    }
    text
}
