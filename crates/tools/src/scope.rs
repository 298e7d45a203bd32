//! Parses a `path` argument, of one path or one a line, into the files that it selects, or an error message.

use firsthand_agent::validator::Coverage;
use firsthand_codegraph::{Inventory, Scope, ScopeError};
use firsthand_registry::escape;
use firsthand_source::{Losses, NotSearched, common_path};

use crate::similar_paths::instead;
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
                "no file matches the glob `{shown}`; `*` stays in one folder, `**/` goes through any, and a glob without `/` matches names everywhere (hidden, git-ignored and secret files are not searched)"
            ),
            _ => {
                let listed = files.files.iter().map(|file| file.path.as_str());
                let instead = instead(text, sandbox.workspace(), listed);
                format!(
                    "there is no file or folder `{shown}` that is searched (hidden and git-ignored ones are left out){instead}"
                )
            }
        },
    })
}

/// The folder or file that holds the files of a scope, empty if that is the root, and how many these are; `None` where the
/// scope has all files.
pub(crate) fn part_of_all(scope: &Scope, files: &Inventory) -> Option<(String, u64)> {
    let all = files.files.iter().map(|file| file.path.as_str());
    let searched: Vec<&str> = all.filter(|path| scope.holds(path)).collect();
    let base = match scope.base() {
        "" => common_path(searched.iter().copied()),
        base => base,
    };
    (searched.len() < files.files.len()).then(|| (base.to_owned(), searched.len() as u64))
}

/// The coverage of one search of a scope, out of that of all files: the same where the scope has all of them.
pub(crate) fn coverage_of_part(whole: Coverage, scope: &Scope, files: &Inventory) -> Coverage {
    let Some((part, files_seen)) = part_of_all(scope, files) else {
        return whole;
    };
    // Of what no walk lists, it is known where a few are; what lies elsewhere was not left out here.
    let is_in_part = |group: &NotSearched| {
        let are_named = group.examples.len() as u64 == group.count;
        !are_named || group.examples.iter().any(|path| scope.holds(path))
    };
    let mut not_searched = whole.not_searched.clone();
    not_searched.retain(is_in_part);
    let losses = Losses { unreadable: NotSearched::total(&not_searched), ..whole.losses };
    Coverage { files_seen, files_skipped: 0, losses, not_searched, ..whole }.confined_to(&part)
}
