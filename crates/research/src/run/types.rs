//! The dependencies, the request and the outcome of a run.

use std::sync::Arc;
use std::time::Duration;

use firsthand_agent::validator::VerifiedReport;
use firsthand_agent::{Cancel, FileSource};

use crate::bus::StageBus;
use crate::log::{LogError, Record};
use crate::{Intent, Invalid, SearchResult};

/// The outcome of a run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Researched {
    /// The result in its wire format.
    pub result: SearchResult,
    /// The places and quotes of its claims, as they were verified.
    pub report: VerifiedReport,
    /// The log of the run; [`replay`](crate::replay) makes the same result of it.
    pub log: Vec<Record>,
}

/// Why a run has no result.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ResearchError {
    /// The intent is not valid.
    #[error("the intent is not valid: {0}")]
    Intent(#[from] Invalid),
    /// The caller cancelled.
    #[error("the research was cancelled")]
    Cancelled,
    /// The log cannot be used for this.
    #[error(transparent)]
    Log(#[from] LogError),
}

/// Receives each record of a run as it is written.
pub trait Observer: Send + Sync {
    /// Called with each new record.
    fn record(&self, record: &Record);
}

/// The dependencies of a run.
#[derive(Clone)]
pub struct RunDependencies {
    /// Carries stages to the workers that run them.
    pub bus: Arc<dyn StageBus>,
    /// Reads the present content of cited files and commit messages.
    pub files: Arc<dyn FileSource>,
    /// The time limit of the run.
    pub deadline: Duration,
    /// Cancels the run.
    pub cancel: Cancel,
    /// Receives every record.
    pub observer: Option<Arc<dyn Observer>>,
}

/// A request for a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// What to find out.
    pub intent: Intent,
    /// The run's id, used in its keys and triples.
    pub loop_id: String,
    /// The id of the run that requested this one; empty if the caller is not a run.
    pub parent: String,
    /// The repository, as the caller names it.
    pub root: String,
    /// The model that decides; empty without one.
    pub model: String,
}

impl Request {
    /// Makes a request without parent, repository name and model.
    #[must_use]
    pub fn new(loop_id: impl Into<String>, intent: Intent) -> Self {
        Self {
            intent,
            loop_id: loop_id.into(),
            parent: String::new(),
            root: String::new(),
            model: String::new(),
        }
    }
}
