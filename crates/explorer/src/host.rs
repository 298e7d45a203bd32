//! What a host asks of an explorer, and what it changes for one run.

use std::sync::Arc;

use firsthand_agent::{Budgets, Model, Observer, Runtime, ToolSpec, submit_spec};
use firsthand_tools::Toolbox;

use crate::Explorer;

impl Explorer {
    /// The root, as it was given.
    #[must_use]
    pub fn root(&self) -> &str {
        &self.root
    }

    /// How much a run may take, after the repository's own settings narrowed it.
    #[must_use]
    pub fn budgets(&self) -> Budgets {
        self.budgets
    }

    /// What the caller should know of the set-up: settings of the repository that were not honoured.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The tools and the sandbox they look through.
    #[must_use]
    pub fn toolbox(&self) -> &Toolbox {
        &self.toolbox
    }

    /// What a model may call, `submit_report` last: the same for every run.
    #[must_use]
    pub fn tool_specs(&self) -> Vec<ToolSpec> {
        let tools = self.tools.iter().map(|tool| tool.spec());
        tools.chain([submit_spec()]).collect()
    }

    /// The same with another observer of every event of a run: for hosts that make an observer of
    /// what they learn of the root.
    #[must_use]
    pub fn observed_by(mut self, observer: Arc<dyn Observer>) -> Self {
        self.observer = Some(observer);
        self
    }

    /// The same with another model, and with another clock: for hosts whose model is a conversation of
    /// its own, which takes part in one run alone. What was learned of the root is shared.
    #[must_use]
    pub fn driven_by(mut self, model: Arc<dyn Model>, runtime: Arc<dyn Runtime>) -> Self {
        (self.model, self.runtime) = (model, Some(runtime));
        self
    }
}
