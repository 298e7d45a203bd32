//! A run that goes on after its end.

use super::State;
use crate::{Budgets, Task};

impl State {
    /// Nothing that was found out at the end counts any more.
    pub(super) fn resumed(&mut self, root: &str, model: &str, budgets: Budgets) {
        if let Some(task) = &mut self.task {
            root.clone_into(&mut task.root);
        }
        model.clone_into(&mut self.stats.model);
        self.budgets = budgets;
        self.stopped = None;
        self.failure = None;
        self.too_long = false;
        if self.closing().is_none() {
            self.missed = 0;
        }
        self.look_again();
    }

    /// The end stands; what was cited is looked at once more.
    pub(super) fn recalled(&mut self, task: &Task, at_ms: u64) {
        self.task = Some(task.clone());
        self.stats.cache_hit = true;
        self.recalled_ms = at_ms;
        self.look_again();
    }

    fn look_again(&mut self) {
        self.settled.clear();
        self.last_check = None;
        self.fallback_present = None;
    }
}
