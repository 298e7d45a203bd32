//! Accessors of [`Explorer`], and changes for a single run.

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

    /// The budgets of a run: the stated limits or the model's defaults, lowered by the repository's own settings.
    #[must_use]
    pub fn budgets(&self) -> Budgets {
        self.model
            .traits()
            .budgets(&self.limits)
            .narrowed(&self.narrowing)
    }

    /// Notes for the caller: the repository settings that apply, and those that were ignored.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The tools and their sandbox.
    #[must_use]
    pub fn toolbox(&self) -> &Toolbox {
        &self.toolbox
    }

    /// The tools that a model may call, `submit_report` last; the same for every run.
    #[must_use]
    pub fn tool_specs(&self) -> Vec<ToolSpec> {
        let tools = self.tools.iter().map(|tool| tool.spec());
        tools.chain([submit_spec()]).collect()
    }

    /// The same explorer with another observer of every event of a run, for hosts that need the opened root to make one.
    #[must_use]
    pub fn observed_by(mut self, observer: Arc<dyn Observer>) -> Self {
        self.observer = Some(observer);
        self
    }

    /// The same explorer with another model and clock, for hosts whose model is a conversation that serves a single run.
    /// Shares the caches of the root.
    #[must_use]
    pub fn driven_by(mut self, model: Arc<dyn Model>, runtime: Arc<dyn Runtime>) -> Self {
        (self.model, self.runtime) = (model, Some(runtime));
        self
    }
}
