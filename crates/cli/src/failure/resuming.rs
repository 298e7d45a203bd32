//! Why a run cannot be resumed.

use std::path::PathBuf;

use firsthand::{Intent, TranscriptError};

use super::{ErrorMessage, Exit, error};
use crate::models;

/// What stands against going on with a transcript.
#[derive(Debug)]
pub(crate) enum ResumeFailure {
    /// It holds no run to go on with.
    Transcript(TranscriptError),
    /// It is about another question than the caller's.
    Query,
    /// It is for another purpose than the caller's.
    Intent(Intent),
    /// It is about another folder than the caller's.
    Root(PathBuf),
    /// Another model would go on with it, and the caller has not asked for that.
    Model { had: String, here: String },
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
            Self::Root(had) => {
                // A relative root was one from where the run began.
                let there = had.is_dir();
                let had = had.display();
                error(
                    Exit::Usage,
                    format!("the run of {what} is about another folder, {had}"),
                    match there {
                        true => {
                            format!("say --root {had} to go on there, or --root . to go on here")
                        }
                        false => "--root takes the folder to go on in: . for this one".to_owned(),
                    },
                )
            }
            Self::Model { had, here } => error(
                Exit::Usage,
                format!("the run of {what} was explored by `{had}`"),
                other_model(had, here),
            ),
        }
    }
}

/// A transcript holds no address, so nobody can know where its model was.
fn other_model(had: &str, here: &str) -> String {
    let address = match had == models::DEFAULT {
        true => "",
        false => " (and --base-url where it was not at the service's own address)",
    };
    let here = match here == models::DEFAULT {
        true => format!("--model {here} to let the embedded model finish"),
        false => format!("--model {here} to let that one finish"),
    };
    format!("say --model {had}{address}, or {here}")
}
