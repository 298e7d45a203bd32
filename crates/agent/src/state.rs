//! The state of a run: a function of its events.

mod answers;
mod outcome;
mod remaining;
mod resumed;
pub(crate) mod shown;

use firsthand_registry::{Observation, Registry, Source, TokenCount};
use firsthand_validator::{
    Context, Coverage, Finding, Present, Selection, Stats, StopReason, Tokens, Verdict, validate,
};

use self::shown::ShownPlaces;
use crate::event::{CheckFor, Event, HostMessageKind};
use crate::submit::{ParsedSubmission, SUBMIT, parse_selection};
use crate::transcript::RunState;
use crate::{Answer, Budgets, Message, ModelTurn, Task, ToolCall, ToolSpec, arguments, prompt};

/// A selection that the model submitted, and its verdict.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Submission {
    pub(crate) selection: Selection,
    /// Whether it was truncated: the selection has only its complete parts.
    pub(crate) cut: bool,
    /// The verdict, with the present files that it is based on; `None` until they were checked.
    pub(crate) validated: Option<(Verdict, Present)>,
}

/// A call that has no answer yet.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Pending {
    pub(crate) call: ToolCall,
    /// The report that it submits, where it is a call of [`SUBMIT`].
    pub(crate) report: Option<ParsedSubmission>,
}

impl Pending {
    fn of(call: &ToolCall) -> Self {
        Self {
            report: (call.tool == SUBMIT).then(|| parse_selection(call)),
            call: call.clone(),
        }
    }
}

/// The state of a run, computed from its events.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct State {
    pub(crate) task: Option<Task>,
    pub(crate) system: String,
    pub(crate) tools: Vec<ToolSpec>,
    pub(crate) budgets: Budgets,
    pub(crate) registry: Registry,
    pub(crate) messages: Vec<Message>,
    /// The calls of the model's last turn, unrepaired; the conversation has the repaired ones.
    pub(crate) calls: Vec<ToolCall>,
    pub(crate) pending: Vec<Pending>,
    pub(crate) submissions: Vec<Submission>,
    pub(crate) shown: ShownPlaces,
    /// How many consecutive answers, up to the last one, had no new place.
    pub(crate) answers_without_new_places: u32,
    pub(crate) coverage: Coverage,
    pub(crate) findings: Vec<Finding>,
    pub(crate) stats: Stats,
    /// The message of the model's last error, until the conversation is compacted or the run is resumed.
    pub(crate) failure: Option<String>,
    /// Whether the failure was a too long conversation.
    pub(crate) too_long: bool,
    /// Whether the last request required a report.
    pub(crate) forced: bool,
    /// Whether the last request repeated a required one.
    pub(crate) is_repeated_request: bool,
    /// The host's last message since the last answer to a call, if any.
    pub(crate) last_host_message: Option<HostMessageKind>,
    /// Whether the first report is answered with the usages of what it cites.
    pub(crate) wants_usages: bool,
    /// The usages, once they were searched for.
    pub(crate) usages: Option<Answer>,
    /// Whether the host has sent a message since they were found.
    pub(crate) usages_shown: bool,
    /// How many consecutive turns had to be a report and brought no valid one.
    pub(crate) turns_without_report: u32,
    /// Whether the model's last turn had a valid report.
    pub(crate) submitted: bool,
    pub(crate) stopped: Option<StopReason>,
    /// The last check, unless events other than the end of the run followed it.
    pub(crate) last_check: Option<CheckFor>,
    /// The checks since the run stopped.
    pub(crate) checked_after_stop: Vec<CheckFor>,
    /// The present files that the fallback is based on; `None` until they were checked.
    pub(crate) fallback_present: Option<Present>,
    /// When the run was found in a report cache, in milliseconds: elapsed time counts from here.
    pub(crate) cache_hit_ms: u64,
}

impl RunState for State {
    type Event = Event;

    fn apply(&mut self, event: &Event) {
        self.apply(event);
    }
}

impl State {
    /// The state after these events.
    #[must_use]
    pub fn of<'a>(events: impl IntoIterator<Item = &'a Event>) -> Self {
        let mut state = Self::default();
        for event in events {
            state.apply(event);
        }
        state
    }

    /// Applies one more event.
    pub fn apply(&mut self, event: &Event) {
        if !matches!(event, Event::Stopped { .. }) {
            self.last_check = None;
        }
        match event {
            Event::Started {
                task,
                model,
                budgets,
                system,
                tools,
                usages,
                ..
            } => {
                (self.budgets, self.wants_usages) = (*budgets, *usages);
                let question = prompt::question(task, self.why_only_report());
                self.messages.push(Message::User(question));
                self.task = Some(task.clone());
                self.stats.model.clone_from(model);
                self.system.clone_from(system);
                self.tools.clone_from(tools);
            }
            Event::ModelRequested {
                must_call,
                repeated,
                ..
            } => {
                (self.forced, self.is_repeated_request) = (must_call.is_some(), *repeated);
                self.stats.model_calls += 1;
            }
            Event::AttemptFailed { notice, .. } => self.add_tokens(notice.tokens),
            Event::ModelAnswered { turn, .. } => self.model_answered(turn),
            Event::ModelFailed {
                error, too_long, ..
            } => (self.failure, self.too_long) = (Some(error.clone()), *too_long),
            Event::Compacted { answers, .. } => self.compacted(answers),
            Event::ToolAnswered { call, outcome, .. } => {
                let index = self.pending.iter().position(|p| p.call.id == *call);
                if let Some(pending) = index.map(|index| self.pending.remove(index)) {
                    self.tool_answered(pending, outcome);
                }
            }
            Event::HostMessage { kind, text } => self.host_message(*kind, text),
            Event::UsagesFound { output, .. } => self.usages_found(output),
            Event::FilesChecked {
                report,
                present,
                counts,
                absent,
                ..
            } => {
                self.add_counts(counts, absent);
                self.last_check = Some(*report);
                if self.stopped.is_some() {
                    self.checked_after_stop.push(*report);
                }
                self.validate_with(*report, present);
            }
            Event::Stopped { reason, .. } => self.stopped = Some(*reason),
            Event::Resumed {
                root,
                model,
                budgets,
                unfinished,
                ..
            } => {
                self.resumed(root, model, *budgets);
                self.reopen_calls(unfinished);
            }
            Event::CacheHit { task, at_ms } => self.cache_hit(task, *at_ms),
            Event::CacheMiss { .. } => {}
        }
        if let Some(at_ms) = event.at_ms() {
            self.stats.elapsed_ms = at_ms.saturating_sub(self.cache_hit_ms);
        }
    }

    fn model_answered(&mut self, turn: &ModelTurn) {
        self.submitted = false;
        self.turns_without_report += u32::from(self.forced);
        self.stats.steps += u32::from(!self.is_repeated_request);
        self.add_tokens(turn.tokens);
        self.pending = turn.calls.iter().map(Pending::of).collect();
        self.calls.clone_from(&turn.calls);
        let calls = turn.calls.iter();
        let calls = calls.map(|call| arguments::with_repaired_arguments(call, &self.tools));
        self.messages.push(Message::Model(ModelTurn {
            calls: calls.collect(),
            ..turn.clone()
        }));
    }

    fn add_tokens(&mut self, tokens: Option<Tokens>) {
        if let Some(used) = tokens {
            let total = self.stats.tokens.get_or_insert_with(Tokens::default);
            total.input = total.input.saturating_add(used.input);
            total.cached = total.cached.saturating_add(used.cached);
            total.output = total.output.saturating_add(used.output);
        }
    }

    fn host_message(&mut self, kind: HostMessageKind, text: &str) {
        self.messages.push(Message::User(text.to_owned()));
        self.last_host_message = Some(kind);
        self.usages_shown = self.usages.is_some();
        match kind {
            HostMessageKind::Nudge => self.stats.nudges += 1,
            HostMessageKind::Gap => self.stats.continuations += 1,
            HostMessageKind::Insistence | HostMessageKind::Usages => {}
        }
    }

    /// Adds the word counts and the absent words that the host determined in a check.
    fn add_counts(&mut self, counts: &[TokenCount], absent: &[String]) {
        if !counts.is_empty() {
            let mut listing = Observation::listed(Source::LIST, Vec::new());
            listing.counts = counts.to_vec();
            self.registry.observe(listing);
        }
        if !absent.is_empty() {
            self.coverage.absent = absent.to_vec();
        }
    }

    fn validate_with(&mut self, report: CheckFor, present: &Present) {
        match report {
            CheckFor::Submission(n) => {
                let intent = self
                    .task
                    .as_ref()
                    .map(|task| task.intent)
                    .unwrap_or_default();
                let context = Context::new(&self.registry, present, intent)
                    .searched_in_part(self.coverage.losses.time > 0);
                if let Some(submission) = self.submissions.get_mut(n) {
                    let verdict = validate(&submission.selection, &context);
                    submission.validated = Some((verdict, present.clone()));
                }
            }
            CheckFor::Fallback => self.fallback_present = Some(present.clone()),
        }
    }

    /// Whether the last message is the host's.
    pub(crate) fn last_message_is_the_hosts(&self) -> bool {
        matches!(self.messages.last(), Some(Message::User(_)))
    }

    /// The stop reason, once the run has stopped.
    #[must_use]
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// The observed places.
    #[must_use]
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The conversation so far.
    #[must_use]
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// The statistics so far.
    #[must_use]
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The limits.
    #[must_use]
    pub fn budgets(&self) -> Budgets {
        self.budgets
    }
}
