//! Errors for invalid exclude patterns.

use firsthand_tools::{OpenError, RootError};

/// Removes the negated glob (`!pattern`) from the reason: the tools add the `!`, the user did not write it.
pub(crate) fn without_negation(error: OpenError) -> OpenError {
    match error {
        OpenError::Root(RootError::Exclude { glob, reason }) => {
            let reason = own_reason(&glob, &reason);
            OpenError::Root(RootError::Exclude { glob, reason })
        }
        other => other,
    }
}

/// The reason why a glob is invalid, without the negated glob.
pub(crate) fn own_reason(glob: &str, reason: &str) -> String {
    let negated_prefix = format!("error parsing glob '!{}': ", glob.trim_end());
    reason.replace(&negated_prefix, "")
}
