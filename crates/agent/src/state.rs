//! The state of a run: a function of its events.

mod answers;
mod fit;
mod groups;
mod outcome;
mod remaining;
pub(crate) mod shown;

use firsthand_registry::{Observation, Registry, Source, TokenCount};
use firsthand_validator::{Fit, Present, Stats, StopReason, Tokens, validate};

use self::groups::{Checks, Conversation, Facts, Setup, Turn};
pub(crate) use self::groups::{Pending, Submission};
use crate::event::{CheckFor, Event, HostMessageKind};
use crate::transcript::RunState;
use crate::{Budgets, Message, ModelTurn, ToolOutcome, arguments, prompt};

/// The state of a run, computed from its events.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct State {
    pub(crate) setup: Setup,
    pub(crate) registry: Registry,
    pub(crate) conversation: Conversation,
    pub(crate) turn: Turn,
    pub(crate) submissions: Vec<Submission>,
    pub(crate) facts: Facts,
    pub(crate) stopped: Option<StopReason>,
    pub(crate) checks: Checks,
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
        self.forget_checks(event);
        match event {
            Event::Started { task, model, budgets, system, tools, usages, fit, .. } => {
                (self.setup.budgets, self.setup.wants_usages) = (*budgets, *usages);
                self.setup.checks_fit = *fit;
                let question = prompt::question(task, self.room_left(), self.why_only_report());
                self.conversation.messages.push(Message::User(question));
                self.setup.task = Some(task.clone());
                self.facts.stats.model.clone_from(model);
                self.setup.system.clone_from(system);
                self.setup.tools.clone_from(tools);
            }
            Event::ModelRequested { must_call, repeated, .. } => {
                (self.turn.forced, self.turn.is_repeated) = (must_call.is_some(), *repeated);
                self.facts.stats.model_calls += 1;
            }
            Event::AttemptFailed { notice, .. } => self.add_tokens(notice.tokens),
            Event::ModelAnswered { turn, .. } => self.model_answered(turn),
            Event::ModelFailed { error, too_long, idle, .. } => {
                self.turn.failure = Some(error.clone());
                (self.turn.too_long, self.turn.idle) = (*too_long, *idle);
            }
            Event::Compacted { answers, .. } => self.compacted(answers),
            Event::ToolAnswered { call, outcome, .. } => self.call_answered(call, outcome),
            Event::HostMessage { kind, text } => self.host_message(*kind, text),
            Event::UsagesFound { output, .. } => self.usages_found(output),
            Event::FilesChecked { report, present, counts, absent, .. } => {
                self.add_counts(counts, absent);
                self.checks.last = Some(*report);
                if self.stopped.is_some() {
                    self.checks.after_stop.push(*report);
                }
                self.validate_with(*report, present);
            }
            Event::FitChecked { submission, fit } => self.fit_checked(*submission, fit),
            Event::Stopped { reason, .. } => self.stopped = Some(*reason),
            Event::Resumed { root, model, budgets, unfinished, .. } => {
                self.resumed(root, model, *budgets);
                self.reopen_calls(unfinished);
            }
            Event::CacheHit { task, at_ms } => self.cache_hit(task, *at_ms),
            Event::CacheMiss { .. } => {}
        }
        if let Some(at_ms) = event.at_ms() {
            self.facts.stats.elapsed_ms = at_ms.saturating_sub(self.setup.cache_hit_ms);
        }
    }

    /// What was checked last is no longer the newest event.
    fn forget_checks(&mut self, event: &Event) {
        match event {
            Event::Stopped { .. } => {}
            // It reads no file.
            Event::FitChecked { .. } => self.checks.last_fit = None,
            _ => (self.checks.last, self.checks.last_fit) = (None, None),
        }
    }

    fn call_answered(&mut self, call: &str, outcome: &ToolOutcome) {
        let index = self.turn.pending.iter().position(|p| p.call.id == *call);
        if let Some(pending) = index.map(|index| self.turn.pending.remove(index)) {
            self.tool_answered(pending, outcome);
        }
    }

    fn model_answered(&mut self, turn: &ModelTurn) {
        self.turn.submitted = false;
        // A client that still sends the calls of its last turn has not read yet that a report is required. Once the calls
        // are used up, each turn counts, so that every run ends.
        let calls_left = self.facts.stats.tool_calls < self.setup.budgets.tool_calls;
        let is_continued = turn.continued && !turn.calls.is_empty() && calls_left;
        self.turn.turns_without_report += u32::from(self.turn.forced && !is_continued);
        self.facts.stats.steps += u32::from(!self.turn.is_repeated && !is_continued);
        self.add_tokens(turn.tokens);
        self.turn.handed_out = self.registry.handed_out();
        self.turn.pending =
            (turn.calls.iter()).map(|call| Pending::of(call, &self.registry)).collect();
        self.turn.calls.clone_from(&turn.calls);
        let calls = turn.calls.iter();
        let calls = calls.map(|call| arguments::with_repaired_arguments(call, &self.setup.tools));
        self.conversation
            .messages
            .push(Message::Model(ModelTurn { calls: calls.collect(), ..turn.clone() }));
    }

    fn add_tokens(&mut self, tokens: Option<Tokens>) {
        self.facts.stats.tokens = Tokens::sum(self.facts.stats.tokens, tokens);
    }

    fn host_message(&mut self, kind: HostMessageKind, text: &str) {
        self.conversation.messages.push(Message::User(text.to_owned()));
        self.conversation.last_host_message = Some(kind);
        self.conversation.usages_shown = self.conversation.usages.is_some();
        let last = self.submissions.len().checked_sub(1);
        match kind {
            HostMessageKind::Nudge => self.facts.stats.nudges += 1,
            HostMessageKind::Gap => self.facts.stats.continuations += 1,
            HostMessageKind::Fit => self.conversation.fit_named.extend(last),
            HostMessageKind::Insistence | HostMessageKind::Usages => {}
        }
        let about = match kind {
            HostMessageKind::Gap | HostMessageKind::Usages | HostMessageKind::Fit => last,
            HostMessageKind::Insistence | HostMessageKind::Nudge => None,
        };
        self.conversation.losses_named.extend(about);
    }

    /// Adds the word counts and the absent words that the host determined in a check.
    fn add_counts(&mut self, counts: &[TokenCount], absent: &[String]) {
        if !counts.is_empty() {
            let mut listing = Observation::listed(Source::LIST, Vec::new());
            listing.counts = counts.to_vec();
            self.registry.observe(listing);
        }
        if !absent.is_empty() {
            self.facts.coverage.absent = absent.to_vec();
        }
    }

    fn validate_with(&mut self, report: CheckFor, present: &Present) {
        match report {
            CheckFor::Submission(n) => {
                let verdict = self.submissions.get(n).map(|submission| {
                    let lost_texts = submission.fit.as_ref().map_or(0, Fit::lost_texts);
                    let context = self.context(present).handed_out(submission.handed_out);
                    let context = context.cut_links(&submission.cut_links);
                    let context = context.lost_texts(lost_texts).unread(&submission.unread);
                    let context = context.revision(submission.is_revision);
                    validate(&submission.selection, &context)
                });
                if let Some((submission, verdict)) = self.submissions.get_mut(n).zip(verdict) {
                    submission.validated = Some((verdict, present.clone()));
                }
            }
            CheckFor::Fallback => self.checks.fallback = Some(present.clone()),
        }
    }

    /// Whether a next report answers a message about gaps: some models submit only what they mended.
    pub(crate) fn answers_gaps(&self) -> bool {
        self.facts.stats.continuations > 0 && self.conversation.fit_named.is_empty()
    }

    /// Whether a next report is the model's own choice, after the host showed who uses what its report cites, or what is
    /// lost in print.
    fn is_asked_to_revise(&self) -> bool {
        let was_asked = self.conversation.usages_shown || !self.conversation.fit_named.is_empty();
        was_asked && !self.answers_gaps()
    }

    /// Whether the last message is the host's.
    pub(crate) fn last_message_is_the_hosts(&self) -> bool {
        matches!(self.conversation.messages.last(), Some(Message::User(_)))
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
        &self.conversation.messages
    }

    /// The statistics so far.
    #[must_use]
    pub fn stats(&self) -> &Stats {
        &self.facts.stats
    }

    /// The limits.
    #[must_use]
    pub fn budgets(&self) -> Budgets {
        self.setup.budgets
    }
}
