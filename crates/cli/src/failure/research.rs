//! Why a research run has no result.

use std::path::Path;

use firsthand_research::ResearchError;

use super::{Exit, Said, said};

pub(super) fn say(why: &ResearchError) -> Said {
    match why {
        ResearchError::Cancelled => said(Exit::Cancelled, "cancelled", ""),
        ResearchError::Intent(_) => said(Exit::Usage, why.to_string(), ""),
        ResearchError::Log(_) => said(
            Exit::Usage,
            why.to_string(),
            "`firsthand research … --transcript FILE` writes one",
        ),
    }
}

pub(super) fn other_root(had: &Path) -> Said {
    said(
        Exit::Usage,
        format!(
            "the run is of {}, not of the repository here",
            had.display()
        ),
        "--root names the folder to go on in",
    )
}
