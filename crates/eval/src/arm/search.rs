//! The code graph alone.

use firsthand::Cancel;
use firsthand::{Explorer, SearchRequest};

use super::{ArmError, Ask};
use crate::found::{Found, Region};

pub(super) fn find(ask: &Ask<'_>, cancel: &Cancel) -> Result<Found, ArmError> {
    let explorer = Explorer::builder(ask.root).build();
    let explorer = explorer.map_err(|error| ArmError::Failed(error.to_string()))?;
    let request = SearchRequest {
        no_tests: true,
        ..SearchRequest::new(ask.query)
    };
    let document = explorer.search(&request, cancel).document();
    if cancel.is_cancelled() {
        return Err(ArmError::Cancelled);
    }
    let regions = document.regions.into_iter().map(|region| Region {
        path: region.path,
        start: region.start,
        end: region.end,
    });
    let found = Found {
        files: document.files,
        regions: regions.collect(),
    };
    Ok(found.tidied())
}
