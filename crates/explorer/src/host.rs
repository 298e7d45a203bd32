//! Accessors of [`Explorer`], changes for a single run, and what a host adds to one: observers, a form to print.

use std::sync::Arc;

use firsthand_agent::{
    BudgetLimits, Budgets, Cancel, Event, ExploreError, Explored, Model, Notice, Observer,
    ReportFit, Runtime, SUBMIT, State, Tool, ToolSpec, resume_in, submit_spec,
};
use firsthand_impact::{ChangeError, ImpactDocument, ImpactRequest};
use firsthand_render::{Options, fit};
use firsthand_tools::Toolbox;
use firsthand_validator::{Fit, VerifiedReport};
use futures::Stream;
use futures::channel::mpsc;

use crate::{Explorer, Question};

impl Explorer {
    /// The root, as it was given; of several `NAME=FOLDER` for each.
    #[must_use]
    pub fn root(&self) -> &str {
        &self.root
    }

    /// The budgets of a run: the stated limits or the model's defaults, lowered by the repository's own settings.
    #[must_use]
    pub fn budgets(&self) -> Budgets {
        let stated = self.model.traits().budgets(&self.limits);
        let narrowing = self.narrowing.iter();
        narrowing.fold(stated, |budgets, own| budgets.narrowed(own))
    }

    /// Whether the repository's own settings, rather than the stated limits, decide a budget of a run.
    #[must_use]
    pub fn is_narrowed<L: PartialEq>(
        &self,
        limit: impl Fn(&BudgetLimits) -> Option<L>,
        budget: impl Fn(&Budgets) -> L,
    ) -> bool {
        let effective = budget(&self.budgets());
        self.narrowing.iter().any(|own| limit(own).as_ref() == Some(&effective))
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

    /// The same explorer with a further observer of every event of a run, for hosts that need the opened root to make one.
    #[must_use]
    pub fn observed_by(mut self, observer: Arc<dyn Observer>) -> Self {
        self.observers.push(observer);
        self
    }

    /// Resumes an interrupted run from its events, in this repository: see
    /// [`resume`](firsthand_agent::resume). Does not read or write the report cache.
    ///
    /// # Errors
    /// An [`ExploreError`]; [`ExploreError::Transcript`] if the run cannot be resumed.
    pub async fn resume_until(
        &self,
        events: Vec<Event>,
        cancel: Cancel,
    ) -> Result<Explored, ExploreError> {
        resume_in(events, self.root.clone(), &self.parts(cancel)).await
    }

    /// As [`Explorer::explore_until`], with a stream of the run's events: each as it happens, until the run ends. The run
    /// goes on while the future is polled.
    pub fn explore_events(
        &self,
        question: Question,
        cancel: Cancel,
    ) -> (
        impl Stream<Item = Event> + Send + Unpin + use<>,
        impl Future<Output = Result<Explored, ExploreError>> + Send + use<>,
    ) {
        let (send, events) = mpsc::unbounded();
        let explorer = self.clone().observed_by(Arc::new(Sender(send)));
        let run = async move { explorer.explore_until(question, cancel).await };
        (events, run)
    }

    /// The same explorer with another model and clock, for hosts whose model is a conversation that serves a single run.
    /// Shares the caches of the root.
    #[must_use]
    pub fn driven_by(mut self, model: Arc<dyn Model>, runtime: Arc<dyn Runtime>) -> Self {
        (self.model, self.runtime) = (model, Some(runtime));
        self
    }
}

/// Sends each event to a stream; without a reader it is dropped.
struct Sender(mpsc::UnboundedSender<Event>);

impl Observer for Sender {
    fn event(&self, event: &Event, _: &State) {
        let _ = self.0.unbounded_send(event.clone());
    }
}

/// Passes each event on to several observers.
pub(crate) struct Observers(pub(crate) Vec<Arc<dyn Observer>>);

impl Observer for Observers {
    fn event(&self, event: &Event, state: &State) {
        for observer in &self.0 {
            observer.event(event, state);
        }
    }

    fn notice(&self, notice: &Notice) {
        for observer in &self.0 {
            observer.notice(notice);
        }
    }
}

/// The first duplicate tool name, counting `submit_report`.
pub(crate) fn duplicate_tool_name(tools: &[Arc<dyn Tool>]) -> Option<String> {
    let mut names = vec![SUBMIT.to_owned()];
    for tool in tools {
        let name = tool.spec().name;
        if names.contains(&name) {
            return Some(name);
        }
        names.push(name);
    }
    None
}

/// The Markdown form of a report.
pub(crate) struct MarkdownFit(pub(crate) Options);

impl ReportFit for MarkdownFit {
    fn fit(&self, report: &VerifiedReport) -> Fit {
        fit(report, &self.0)
    }
}

impl Explorer {
    /// Finds what a change touches: [`firsthand_impact`]. Blocks until it is done, its time is up, or `cancel` is raised.
    ///
    /// # Errors
    /// A [`ChangeError`] if the change cannot be read.
    pub fn impact(
        &self,
        request: &ImpactRequest,
        cancel: &Cancel,
    ) -> Result<ImpactDocument, ChangeError> {
        firsthand_impact::impact(&self.toolbox, request, cancel)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    /// Sums the numbers of tries in the notices that it receives.
    #[derive(Default)]
    struct TrySumObserver(AtomicU32);

    impl Observer for TrySumObserver {
        fn event(&self, _: &Event, _: &State) {}

        fn notice(&self, notice: &Notice) {
            self.0.fetch_add(notice.attempt, Ordering::Relaxed);
        }
    }

    #[test]
    fn every_observer_gets_each_notice() {
        let observers = [Arc::new(TrySumObserver::default()), Arc::new(TrySumObserver::default())];
        let all = observers.iter().map(|observer| Arc::clone(observer) as Arc<dyn Observer>);
        Observers(all.collect()).notice(&Notice::new("", 3, 7));
        let sums = observers.map(|observer| observer.0.load(Ordering::Relaxed));
        assert_eq!(sums, [3, 3]);
    }
}
