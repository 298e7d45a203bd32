//! Why a research run has no result.

use std::path::PathBuf;

use firsthand_research::ResearchError;

use super::{ErrorMessage, Exit, Failure, error};

/// Why a research run or a worker failed.
#[derive(Debug)]
pub(crate) enum ResearchFailure {
    /// The run failed.
    Run(ResearchError),
    /// The run has another root than the current one.
    OtherRoot(PathBuf),
    /// The message bus failed: the URL of its server or the id of the run, and the error.
    #[cfg(feature = "nats")]
    Bus(String, firsthand_research::BusError),
    /// No worker with this tree serves some stages.
    #[cfg(feature = "nats")]
    NoWorker {
        url: String,
        stages: String,
        /// The number of workers with another tree.
        others: usize,
    },
}

impl From<ResearchFailure> for Failure {
    fn from(why: ResearchFailure) -> Self {
        Self::Research(why)
    }
}

impl ResearchFailure {
    pub(super) fn message(&self) -> ErrorMessage {
        match self {
            Self::Run(why) => run_error_message(why),
            Self::OtherRoot(recorded) => error(
                Exit::Usage,
                format!("the run is of {}, not of the repository here", recorded.display()),
                "--root names the folder to go on in",
            ),
            #[cfg(feature = "nats")]
            Self::Bus(subject, why) => error(Exit::Failed, format!("{subject}: {why}"), ""),
            #[cfg(feature = "nats")]
            Self::NoWorker { url, stages, others } => {
                let others = match others {
                    0 => String::new(),
                    others => format!("; workers with another tree: {others}"),
                };
                error(
                    Exit::Failed,
                    format!("no worker at {url} has this tree and serves {stages}{others}"),
                    format!(
                        "`firsthand worker --nats {url}` in a checkout of the same commit serves"
                    ),
                )
            }
        }
    }
}

fn run_error_message(why: &ResearchError) -> ErrorMessage {
    match why {
        ResearchError::Cancelled => error(Exit::Cancelled, "cancelled", ""),
        ResearchError::Intent(_) | ResearchError::Hint(_) => {
            error(Exit::Usage, why.to_string(), "")
        }
        ResearchError::Transcript(_) => error(
            Exit::Usage,
            why.to_string(),
            "`firsthand research … --transcript FILE` writes one",
        ),
    }
}
