//! A whole exploration with the embedded model.

use firsthand::Cancel;
use firsthand::Explorer;
use firsthand::validator::Place;

use super::{ArmError, Ask};
use crate::claim::Claim;
use crate::found::Found;

/// The run has its own wall-time budget, so it is not stopped on the way.
pub(super) fn find(ask: &Ask<'_>, cancel: &Cancel) -> Result<Found, ArmError> {
    let failed = |error: &dyn std::fmt::Display| ArmError::Failed(error.to_string());
    let explorer = Explorer::builder(ask.root).build();
    let explorer = explorer.map_err(|error| failed(&error))?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build();
    let runtime = runtime.map_err(|error| failed(&error))?;
    let explored = runtime.block_on(explorer.explore(ask.query, ask.intent));
    if cancel.is_cancelled() {
        return Err(ArmError::Cancelled);
    }
    let report = explored.map_err(|error| failed(&error))?.report;
    let flow = report.flow().iter().map(|link| link.place());
    let reads = report.read_targets().iter().map(|read| read.place());
    let mut places: Vec<&Place> = Vec::new();
    for place in report.primary().iter().chain(flow).chain(reads) {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let found = Found::of_places(places.into_iter().map(|place| {
        let range = place.range().map(|range| (range.start(), range.end()));
        (place.path().as_str().to_owned(), range)
    }));
    Ok(Found {
        claim: Some(Claim::of(&report)),
        ..found
    })
}
