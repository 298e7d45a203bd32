//! Why a research run has no result.

use std::path::Path;

use firsthand_research::ResearchError;

use super::{ErrorMessage, Exit, error};

pub(super) fn message_of(why: &ResearchError) -> ErrorMessage {
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

pub(super) fn other_root(had: &Path) -> ErrorMessage {
    error(
        Exit::Usage,
        format!(
            "the run is of {}, not of the repository here",
            had.display()
        ),
        "--root names the folder to go on in",
    )
}
