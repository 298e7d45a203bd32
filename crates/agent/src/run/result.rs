//! The result of an exploration: a report or an error.

use firsthand_validator::VerifiedReport;

use crate::{Event, ModelError, TranscriptError};

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
