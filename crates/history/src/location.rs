//! Where the searched root is in its repository, and what its paths begin with.

use firsthand_source::RepoPath;

/// Maps the paths of a tree to those of the repository, and back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Location {
    /// The path from the repository's top folder to the root, with a final `/`; empty if they are the same.
    pub(crate) below: String,
    /// What the paths of the tree begin with, before their path in the root.
    pub(crate) prefix: String,
}

impl Location {
    /// A path of the tree, in this root, as one from the repository's top.
    pub(crate) fn in_repository(&self, path: &RepoPath) -> String {
        format!("{}{}", self.below, self.in_root(path))
    }

    /// A path of the tree, in this root, as one from the root.
    pub(crate) fn in_root<'p>(&self, path: &'p RepoPath) -> &'p str {
        let path = path.as_str();
        path.strip_prefix(&*self.prefix).unwrap_or(path)
    }

    /// A path from the repository's top as one of the tree; `None` outside the root.
    pub(crate) fn in_tree(&self, path: &str) -> Option<RepoPath> {
        let relative = path.strip_prefix(&*self.below)?;
        RepoPath::new(&format!("{}{relative}", self.prefix)).ok()
    }
}
