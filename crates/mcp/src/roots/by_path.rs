//! The root that a name means, or a path by its beginning.

use firsthand::{Explorer, Workspace};

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
        let elsewhere = path.filter(|_| requested.is_none());
        let elsewhere = elsewhere.and_then(|path| self.elsewhere(path, workspace(found.explorer)));
        Ok(elsewhere.map_or(found, |(_, other)| other))
    }

    /// Where a path begins with the name of a root that is none of these, but one that the client may name: the name, and
    /// that root.
    pub(crate) fn elsewhere<'p>(
        &self,
        path: &'p str,
        here: &Workspace,
    ) -> Option<(&'p str, FoundRoot<'_>)> {
        let (name, _) = path.trim().split_once(":/")?;
        let is_here = here.roots().iter().any(|root| root.is_called(name));
        let found = self.by_name(name).filter(|_| !is_here)?;
        Some((name, found))
    }

    /// The roots of which one has this name: `api`, or `api=/path`; or the only root without a name whose folder is called
    /// so.
    pub(super) fn by_name(&self, requested: &str) -> Option<FoundRoot<'_>> {
        let named = self.all().find_map(|explorer| {
            let mut roots = workspace(explorer).roots().iter().filter(|root| !root.installed);
            let root = roots.find(|root| {
                let name = root.name.as_ref().map(ToString::to_string).unwrap_or_default();
                let with_folder = format!("{name}={}", root.folder.display());
                !name.is_empty() && [name, with_folder].iter().any(|text| text == requested)
            })?;
            Some(FoundRoot::one_of(explorer, root))
        });
        let is_called = |explorer: &&Explorer| {
            let mut roots = workspace(explorer).roots().iter();
            roots.any(|root| root.name.is_none() && root.is_called(requested))
        };
        named.or_else(|| {
            let mut called = self.all().filter(is_called);
            let only = called.next().filter(|_| called.next().is_none())?;
            Some(FoundRoot::whole(only))
        })
    }
}

#[cfg(test)]
mod tests {
    use firsthand::RootName;

    use super::*;

    #[test]
    fn a_path_that_begins_with_a_root_is_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let open = |name: &str| folder.path().join(name);
        for name in ["one", "two", "three"] {
            #[allow(clippy::disallowed_methods)] // It writes the tree that is opened.
            std::fs::create_dir_all(open(name)).unwrap();
        }
        let first = Explorer::builder(open("one")).build().unwrap();
        let web = Explorer::builder(
            Workspace::of([(RootName::new("web").unwrap(), open("two"))]).unwrap(),
        )
        .build()
        .unwrap();
        let three = Explorer::builder(open("three")).build().unwrap();
        let roots = Roots::new(first, [web, three]);
        for (path, expect) in [
            ("one:/src/a.py", "one"),
            ("three:/src/a.py", "three"),
            ("src/three:/a.py", "one"),
            ("two:/src/a.py", "one"),
        ] {
            let found = roots.find_with(None, Some(path)).unwrap();
            let folder = workspace(found.explorer).folder().unwrap();
            assert_eq!(folder.file_name().unwrap(), expect, "{path}");
        }
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
