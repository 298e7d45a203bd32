//! The state of a run: a function of its events.

mod again;
mod answered;
mod compacted;
mod outcome;
mod related;
mod remaining;

use firsthand_registry::{Observation, QueryTokens, Registry, Source, TokenCount};
use firsthand_validator::{
    Context, Coverage, Finding, Present, Selection, Stats, StopReason, Tokens, Verdict, validate,
};

use crate::event::{CheckFor, Event, HostMessageKind};
use crate::shown::Shown;
use crate::submit::{Reading, SUBMIT, read_selection};
use crate::{Answer, Budgets, Message, ModelTurn, Task, ToolCall, ToolSpec, arguments, prompt};

/// A selection that the model submitted, and what became of it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Submission {
    pub(crate) selection: Selection,
    /// Whether it breaks off: the selection is what is whole in it.
    pub(crate) cut: bool,
    /// The verdict, with the disk facts that it rests on; `None` until the disk was looked at.
    pub(crate) judged: Option<(Verdict, Present)>,
}

/// A call that has no answer yet.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Pending {
    pub(crate) call: ToolCall,
    /// The report that it submits, where it is a call of [`SUBMIT`].
    pub(crate) report: Option<Reading>,
}

impl Pending {
    fn of(call: &ToolCall) -> Self {
        Self {
            report: (call.tool == SUBMIT).then(|| read_selection(call)),
            call: call.clone(),
        }
    }
}

/// Everything that is known of a run, rebuilt from its events.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct State {
    pub(crate) task: Option<Task>,
    pub(crate) system: String,
    pub(crate) tools: Vec<ToolSpec>,
    pub(crate) budgets: Budgets,
    /// By which rules the report is made.
    pub(crate) rules: u32,
    pub(crate) registry: Registry,
    pub(crate) messages: Vec<Message>,
    /// The calls of the model's last turn, as it wrote them: the conversation shows them as they were read.
    pub(crate) calls: Vec<ToolCall>,
    pub(crate) pending: Vec<Pending>,
    pub(crate) submissions: Vec<Submission>,
    pub(crate) shown: Shown,
    pub(crate) answers_without_new_places: u32,
    pub(crate) coverage: Coverage,
    pub(crate) findings: Vec<Finding>,
    pub(crate) stats: Stats,
    pub(crate) failure: Option<String>,
    /// Whether the failure was that the conversation is too long.
    pub(crate) too_long: bool,
    /// Whether the model was last asked for a report by force.
    pub(crate) forced: bool,
    /// Whether that was for the second time in a row.
    pub(crate) asked_once_more: bool,
    /// The host's messages since the last answer to a call, if any.
    pub(crate) last_host_message: Option<HostMessageKind>,
    /// Whether the first report is met with who uses what it cites.
    pub(crate) wants_users: bool,
    /// Who does, once that was asked.
    pub(crate) users: Option<Answer>,
    /// Whether the host spoke since.
    pub(crate) users_shown: bool,
    /// How many turns in a row had to be a report and were none that can be read.
    pub(crate) turns_without_report: u32,
    /// Whether the model's last turn held a report that could be read.
    pub(crate) submitted: bool,
    pub(crate) stopped: Option<StopReason>,
    /// What the disk was looked at for, where nothing but the end of the run came after it.
    pub(crate) last_check: Option<CheckFor>,
    /// What the disk was looked at for since the run stopped.
    pub(crate) checked_after_stop: Vec<CheckFor>,
    pub(crate) fallback_present: Option<Present>,
    /// When the run was found in a report cache: its report took the time since.
    pub(crate) cache_hit_ms: u64,
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

    /// Takes one more event.
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
                related,
                rules,
                ..
            } => {
                (self.budgets, self.wants_users, self.rules) = (*budgets, *related, *rules);
                let question = prompt::question(task, self.why_only_report());
                self.messages.push(Message::User(question));
                self.task = Some(task.clone());
                self.stats.model.clone_from(model);
                self.system.clone_from(system);
                self.tools.clone_from(tools);
            }
            Event::ModelAsked {
                must_call, again, ..
            } => {
                (self.forced, self.asked_once_more) = (must_call.is_some(), *again);
                self.stats.model_calls += 1;
            }
            Event::TryFailed { notice, .. } => self.spend(notice.tokens),
            Event::ModelAnswered { turn, .. } => self.model_answered(turn),
            Event::ModelFailed {
                error, too_long, ..
            } => (self.failure, self.too_long) = (Some(error.clone()), *too_long),
            Event::Compacted { answers, .. } => self.compacted(answers),
            Event::ToolAnswered {
                call,
                output,
                error,
                ..
            } => {
                let pending = self.pending.iter().position(|c| c.call.id == *call);
                if let Some(call) = pending.map(|at| self.pending.remove(at)) {
                    self.tool_answered(call, output, error.as_deref());
                }
            }
            Event::HostMessage { why, text } => self.host_message(*why, text),
            Event::UsersFound { output, .. } => self.related(output),
            Event::FilesChecked {
                of,
                present,
                counts,
                absent,
                ..
            } => {
                self.counted(counts, absent);
                self.last_check = Some(*of);
                if self.stopped.is_some() {
                    self.checked_after_stop.push(*of);
                }
                self.checked(*of, present);
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
                self.run_again(unfinished);
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
        self.stats.steps += u32::from(!self.asked_once_more);
        self.spend(turn.tokens);
        self.pending = turn.calls.iter().map(Pending::of).collect();
        self.calls.clone_from(&turn.calls);
        let calls = turn.calls.iter();
        let calls = calls.map(|call| arguments::as_read(call, &self.tools));
        self.messages.push(Message::Model(ModelTurn {
            calls: calls.collect(),
            ..turn.clone()
        }));
    }

    fn spend(&mut self, tokens: Option<Tokens>) {
        if let Some(used) = tokens {
            let total = self.stats.tokens.get_or_insert_with(Tokens::default);
            total.input = total.input.saturating_add(used.input);
            total.cached = total.cached.saturating_add(used.cached);
            total.output = total.output.saturating_add(used.output);
        }
    }

    fn host_message(&mut self, why: HostMessageKind, text: &str) {
        self.messages.push(Message::User(text.to_owned()));
        self.last_host_message = Some(why);
        self.users_shown = self.users.is_some();
        match why {
            HostMessageKind::Nudge => self.stats.nudges += 1,
            HostMessageKind::Gap => self.stats.continuations += 1,
            HostMessageKind::Insistence | HostMessageKind::Related => {}
        }
    }

    /// Takes what the host counted.
    fn counted(&mut self, counts: &[TokenCount], absent: &[String]) {
        if !counts.is_empty() {
            let mut listing = Observation::listed(Source::LIST, Vec::new());
            listing.counts = counts.to_vec();
            self.registry.observe(listing);
        }
        if !absent.is_empty() {
            self.coverage.absent = absent.to_vec();
        }
    }

    /// The words of the question.
    pub(crate) fn words(&self) -> Vec<String> {
        let tokens = self.task.as_ref().map(|task| QueryTokens::of(&task.query));
        let tokens = tokens.iter().flat_map(QueryTokens::iter);
        tokens.map(str::to_owned).collect()
    }

    fn checked(&mut self, of: CheckFor, present: &Present) {
        match of {
            CheckFor::Submission(n) => {
                let intent = self
                    .task
                    .as_ref()
                    .map(|task| task.intent)
                    .unwrap_or_default();
                let context = Context::new(&self.registry, present, intent);
                if let Some(submission) = self.submissions.get_mut(n) {
                    let verdict = validate(&submission.selection, &context);
                    submission.judged = Some((verdict, present.clone()));
                }
            }
            CheckFor::Fallback => self.fallback_present = Some(present.clone()),
        }
    }

    /// Whether the host spoke last.
    pub(crate) fn host_spoke_last(&self) -> bool {
        matches!(self.messages.last(), Some(Message::User(_)))
    }

    /// Why the run stopped, once it did.
    #[must_use]
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// What was observed.
    #[must_use]
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The conversation so far.
    #[must_use]
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// The counts so far.
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
