//! Errors for invalid exclude patterns.

use firsthand_tools::{OpenError, RootError};

use crate::builder::BuildError;
use crate::settings::{RepoSettings, SettingsError};

/// Converts an error of the toolbox; an invalid pattern that the repository's settings hold becomes a settings error.
pub(crate) fn to_build_error(error: OpenError, settings: &RepoSettings) -> BuildError {
    let error = without_negation(error);
    match &error {
        OpenError::Root(RootError::Exclude { glob, .. }) if settings.excludes.contains(glob) => {
            SettingsError::invalid_exclude(&error).into()
        }
        _ => error.into(),
    }
}

/// Removes the negated glob (`!pattern`) from the reason: the tools add the `!`, the user did not write it.
fn without_negation(error: OpenError) -> OpenError {
    match error {
        OpenError::Root(RootError::Exclude { glob, reason }) => {
            let negated_prefix = format!("error parsing glob '!{}': ", glob.trim_end());
            let reason = reason.replace(&negated_prefix, "");
            OpenError::Root(RootError::Exclude { glob, reason })
        }
        other => other,
    }
}
