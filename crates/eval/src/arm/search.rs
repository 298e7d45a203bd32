//! Searches with the code graph alone, with or without the files of tests.

use firsthand::{Explorer, SearchRequest};

use super::{ArmContext, ArmError, ArmQuestion, command};
use crate::found::Found;

pub(super) fn find(
    question: &ArmQuestion<'_>,
    no_tests: bool,
    context: &ArmContext,
) -> Result<Found, ArmError> {
    let explorer = Explorer::builder(question.root).build();
    let explorer = explorer.map_err(ArmError::failed)?;
    let mut request = SearchRequest::new(question.query);
    request.no_tests = no_tests;
    let document = explorer.search(&request, &context.cancel).document();
    if context.cancel.is_cancelled() {
        return Err(ArmError::Cancelled);
    }
    command::read(&serde_json::to_string(&document).map_err(ArmError::failed)?, question.root)
}
