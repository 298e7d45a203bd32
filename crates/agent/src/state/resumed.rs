//! The state of a run that is resumed, or found in a cache.

use super::{Pending, State};
use crate::{Budgets, Message, Task};

impl State {
    /// Sets the root, the model's name and the budgets for the rest of the run, and clears the end of the run, the
    /// model's failure and the checks of files.
    pub(super) fn resumed(&mut self, root: &str, model: &str, budgets: Budgets) {
        if let Some(task) = &mut self.setup.task {
            root.clone_into(&mut task.root);
        }
        model.clone_into(&mut self.facts.stats.model);
        self.setup.budgets = budgets;
        self.stopped = None;
        self.turn.failure = None;
        (self.turn.too_long, self.turn.idle) = (false, false);
        // With larger budgets, the model need no longer be forced to report.
        if self.why_only_report().is_none() {
            self.turn.turns_without_report = 0;
        }
        self.clear_checks();
    }

    /// Removes the answers to calls that the end interrupted, and their number from the statistics; the calls are
    /// pending again. `unfinished` has the ids of the calls.
    pub(super) fn reopen_calls(&mut self, unfinished: &[String]) {
        let calls = self.turn.calls.iter();
        let calls = calls.filter(|call| unfinished.contains(&call.id));
        let pending: Vec<Pending> = calls
            .map(|call| Pending::of(call, &self.registry))
            .collect();
        let before = self.conversation.messages.len();
        self.conversation.messages.retain(|message| match message {
            Message::Answer(answer) => !pending.iter().any(|p| p.call.id == answer.call),
            _ => true,
        });
        let removed = u32::try_from(before - self.conversation.messages.len()).unwrap_or(u32::MAX);
        self.facts.stats.tool_calls = self.facts.stats.tool_calls.saturating_sub(removed);
        if !pending.is_empty() {
            self.clear_remaining();
        }
        self.turn.pending.extend(pending);
    }

    /// Removes the remaining budget from the last turn's answers: the turn is not over, and only its last answer states
    /// it.
    fn clear_remaining(&mut self) {
        for message in self.conversation.messages.iter_mut().rev() {
            match message {
                Message::Model(_) => break,
                Message::Answer(answer) => answer.remaining = None,
                Message::User(_) => {}
            }
        }
    }

    /// Sets the question that is asked now, and clears the checks, so that cited files are checked again. The end of
    /// the run is retained.
    pub(super) fn cache_hit(&mut self, task: &Task, at_ms: u64) {
        self.setup.task = Some(task.clone());
        self.facts.stats.cache_hit = true;
        self.setup.cache_hit_ms = at_ms;
        self.clear_checks();
    }

    fn clear_checks(&mut self) {
        self.checks.after_stop.clear();
        (self.checks.last, self.checks.last_fit) = (None, None);
        self.checks.fits.clear();
        self.checks.fallback = None;
    }
}
