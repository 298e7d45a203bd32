//! Why a research run has no result.

use std::path::PathBuf;

use firsthand_research::ResearchError;

use super::{ErrorMessage, Exit, Failure, error};

/// Why a research run has no result, or a worker none to do.
#[derive(Debug)]
pub(crate) enum ResearchFailure {
    /// The run's own error message.
    Run(ResearchError),
    /// A run is of another folder than this one.
    OtherRoot(PathBuf),
    /// A server, or what it carries, failed.
    #[cfg(feature = "nats")]
    Bus(String, firsthand_research::BusError),
    /// Nobody serves stages of a run over this tree.
    #[cfg(feature = "nats")]
    NoWorker {
        url: String,
        stages: String,
        /// Workers that have another tree.
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
            Self::Run(why) => run(why),
            Self::OtherRoot(had) => error(
                Exit::Usage,
                format!(
                    "the run is of {}, not of the repository here",
                    had.display()
                ),
                "--root names the folder to go on in",
            ),
            #[cfg(feature = "nats")]
            Self::Bus(at, why) => error(Exit::Failed, format!("{at}: {why}"), ""),
            #[cfg(feature = "nats")]
            Self::NoWorker {
                url,
                stages,
                others,
            } => {
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

fn run(why: &ResearchError) -> ErrorMessage {
    match why {
        ResearchError::Cancelled => error(Exit::Cancelled, "cancelled", ""),
        ResearchError::Intent(_) => error(Exit::Usage, why.to_string(), ""),
        ResearchError::Log(_) => error(
            Exit::Usage,
            why.to_string(),
            "`firsthand research … --transcript FILE` writes one",
        ),
    }
}
