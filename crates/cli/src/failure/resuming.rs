//! Why a run cannot be resumed.

use firsthand::{Intent, TranscriptError};

use super::{Exit, Said, said};

/// What stands against going on with a transcript.
#[derive(Debug)]
pub(crate) enum Resuming {
    /// It holds no run to go on with.
    Transcript(TranscriptError),
    /// It is about another question than the caller's.
    Query,
    /// It is for another purpose than the caller's.
    Intent(Intent),
}

impl Resuming {
    pub(super) fn say(&self, what: &str) -> Said {
        match self {
            Self::Transcript(TranscriptError::Finished) => said(
                Exit::Usage,
                format!("the run of {what} is finished, and its report was accepted"),
                "`firsthand replay` prints the report of a transcript",
            ),
            Self::Transcript(why) => said(
                Exit::Usage,
                format!("{what} cannot be resumed: {why}"),
                "`firsthand replay --show` prints what of it can be read",
            ),
            Self::Query => said(
                Exit::Usage,
                format!("the run of {what} is about another question"),
                "--resume takes the question from the transcript; leave it out",
            ),
            Self::Intent(intent) => said(
                Exit::Usage,
                format!("the run of {what} has the intent `{intent}`"),
                "--resume takes the intent from the transcript; leave it out",
            ),
        }
    }
}
