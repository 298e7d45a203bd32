//! The parts of a run, what the loop reads of them once at the start, and its result.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use firsthand_validator::VerifiedReport;

use crate::submit::{SUBMIT, submit_spec};
use crate::{
    Budgets, Cancel, Event, FileSource, HideSecrets, Model, ModelError, ModelTraits, Notice,
    Policy, ReportFit, Runtime, State, Threads, Tool, ToolSpec, TranscriptError, UsageFinder,
};

/// The parts of an exploration.
#[derive(Clone)]
pub struct Parts {
    /// The explorer model.
    pub model: Arc<dyn Model>,
    /// The tools that it may call; `submit_report` is added. Of two tools with one name, the first counts.
    pub tools: Vec<Arc<dyn Tool>>,
    /// The repository's files: for tools, and for checking cited places.
    pub files: Arc<dyn FileSource>,
    /// Which files and secrets of every tool's results are hidden.
    pub policy: Arc<dyn Policy>,
    /// Finds the users of what the first report cites, with intent edit or debug; `None` skips that.
    pub usage_finder: Option<Arc<dyn UsageFinder>>,
    /// Says what the printed report has no room for; `None` for a host that prints everything.
    pub fit: Option<Arc<dyn ReportFit>>,
    /// The limits.
    pub budgets: Budgets,
    /// Cancels the run.
    pub cancel: Cancel,
    /// Receives every event as it happens: for progress, and for a transcript on disk.
    pub observer: Option<Arc<dyn Observer>>,
    /// The clock, and the threads of tools.
    pub runtime: Arc<dyn Runtime>,
}

impl Parts {
    /// Parts without tools, with safe defaults: secrets hidden, default budgets, the
    /// system's clock and threads.
    #[must_use]
    pub fn new(model: Arc<dyn Model>, files: Arc<dyn FileSource>) -> Self {
        Self {
            model,
            tools: Vec::new(),
            files,
            policy: Arc::new(HideSecrets),
            usage_finder: None,
            fit: None,
            budgets: Budgets::default(),
            cancel: Cancel::new(),
            observer: None,
            runtime: Arc::new(Threads::default()),
        }
    }
}

/// Receives the events of a run while it goes on.
pub trait Observer: Send + Sync {
    /// An event was recorded; `state` is the state after it.
    fn event(&self, event: &Event, state: &State);

    /// An attempt to get the model's turn just failed; it becomes an event when the turn is over.
    fn notice(&self, _: &Notice) {}
}

/// A tool, with its name and properties, read once at the start.
pub(super) struct NamedTool {
    pub(super) name: String,
    /// Whether its calls must not run in parallel with others.
    pub(super) exclusive: bool,
    pub(super) tool: Arc<dyn Tool>,
}

/// The model's name; empty where it panics.
pub(crate) fn model_name(parts: &Parts) -> String {
    let name = catch_unwind(AssertUnwindSafe(|| parts.model.name().to_owned()));
    name.unwrap_or_default()
}

/// The model's traits; `None` where it panics.
pub(crate) fn model_traits(parts: &Parts) -> Option<ModelTraits> {
    catch_unwind(AssertUnwindSafe(|| parts.model.traits())).ok()
}

/// Reads the description of every tool. One that panics, or whose name is taken, is left out: a provider
/// would reject the whole request for it.
pub(super) fn describe_tools(parts: &Parts) -> (Vec<NamedTool>, Vec<ToolSpec>) {
    let mut tools: Vec<NamedTool> = Vec::new();
    let mut specs = Vec::new();
    for tool in &parts.tools {
        let described = catch_unwind(AssertUnwindSafe(|| (tool.spec(), !tool.parallel_safe())));
        let Ok((spec, exclusive)) = described else {
            tracing::warn!("a tool that panics when asked for its description is left out");
            continue;
        };
        if spec.name == SUBMIT || tools.iter().any(|other| other.name == spec.name) {
            tracing::warn!(tool = spec.name, "a tool whose name is taken is left out");
            continue;
        }
        tools.push(NamedTool { name: spec.name.clone(), exclusive, tool: Arc::clone(tool) });
        specs.push(spec);
    }
    specs.push(submit_spec());
    (tools, specs)
}

/// A finished exploration.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Explored {
    /// The verified result.
    pub report: VerifiedReport,
    /// All events; [`replay`](crate::replay) rebuilds the report from them.
    pub transcript: Vec<Event>,
}

/// The error of an exploration without a report.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExploreError {
    /// The question has no character that is not white space.
    #[error("the question is empty")]
    EmptyQuery,
    /// The caller cancelled.
    #[error("the exploration was cancelled")]
    Cancelled {
        /// The events until then; [`resume`](crate::resume) continues them.
        transcript: Vec<Event>,
    },
    /// The model failed before anything was observed.
    #[error("{error}")]
    Model {
        /// Its last error.
        error: ModelError,
        /// The events until then; [`resume`](crate::resume) continues them.
        transcript: Vec<Event>,
    },
    /// A tool found that the run cannot go on.
    #[error("{0}")]
    Tool(String),
    /// A transcript cannot be used.
    #[error(transparent)]
    Transcript(#[from] TranscriptError),
}

/// The reason why a run ends without a report.
pub(super) enum Halt {
    Cancelled,
    /// A tool's reason.
    Tool(String),
}
