//! The error of a command: one sentence, perhaps a hint, and an exit code.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::process::ExitCode;

use firsthand::registry::escape;
use firsthand_eval::{JournalError, RunError};

/// The exit code if the command was right, but its work failed.
const FAILED: u8 = 1;
/// The exit code if the arguments or an input are wrong.
const USAGE: u8 = 2;
/// The exit code of a cancelled command.
const CANCELLED: u8 = 130;

/// Why a command failed.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    hint: Option<&'static str>,
    code: u8,
}

impl Failure {
    /// The arguments or an input are wrong.
    pub(crate) fn usage(message: impl Display) -> Self {
        Self { message: message.to_string(), hint: None, code: USAGE }
    }

    /// The work failed.
    pub(crate) fn work(message: impl Display) -> Self {
        Self { code: FAILED, ..Self::usage(message) }
    }

    /// The caller cancelled.
    pub(crate) fn cancelled() -> Self {
        Self { code: CANCELLED, ..Self::usage("cancelled") }
    }

    /// Adds what to do about it.
    pub(crate) fn hint(self, hint: &'static str) -> Self {
        Self { hint: Some(hint), ..self }
    }

    /// Standard output cannot be written; that its reader closed it is no error.
    pub(crate) fn output(why: &io::Error) -> Self {
        if why.kind() == io::ErrorKind::BrokenPipe {
            return Self { message: String::new(), hint: None, code: 0 };
        }
        Self::work(format!("standard output cannot be written: {why}"))
    }

    /// Prints it to standard error, and returns the code that the process ends with.
    pub(crate) fn report(&self) -> ExitCode {
        if !self.message.is_empty() {
            let mut text = format!("error: {}\n", escape(&self.message));
            if let Some(hint) = self.hint {
                text += &format!("hint: {hint}\n");
            }
            // An error here cannot be reported.
            let _ = io::stderr().lock().write_all(text.as_bytes());
        }
        ExitCode::from(self.code)
    }
}

impl From<JournalError> for Failure {
    fn from(why: JournalError) -> Self {
        match why {
            JournalError::Io { .. } => Self::work(why),
            _ => Self::usage(why).hint("choose another file, or add --resume to take up a journal"),
        }
    }
}

impl From<RunError> for Failure {
    fn from(why: RunError) -> Self {
        let failure = match why {
            RunError::Cancelled => Self::cancelled(),
            why => Self::work(format!("the measurement broke off: {why}")),
        };
        failure.hint("with --out and --resume it is taken up again")
    }
}
