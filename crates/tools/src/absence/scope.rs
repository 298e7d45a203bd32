//! The files to which a search is limited.

use firsthand_codegraph::{Inventory, Scope, ScopeError};
use firsthand_registry::RepoPath;
use firsthand_source::fs::Survey;

use super::AbsenceError;

/// Some scopes, each a file, a folder or a glob; a file is in them if one keeps it and none excludes it.
pub(super) struct Scopes {
    keeping: Vec<Scope>,
    excluding: Vec<Scope>,
}

impl Scopes {
    /// Parses the parts of a scope; one with a leading `!` excludes.
    pub(super) fn of(parts: &[String], survey: &Survey) -> Result<Self, AbsenceError> {
        let inventory = Inventory {
            files: survey.files.clone(),
            ..Inventory::default()
        };
        let parse = |part: &String| {
            Scope::of(part, &inventory).map_err(|error| AbsenceError::Scope {
                glob: part.clone(),
                why: match error {
                    ScopeError::Glob(error) => error.reason,
                    other => other.to_string(),
                },
            })
        };
        let (excluding, keeping): (Vec<&String>, Vec<&String>) =
            parts.iter().partition(|part| part.starts_with('!'));
        Ok(Self {
            keeping: keeping.into_iter().map(parse).collect::<Result<_, _>>()?,
            excluding: excluding.into_iter().map(parse).collect::<Result<_, _>>()?,
        })
    }

    fn holds(&self, path: &str) -> bool {
        let is_kept = self.keeping.is_empty() || self.keeping.iter().any(|scope| scope.holds(path));
        // A glob with a leading `!` holds what it does not exclude.
        is_kept && self.excluding.iter().all(|scope| scope.holds(path))
    }

    /// The files of the tree in the scope.
    pub(super) fn files(&self, survey: &Survey) -> Vec<RepoPath> {
        let paths = survey.files.iter().map(|file| &file.path);
        let inside = paths.filter(|path| self.holds(path.as_str()));
        inside.cloned().collect()
    }

    /// Whether something at the path of an entry, or below it if the path ends with `/`, may be in the scope; an entry
    /// without a path may be.
    pub(super) fn may_hold(&self, path: &str) -> bool {
        let Some(folder) = path.strip_suffix('/') else {
            return path.is_empty() || self.holds(path);
        };
        let is_kept = |scope: &Scope| match scope {
            Scope::Below(_) => scope.holds(folder),
            _ => true,
        };
        self.keeping.is_empty() || self.keeping.iter().any(is_kept)
    }
}
