//! The code graph alone, without tests and with them.

use firsthand::{Explorer, SearchRequest};

use super::{ArmContext, ArmError, ArmQuestion};
use crate::found::{Found, Region};

pub(super) fn without_tests(
    ask: &ArmQuestion<'_>,
    setting: &ArmContext<'_>,
) -> Result<Found, ArmError> {
    find(ask, true, setting)
}

pub(super) fn with_tests(
    ask: &ArmQuestion<'_>,
    setting: &ArmContext<'_>,
) -> Result<Found, ArmError> {
    find(ask, false, setting)
}

fn find(
    ask: &ArmQuestion<'_>,
    no_tests: bool,
    setting: &ArmContext<'_>,
) -> Result<Found, ArmError> {
    let explorer = Explorer::builder(ask.root).build();
    let explorer = explorer.map_err(|error| ArmError::Failed(error.to_string()))?;
    let request = SearchRequest {
        no_tests,
        ..SearchRequest::new(ask.query)
    };
    let document = explorer.search(&request, setting.cancel).document();
    if setting.cancel.is_cancelled() {
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
        claim: None,
        report: None,
    };
    Ok(found.normalized())
}
