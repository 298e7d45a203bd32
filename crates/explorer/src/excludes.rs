//! A glob to leave out that is none: whose it is, and what is wrong with it.

use firsthand_tools::{OpenError, RootError};

use crate::builder::BuildError;
use crate::settings::{RepoSettings, SettingsError};

/// Names whose glob it was, where the repository's settings hold one that is invalid.
pub(crate) fn blame(error: OpenError, settings: &RepoSettings) -> BuildError {
    let error = as_written(error);
    match &error {
        OpenError::Root(RootError::Exclude { glob, .. }) if settings.excludes.contains(glob) => {
            SettingsError::of_exclude(&error).into()
        }
        _ => error.into(),
    }
}

/// What is wrong with a glob, without the glob as the tools put it to their library, with a `!` before it: nobody wrote
/// that one.
fn as_written(error: OpenError) -> OpenError {
    match error {
        OpenError::Root(RootError::Exclude { glob, reason }) => {
            let turned = format!("error parsing glob '!{}': ", glob.trim_end());
            let reason = reason.replace(&turned, "");
            OpenError::Root(RootError::Exclude { glob, reason })
        }
        other => other,
    }
}
