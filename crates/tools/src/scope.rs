//! Which files a `path` argument means: a file, a folder, or a glob.

use std::path::Path;

use firsthand_codegraph::Inventory;
use firsthand_registry::{PathError, RepoPath, escape};
use firsthand_source::fs::Globs;

use crate::near::{did_you_mean, near};
use crate::{ResolveError, Sandbox};

/// The files that a `path` argument means.
#[derive(Debug)]
pub(crate) enum Scope {
    /// Every file.
    All,
    /// One file, or the files below a folder.
    Below(RepoPath),
    /// Files that a glob of `.gitignore`'s syntax matches.
    Glob(Globs),
}

impl Scope {
    /// Reads the argument. A path that stands in the inventory is that path, even where it looks
    /// like a glob (`app/[slug]/page.tsx`).
    ///
    /// # Errors
    /// What to tell the model where it is not a path inside the root, or nothing is there.
    pub(crate) fn read(
        given: Option<&str>,
        files: &Inventory,
        sandbox: &Sandbox,
    ) -> Result<Self, String> {
        let given = given.map_or("", str::trim);
        let shown = escape(given);
        let path = match RepoPath::new(given) {
            Ok(path) => path,
            Err(PathError::Empty) => return Ok(Self::All),
            Err(error) => return Err(format!("`path` (`{shown}`) is not accepted: {error}")),
        };
        let below = Self::Below(path);
        if files
            .files
            .iter()
            .any(|file| below.holds(file.path.as_str()))
        {
            return Ok(below);
        }
        if let Err(link @ ResolveError::Link { .. }) = sandbox.resolve(given) {
            return Err(link.to_string());
        }
        if !given.contains(['*', '?', '[', '{', '!']) {
            let guesses = near(given, files.files.iter().map(|file| file.path.as_str()));
            return Err(format!(
                "there is no file or folder `{shown}` that is searched (hidden and git-ignored ones are left out){}",
                did_you_mean(&guesses)
            ));
        }
        let glob = Globs::keeping(Path::new(""), [given.trim_start_matches("./")]);
        let scope = match glob {
            Ok(glob) => Self::Glob(glob),
            Err(error) => {
                let why = error.reason;
                return Err(format!("`path` (`{shown}`) is not a glob: {why}"));
            }
        };
        if files
            .files
            .iter()
            .any(|file| scope.holds(file.path.as_str()))
        {
            Ok(scope)
        } else {
            Err(format!(
                "no file matches the glob `{shown}`; `*` stays in one folder, `**/` goes through any, and a glob without `/` matches names everywhere"
            ))
        }
    }

    /// Whether a path of the inventory is meant.
    pub(crate) fn holds(&self, path: &str) -> bool {
        match self {
            Self::All => true,
            Self::Below(base) => path
                .strip_prefix(base.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/')),
            // Where none is about it, the glob only excludes.
            Self::Glob(glob) => glob.verdict(Path::new(path), false).unwrap_or(true),
        }
    }

    /// The folder that paths are told below of; empty for the root.
    pub(crate) fn base(&self) -> &str {
        match self {
            Self::Below(base) => base.as_str(),
            _ => "",
        }
    }
}
