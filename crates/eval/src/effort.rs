//! The effort of a run, and how the main agent used its report, computed from the events.

use std::collections::BTreeMap;

use firsthand::validator::Tokens;
use firsthand::{Action, Confidence};
use serde::{Deserialize, Serialize};

use crate::event::{Actor, CallKind, ReportOutcome, RunEvent};
use crate::report::Usage;
use crate::trace::TimedEvent;

/// The effort of the explorations of a run, summed over all of them.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ExplorationEffort {
    /// The number of explorations.
    pub explorations: u32,
    /// How many of them were answered from the report cache.
    pub cache_hits: u32,
    /// How many of them ended without a usable selection.
    pub fallbacks: u32,
    /// The confidence of the last report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
    /// The action that the last report recommends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<Action>,
    /// Conversations with a model.
    pub conversations: u32,
    /// Requests to a model.
    pub model_calls: u32,
    /// Tool calls.
    pub tool_calls: u32,
    /// Tokens, where the provider reports them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<Tokens>,
    /// Elapsed time in milliseconds.
    pub elapsed_ms: u64,
    /// Characters of tool results.
    pub observation_chars: u64,
    /// Characters of reports.
    pub report_chars: u64,
    /// Submitted selections.
    pub submissions: u32,
    /// Statements in these selections that each need a place.
    pub links: u32,
    /// How often a rule dropped, clamped or lowered something in a report.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub findings: BTreeMap<String, u32>,
    /// Malformed calls that were repaired.
    pub repairs: u32,
    /// Reminders to make the final call.
    pub nudges: u32,
    /// Further rounds or passes because of a gap.
    pub continuations: u32,
    /// Failed attempts, and turns that the model never returned.
    pub errors: u32,
    /// The number of newly observed places in each turn of the model.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub new_places: Vec<u32>,
    /// Places that a tool showed again.
    pub known_places: u32,
    /// The number of lines of each cited range.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cited_lines: Vec<u64>,
}

/// The effort of the main agent.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct AgentEffort {
    /// The names of its tools.
    pub tools: Vec<String>,
    /// Requests to its model.
    pub model_calls: u32,
    /// Its tool calls, including explorations.
    pub calls: u32,
    /// Characters of tool results.
    pub chars: u64,
    /// Tokens, where the provider reports them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<Tokens>,
    /// Failed attempts, and turns that the model never returned.
    pub errors: u32,
    /// Reminders to answer.
    pub nudges: u32,
    /// Whether the agent answered.
    pub answered: bool,
    /// Its calls after the first report of high or medium confidence; `None` without such a report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<AfterReport>,
    /// Its calls after the last report of any confidence; `None` without a report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after_last: Option<AfterReport>,
}

/// The main agent's calls after a report.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AfterReport {
    /// The confidence of the report, if it states one.
    pub confidence: Option<Confidence>,
    /// The action that the report recommends, if any.
    pub action: Option<Action>,
    /// [`CallKind::Broad`] calls.
    pub broad: u32,
    /// [`CallKind::Targeted`] calls.
    pub targeted: u32,
    /// [`CallKind::Inside`] calls.
    pub inside: u32,
    /// [`CallKind::Outside`] calls.
    pub outside: u32,
}

impl AfterReport {
    fn of(report: &ReportOutcome, events: &[TimedEvent]) -> Self {
        let count = |wanted: CallKind| {
            let kinds = events.iter().filter_map(|timed| match &timed.event {
                RunEvent::Called {
                    actor: Actor::Main,
                    kind,
                    ..
                } => *kind,
                _ => None,
            });
            u32::try_from(kinds.filter(|kind| *kind == wanted).count()).unwrap_or(u32::MAX)
        };
        Self {
            confidence: report.confidence,
            action: report.report.action,
            broad: count(CallKind::Broad),
            targeted: count(CallKind::Targeted),
            inside: count(CallKind::Inside),
            outside: count(CallKind::Outside),
        }
    }

    /// Whether the agent followed the recommended action: it answered without another call; or it read read targets and
    /// made no broad call; or it made targeted searches. `None` if no action is recommended, or to skip the report.
    #[must_use]
    pub fn followed(&self) -> Option<bool> {
        Some(match self.action? {
            Action::AnswerFromReport => {
                self.broad + self.targeted + self.inside + self.outside == 0
            }
            Action::ReadTargets => self.inside > 0 && self.broad == 0,
            Action::TargetedGapSearch => self.targeted > 0,
            Action::SkipExploreResult => return None,
        })
    }
}

/// Sums up the explorations of one run from its events, in order; `None` if nothing was explored.
pub(crate) fn exploration_effort(events: &[TimedEvent]) -> Option<ExplorationEffort> {
    let mut sum = ExplorationEffort::default();
    for timed in events {
        sum.add(&timed.event);
    }
    (sum.explorations > 0 || sum.errors > 0 || sum.model_calls > 0).then_some(sum)
}

impl ExplorationEffort {
    fn add(&mut self, event: &RunEvent) {
        let is_explorer = |actor: &Actor| *actor == Actor::Explorer;
        match event {
            RunEvent::Reported { outcome } => self.add_report(outcome),
            RunEvent::Retried { actor, .. } | RunEvent::Failed { actor, .. }
                if is_explorer(actor) =>
            {
                self.errors += 1;
            }
            RunEvent::Nudged { actor } if is_explorer(actor) => self.nudges += 1,
            RunEvent::Continued { .. } => self.continuations += 1,
            RunEvent::Repaired { .. } => self.repairs += 1,
            RunEvent::Submitted { links } => {
                self.submissions += 1;
                self.links += links;
            }
            RunEvent::Called {
                actor,
                step,
                new_places,
                known_places,
                ..
            } if is_explorer(actor) => {
                let step = (*step).clamp(1, 1000) as usize;
                if self.new_places.len() < step {
                    self.new_places.resize(step, 0);
                }
                self.new_places[step - 1] += new_places;
                self.known_places += known_places;
            }
            _ => {}
        }
    }

    fn add_report(&mut self, outcome: &ReportOutcome) {
        let (report, usage) = (&outcome.report, &outcome.report.usage);
        self.explorations += 1;
        self.cache_hits += u32::from(usage.cache_hit);
        self.fallbacks += u32::from(report.fallback);
        (self.confidence, self.action) = (outcome.confidence, report.action);
        self.conversations += usage.conversations;
        self.model_calls += usage.model_calls;
        self.tool_calls += usage.tool_calls;
        self.tokens = add_tokens(self.tokens, usage.tokens);
        self.elapsed_ms += usage.elapsed_ms;
        self.observation_chars += usage.observation_chars;
        self.report_chars += report.chars;
        for (rule, count) in &outcome.findings {
            *self.findings.entry(rule.clone()).or_default() += count;
        }
        self.cited_lines
            .extend(outcome.cited.iter().map(crate::Region::lines));
    }
}

/// Adds an actor's model turns and tool calls to `usage`.
pub(crate) fn usage_of(actor: Actor, events: &[TimedEvent], mut usage: Usage) -> Usage {
    for timed in events {
        match &timed.event {
            RunEvent::Turned {
                actor: event_actor,
                turn,
                ..
            } if *event_actor == actor => {
                usage.model_calls += 1;
                usage.tokens = add_tokens(usage.tokens, turn.tokens);
            }
            RunEvent::Called {
                actor: event_actor,
                chars,
                ..
            } if *event_actor == actor => {
                usage.tool_calls += 1;
                usage.observation_chars += chars;
            }
            _ => {}
        }
    }
    usage
}

/// The sum of two token counts; the known one if only one is known.
fn add_tokens(sum: Option<Tokens>, more: Option<Tokens>) -> Option<Tokens> {
    let (Some(a), Some(b)) = (sum, more) else {
        return sum.or(more);
    };
    Some(Tokens {
        input: a.input.saturating_add(b.input),
        cached: a.cached.saturating_add(b.cached),
        output: a.output.saturating_add(b.output),
    })
}

/// Sums up the main agent's work from the events of one run, in order; `None` without a main agent.
pub(crate) fn agent_effort(events: &[TimedEvent]) -> Option<AgentEffort> {
    let usage = usage_of(Actor::Main, events, Usage::default());
    let mut sum = AgentEffort {
        model_calls: usage.model_calls,
        calls: usage.tool_calls,
        chars: usage.observation_chars,
        tokens: usage.tokens,
        ..AgentEffort::default()
    };
    for timed in events {
        match &timed.event {
            RunEvent::Started { tools, .. } => sum.tools.clone_from(tools),
            RunEvent::Retried {
                actor: Actor::Main, ..
            }
            | RunEvent::Failed {
                actor: Actor::Main, ..
            } => sum.errors += 1,
            RunEvent::Nudged { actor: Actor::Main } => sum.nudges += 1,
            RunEvent::Answered { .. } => sum.answered = true,
            _ => {}
        }
    }
    let reports: Vec<(usize, &ReportOutcome)> = (events.iter().enumerate())
        .filter_map(|(index, timed)| match &timed.event {
            RunEvent::Reported { outcome } => Some((index, outcome)),
            _ => None,
        })
        .collect();
    let calls_after =
        |&(index, report): &(usize, &ReportOutcome)| AfterReport::of(report, &events[index..]);
    let is_confident =
        |report: &&(usize, &ReportOutcome)| report.1.confidence >= Some(Confidence::Medium);
    sum.after = reports.iter().find(is_confident).map(calls_after);
    sum.after_last = reports.last().map(calls_after);
    (sum.model_calls > 0 || sum.errors > 0).then_some(sum)
}
