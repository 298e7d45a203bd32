//! A file that is not taken for a transcript.

use std::fmt::Display;
use std::io;
use std::path::PathBuf;

use super::{ErrorMessage, Exit, error};

/// Why a file is not taken for a transcript.
#[derive(Debug)]
pub(crate) enum TranscriptPathError {
    /// It would stand in the explored repository.
    Inside(PathBuf),
    /// Something else stands there.
    Foreign,
    /// Another process writes to it.
    Busy,
    /// The system refuses.
    System(io::Error),
}

pub(super) fn refused(path: &dyn Display, why: &TranscriptPathError) -> ErrorMessage {
    match why {
        TranscriptPathError::Inside(root) => error(
            Exit::Usage,
            format!(
                "the transcript {path} would stand inside the explored root {}",
                root.display()
            ),
            "nothing is written there; choose a path outside it",
        ),
        TranscriptPathError::Foreign => error(
            Exit::Usage,
            format!("{path} exists and is no transcript, so it is not overwritten"),
            "choose another path",
        ),
        TranscriptPathError::Busy => error(
            Exit::Usage,
            format!("the transcript {path} is being written by another process"),
            "wait until that run has ended",
        ),
        TranscriptPathError::System(why) => error(
            Exit::Usage,
            format!("the transcript {path} cannot be written: {why}"),
            "",
        ),
    }
}
