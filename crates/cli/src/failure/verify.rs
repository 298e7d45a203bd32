//! Errors of `verify` and `cite`.

use firsthand::{SavedReportError, UpdateError};
use firsthand_citations::BaselineError;

use super::{ErrorMessage, Exit, error};

pub(super) fn report_message(what: &str, why: &SavedReportError) -> ErrorMessage {
    let sentence = format!("{what} is not a report: {why}");
    let hint = "`firsthand explore … --format json` writes one";
    error(Exit::Usage, sentence, hint)
}

pub(super) fn update_message(why: &UpdateError) -> ErrorMessage {
    let sentence = format!("the report cannot be updated: {why}");
    let hint = "`firsthand verify` without --update lists its places";
    error(Exit::Failed, sentence, hint)
}

pub(super) fn lock_message(why: &str) -> ErrorMessage {
    error(Exit::Failed, why, "`firsthand cite --lock` writes it anew")
}

pub(super) fn baseline_message(what: &str, why: &BaselineError) -> ErrorMessage {
    let sentence = format!("{what} is no baseline: {why}");
    let hint = "the same check with --format json writes one";
    error(Exit::Usage, sentence, hint)
}
