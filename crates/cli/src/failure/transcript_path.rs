//! Errors for the path of a transcript.

use std::fmt::Display;
use std::io;
use std::path::PathBuf;

use super::{ErrorMessage, Exit, error};

/// Why a path is rejected for a transcript.
#[derive(Debug)]
pub(crate) enum TranscriptPathError {
    /// The path is inside the explored repository.
    Inside(PathBuf),
    /// The file exists and is not a transcript.
    Foreign,
    /// Another process is writing to the file.
    Busy,
    /// The operating system returned an error.
    System(io::Error),
}

impl From<io::Error> for TranscriptPathError {
    fn from(why: io::Error) -> Self {
        match why.kind() {
            io::ErrorKind::WouldBlock => Self::Busy,
            _ => Self::System(why),
        }
    }
}

pub(super) fn transcript_path_message(
    path: &dyn Display,
    why: &TranscriptPathError,
) -> ErrorMessage {
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
        TranscriptPathError::System(why) => {
            error(Exit::Usage, format!("the transcript {path} cannot be written: {why}"), "")
        }
    }
}
