//! The effort of a run, and how the main agent used its report: computed from the events alone.

use std::collections::BTreeMap;

use firsthand::validator::Tokens;
use firsthand::{Action, Confidence};
use serde::{Deserialize, Serialize};

use crate::event::{Actor, CallKind, ReportOutcome, RunEvent};
use crate::trace::{TimedEvent, add_tokens};

/// What the explorations of a run took. Sums, where there are several.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ExplorationEffort {
    /// How many explorations.
    pub explorations: u32,
    /// How many of them a kept report answered.
    pub cache_hits: u32,
    /// How many of them had no usable selection.
    pub fallbacks: u32,
    /// The confidence of the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
    /// What the last one recommends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<Action>,
    /// Invocations of a model: one a conversation.
    pub conversations: u32,
    /// Requests to a model.
    pub model_calls: u32,
    /// Calls of tools.
    pub tool_calls: u32,
    /// Tokens, where the provider reports them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<Tokens>,
    /// Milliseconds.
    pub elapsed_ms: u64,
    /// Characters of tool results.
    pub observation_chars: u64,
    /// Characters of reports.
    pub report_chars: u64,
    /// Selections that were submitted.
    pub submissions: u32,
    /// Their statements that each need a place.
    pub links: u32,
    /// What was dropped, clamped or lowered in the reports, by rule.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub findings: BTreeMap<String, u32>,
    /// Calls that were read another way than they stand.
    pub repairs: u32,
    /// Reminders.
    pub nudges: u32,
    /// Rounds or passes after a gap.
    pub continuations: u32,
    /// Failed attempts, and turns that the model never returned.
    pub errors: u32,
    /// Newly observed places, by turn of the model.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub new_places: Vec<u32>,
    /// Places that a tool showed again.
    pub known_places: u32,
    /// Lines of each cited range.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cited_lines: Vec<u64>,
}

/// What the main agent did.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct AgentEffort {
    /// Its tools.
    pub tools: Vec<String>,
    /// Requests to its model.
    pub model_calls: u32,
    /// Its calls, the explorations among them.
    pub calls: u32,
    /// Characters that it was shown.
    pub chars: u64,
    /// Tokens, where the provider reports them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<Tokens>,
    /// Failed attempts, and turns that the model never returned.
    pub errors: u32,
    /// Reminders.
    pub nudges: u32,
    /// Whether it answered.
    pub answered: bool,
    /// What it did after its first report of high or medium confidence; `None` where it had none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<AfterReport>,
    /// What it did after its last report, whatever the confidence; `None` where it had none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after_last: Option<AfterReport>,
}

/// What the main agent did after a report.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AfterReport {
    /// How sure the report is; none where it states none.
    pub confidence: Option<Confidence>,
    /// What it recommends; none where it recommends nothing.
    pub action: Option<Action>,
    /// Broad searches and listings, and further explorations.
    pub broad: u32,
    /// Searches in a cited file or for a named term.
    pub targeted: u32,
    /// Reads of lines that were to be read.
    pub inside: u32,
    /// Other reads.
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

    /// Whether the agent did what the report recommends: answered without another call; read what was to be read, and
    /// searched nothing broadly; or searched for what is missing. `None` where nothing is recommended.
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
        let own = |actor: &Actor| *actor == Actor::Explorer;
        match event {
            RunEvent::Reported { outcome } => self.add_report(outcome),
            RunEvent::Retried { actor, .. } | RunEvent::Failed { actor, .. } if own(actor) => {
                self.errors += 1;
            }
            RunEvent::Nudged { actor } if own(actor) => self.nudges += 1,
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
            } if own(actor) => {
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

/// Sums up the main agent's work from the events of one run, in order; `None` without a main agent.
pub(crate) fn agent_effort(events: &[TimedEvent]) -> Option<AgentEffort> {
    let mut sum = AgentEffort::default();
    for timed in events {
        match &timed.event {
            RunEvent::Started { tools, .. } => sum.tools.clone_from(tools),
            RunEvent::Turned {
                actor: Actor::Main,
                turn,
                ..
            } => {
                sum.model_calls += 1;
                sum.tokens = add_tokens(sum.tokens, turn.tokens);
            }
            RunEvent::Called {
                actor: Actor::Main,
                chars,
                ..
            } => {
                sum.calls += 1;
                sum.chars += chars;
            }
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
        .filter_map(|(at, timed)| match &timed.event {
            RunEvent::Reported { outcome } => Some((at, outcome)),
            _ => None,
        })
        .collect();
    let after = |&(at, report): &(usize, &ReportOutcome)| AfterReport::of(report, &events[at..]);
    let sure = |report: &&(usize, &ReportOutcome)| report.1.confidence >= Some(Confidence::Medium);
    sum.after = reports.iter().find(sure).map(after);
    sum.after_last = reports.last().map(after);
    (sum.model_calls > 0 || sum.errors > 0).then_some(sum)
}
