//! The root that a path names by its beginning.

use firsthand::WorkspaceRoot;

use super::{FoundRoot, Roots, workspace};

impl Roots {
    /// The root of a call that may name one, or a path that begins with the name of one (`web:/src/a.ts`): the default root
    /// has no such path.
    ///
    /// # Errors
    /// As those of [`Roots::find`].
    pub(crate) fn find_with(
        &self,
        requested: Option<&str>,
        path: Option<&str>,
    ) -> Result<FoundRoot<'_>, String> {
        let found = self.find(requested)?;
        let name = path.and_then(|path| path.trim().split_once(":/")).map(|(name, _)| name);
        let has_name =
            |root: &WorkspaceRoot| root.name.as_ref().map(ToString::to_string).as_deref() == name;
        let is_here = workspace(found.explorer).roots().iter().any(has_name);
        let named = name.filter(|_| !is_here && requested.is_none());
        Ok(named.and_then(|name| self.by_name(name)).unwrap_or(found))
    }
}

#[cfg(test)]
mod tests {
    use firsthand::{Explorer, RootName, Workspace};

    use super::*;

    #[test]
    fn a_path_that_begins_with_a_root_is_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let open = |name: &str| folder.path().join(name);
        for name in ["one", "two"] {
            #[allow(clippy::disallowed_methods)] // It writes the tree that is opened.
            std::fs::create_dir_all(open(name)).unwrap();
        }
        let first = Explorer::builder(open("one")).build().unwrap();
        let web = Explorer::builder(
            Workspace::of([(RootName::new("web").unwrap(), open("two"))]).unwrap(),
        )
        .build()
        .unwrap();
        let roots = Roots::new(first, [web]);
        for (root, path, expect) in [
            (None, None, None),
            (None, Some("src/a.py"), None),
            (None, Some("web:/src/a.py"), Some("web")),
            (None, Some(" web:/ "), Some("web")),
            (None, Some("api:/src/a.py"), None),
            (None, Some("web/src/a.py"), None),
            (Some("web"), Some("src/a.py"), Some("web")),
        ] {
            let found = roots.find_with(root, path).unwrap();
            assert_eq!(found.root.as_deref(), expect, "{root:?} {path:?}");
        }
    }
}
