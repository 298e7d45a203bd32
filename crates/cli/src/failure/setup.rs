//! Errors for the record of the changes by `init`.

use std::path::Path;

use firsthand_setup::Problem;

use super::{ErrorMessage, Exit, error};

pub(super) fn setup_message(folder: &Path, why: &Problem) -> ErrorMessage {
    let hint = match why {
        Problem::RecordAfterChanges(_) => {
            "files may have been changed before that; `firsthand init --undo` takes them back"
        }
        Problem::RecordAfterUndo(_) => {
            "files may have been restored before that; run `firsthand init --undo` again"
        }
        _ => "nothing was changed",
    };
    error(Exit::Failed, format!("what was set up is kept in {}: {why}", folder.display()), hint)
}
