//! A run that ended without a report.

use firsthand::{ExploreError, TranscriptError};

use super::{ErrorMessage, Exit, Failure, error};

/// Why a run has no report, and how to resume it.
#[derive(Debug)]
pub(crate) struct RunFailure {
    pub(crate) why: ExploreError,
    /// A hint with the command that resumes the run, if it can be resumed.
    pub(crate) resume_hint: Option<String>,
}

impl From<ExploreError> for RunFailure {
    fn from(why: ExploreError) -> Self {
        Self { why, resume_hint: None }
    }
}

impl RunFailure {
    pub(super) fn message(&self) -> ErrorMessage {
        let (exit, sentence) = match &self.why {
            ExploreError::Cancelled { .. } => (Exit::Cancelled, "cancelled".to_owned()),
            ExploreError::EmptyQuery => return Failure::EmptyQuery("query").message(),
            why => (Exit::Failed, format!("the exploration failed: {why}")),
        };
        error(exit, sentence, self.resume_hint.clone().unwrap_or_default())
    }

    /// The message for a transcript that cannot be replayed.
    pub(super) fn replay_message(&self, what: &str) -> ErrorMessage {
        if let ExploreError::Transcript(TranscriptError::Line { line: 1, .. }) = &self.why {
            return error(
                Exit::Usage,
                format!("{what} is not a transcript: its first line is no event of a run"),
                "`firsthand explore … --transcript FILE` writes one",
            );
        }
        const SHOW_HINT: &str = "`firsthand replay --show` prints what of it can be read";
        let why = match &self.why {
            ExploreError::Cancelled { .. } => {
                "the run was cancelled, so it has no report".to_owned()
            }
            other => other.to_string(),
        };
        let hint = match &self.resume_hint {
            Some(resume_hint) => format!("{resume_hint}; {SHOW_HINT}"),
            None => SHOW_HINT.to_owned(),
        };
        error(Exit::Usage, format!("{what} cannot be replayed: {why}"), hint)
    }
}
