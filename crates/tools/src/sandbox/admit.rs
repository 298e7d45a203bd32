//! Whether a walk of the tree would list a path, without walking the tree.

use firsthand_registry::RepoPath;

use super::Sandbox;

impl Sandbox {
    /// Whether the path is one that the inventory's walk lists now: the same walker with the same
    /// settings, which enters only the folders on the way.
    pub(super) fn admits(&self, path: &RepoPath) -> bool {
        firsthand_codegraph::is_listed(&self.root, &self.excludes, path.as_str())
    }
}
