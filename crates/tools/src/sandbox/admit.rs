//! Whether a walk of the tree would list a path, without walking the tree.

use firsthand_registry::RepoPath;
use ignore::WalkBuilder;

use super::Sandbox;

impl Sandbox {
    /// Whether the path is one that the inventory's walk lists now: the same walker with the same
    /// settings, which enters only the folders on the way.
    pub(super) fn admits(&self, path: &RepoPath) -> bool {
        let target = self.root.join(path.as_str());
        let wanted = target.clone();
        let depth = path.as_str().split('/').count();
        WalkBuilder::new(&self.root)
            .follow_links(false)
            .require_git(false)
            .overrides(self.excludes.clone())
            .max_depth(Some(depth))
            .filter_entry(move |entry| wanted.starts_with(entry.path()))
            .build()
            .filter_map(Result::ok)
            .any(|entry| entry.path() == target)
    }
}
