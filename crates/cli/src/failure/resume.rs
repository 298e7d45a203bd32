//! Why a run cannot be resumed.

use std::path::{Path, PathBuf};

use firsthand::{Intent, TranscriptError, Workspace};

use super::{ErrorMessage, Exit, error};
use crate::models;
use crate::resume_hint::shell_quote;

/// Why a run cannot be resumed.
#[derive(Debug)]
pub(crate) enum ResumeFailure {
    /// The transcript has no run that can be resumed.
    Transcript(TranscriptError),
    /// The run has another question than the caller's.
    Query,
    /// The run has another intent than the caller's.
    Intent(Intent),
    /// The run has another root than the default one, and the caller did not name one.
    Root(PathBuf),
    /// Another model would resume the run, and the caller did not name it.
    Model { recorded: String, current: String },
}

impl ResumeFailure {
    pub(super) fn message(&self, what: &str) -> ErrorMessage {
        match self {
            Self::Transcript(TranscriptError::Finished) => error(
                Exit::Usage,
                format!("the run of {what} is finished, and its report was accepted"),
                "`firsthand replay` prints the report of a transcript",
            ),
            Self::Transcript(why) => error(
                Exit::Usage,
                format!("{what} cannot be resumed: {why}"),
                "`firsthand replay --show` prints what of it can be read",
            ),
            Self::Query => error(
                Exit::Usage,
                format!("the run of {what} is about another question"),
                "--resume takes the question from the transcript; leave it out",
            ),
            Self::Intent(intent) => error(
                Exit::Usage,
                format!("the run of {what} has the intent `{intent}`"),
                "--resume takes the intent from the transcript; leave it out",
            ),
            Self::Root(recorded) => {
                // A relative root may belong to another folder: it is suggested only where it exists here.
                let exists_here = is_here(recorded);
                let recorded = recorded.display();
                error(
                    Exit::Usage,
                    format!("the run of {what} is about another folder, {recorded}"),
                    if exists_here {
                        format!(
                            "say --root {} to go on there, or --root . to go on here",
                            shell_quote(&recorded.to_string())
                        )
                    } else {
                        "--root takes the folder to go on in: . for this one".to_owned()
                    },
                )
            }
            Self::Model { recorded, current } => error(
                Exit::Usage,
                format!("the run of {what} was made with the model `{recorded}`"),
                model_hint(recorded, current),
            ),
        }
    }
}

/// Whether the recorded roots exist here.
fn is_here(recorded: &Path) -> bool {
    let recorded: Option<Workspace> = recorded.to_str().and_then(|text| text.parse().ok());
    recorded.is_some_and(|roots| roots.roots().iter().all(|root| root.folder.is_dir()))
}

/// The hint to name a model. A transcript has no base URL, so the address of its model is unknown.
fn model_hint(recorded: &str, current: &str) -> String {
    let base_url_note = if recorded == models::BUILTIN {
        ""
    } else {
        " (and --base-url where it was not at the service's own address)"
    };
    let current_hint = if current == models::BUILTIN {
        format!("--model {current} to let the embedded model finish")
    } else {
        format!("--model {current} to let that one finish")
    };
    format!("say --model {recorded}{base_url_note}, or {current_hint}")
}
