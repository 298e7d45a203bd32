//! A run that ended without a report.

use firsthand::ExploreError;

use super::{ErrorMessage, Exit, Failure, error};

/// Why a run has no report, and how it can go on.
#[derive(Debug)]
pub(crate) struct RunFailure {
    pub(crate) why: ExploreError,
    /// What goes on with it, where something does.
    pub(crate) go_on: Option<String>,
}

impl From<ExploreError> for RunFailure {
    fn from(why: ExploreError) -> Self {
        Self { why, go_on: None }
    }
}

impl RunFailure {
    pub(super) fn message(&self) -> ErrorMessage {
        let (exit, sentence) = match &self.why {
            ExploreError::Cancelled { .. } => (Exit::Cancelled, "cancelled".to_owned()),
            ExploreError::EmptyQuery => return Failure::EmptyQuery("query").message(),
            why => (Exit::Failed, format!("the exploration failed: {why}")),
        };
        error(exit, sentence, self.go_on.clone().unwrap_or_default())
    }

    /// The same of a transcript.
    pub(super) fn message_of(&self, what: &str) -> ErrorMessage {
        const SHOW: &str = "`firsthand replay --show` prints what of it can be read";
        let why = match &self.why {
            ExploreError::Cancelled { .. } => {
                "the run was cancelled, so it has no report".to_owned()
            }
            other => other.to_string(),
        };
        let hint = match &self.go_on {
            Some(go_on) => format!("{go_on}; {SHOW}"),
            None => SHOW.to_owned(),
        };
        error(
            Exit::Usage,
            format!("{what} cannot be replayed: {why}"),
            hint,
        )
    }
}
