//! Parses a `path` argument, of one path or one a line, into the files that it selects, or an error message.

use firsthand_codegraph::{Inventory, Scope, ScopeError};
use firsthand_registry::escape;

use crate::similar_paths::{did_you_mean, similar_paths};
use crate::{ResolveError, Sandbox};

/// Parses the `path` argument; without it, the scope is every file.
///
/// # Errors
/// An error message for the model where it is not a path inside the root, or nothing is there.
pub(crate) fn scope(
    text: Option<&str>,
    files: &Inventory,
    sandbox: &Sandbox,
) -> Result<Scope, String> {
    let text = text.map_or("", str::trim);
    let shown = escape(text);
    // Of several paths, the first that selects nothing is named.
    if text.contains('\n') && Scope::of(text, files).is_err() {
        for part in text.lines() {
            scope(Some(part), files, sandbox)?;
        }
    }
    Scope::of(text, files).map_err(|error| match error {
        ScopeError::Path(error) => format!("`path` (`{shown}`) is not accepted: {error}"),
        ScopeError::Glob(error) => format!("`path` (`{shown}`) is not a glob: {}", error.reason),
        ScopeError::NoFile | ScopeError::NoMatch => match sandbox.resolve(text) {
            Err(link @ ResolveError::Link { .. }) => link.to_string(),
            _ if error == ScopeError::NoMatch => format!(
                "no file matches the glob `{shown}`; `*` stays in one folder, `**/` goes through any, and a glob without `/` matches names everywhere"
            ),
            _ => {
                let suggestions = similar_paths(text, files.files.iter().map(|file| file.path.as_str()));
                format!(
                    "there is no file or folder `{shown}` that is searched (hidden and git-ignored ones are left out){}",
                    did_you_mean(&suggestions)
                )
            }
        },
    })
}
