//! The roots that clients may ask about.

use std::path::Path;

use firsthand::Explorer;

/// The allowed roots, each with its explorer. Every root is a separate sandbox, and all clients share its caches.
#[derive(Clone)]
pub struct Roots {
    first: Explorer,
    others: Vec<Explorer>,
}

impl Roots {
    /// The default root, and the others that a client may name.
    #[must_use]
    pub fn new(first: Explorer, others: impl IntoIterator<Item = Explorer>) -> Self {
        let others = others.into_iter().collect();
        Self { first, others }
    }

    /// The root of calls that name none.
    pub(crate) fn first(&self) -> &Explorer {
        &self.first
    }

    /// The root that a client names by its path, or the default root if it names none. A relative path starts at a
    /// root, as the client's own folder is mostly one. A folder in a root stands for the root.
    ///
    /// # Errors
    /// A message with the allowed roots, if this one is not allowed.
    pub(crate) fn find(&self, requested: Option<&str>) -> Result<FoundRoot<'_>, String> {
        let Some(requested) = requested.filter(|path| !path.trim().is_empty()) else {
            return Ok(FoundRoot::whole(&self.first));
        };
        let same = self.all().find(|root| Path::new(requested) == path(root));
        let mut folders = self
            .all()
            .filter_map(|root| path(root).join(requested).canonicalize().ok());
        same.map(FoundRoot::whole)
            .or_else(|| folders.find_map(|folder| self.around(&folder)))
            .ok_or_else(|| {
                let requested = firsthand::registry::escape(requested);
                let requested = firsthand::registry::clip(&requested, 200);
                format!(
                    "the root `{requested}` is not allowed; allowed: {}",
                    self.paths()
                )
            })
    }

    /// The innermost root that is this folder or has it.
    fn around(&self, folder: &Path) -> Option<FoundRoot<'_>> {
        let roots = self.all().filter(|root| folder.starts_with(path(root)));
        let root = roots.max_by_key(|root| path(root).components().count())?;
        let within = folder.strip_prefix(path(root)).ok()?;
        if within.as_os_str().is_empty() {
            return Some(FoundRoot::whole(root));
        }
        let note = format!(
            "`{}` is a folder of the repository; all of the repository was searched",
            firsthand::registry::escape(&within.to_string_lossy())
        );
        folder.is_dir().then_some(FoundRoot {
            explorer: root,
            note: Some(note),
        })
    }

    /// The paths of all roots for display, separated by commas.
    pub(crate) fn paths(&self) -> String {
        let paths = self
            .all()
            .map(|explorer| path(explorer).display().to_string());
        paths.collect::<Vec<_>>().join(", ")
    }

    fn all(&self) -> impl Iterator<Item = &Explorer> {
        std::iter::once(&self.first).chain(&self.others)
    }
}

/// A root that a client may ask about.
pub(crate) struct FoundRoot<'r> {
    pub(crate) explorer: &'r Explorer,
    /// A note for the client's model if the root is not what it named.
    pub(crate) note: Option<String>,
}

impl<'r> FoundRoot<'r> {
    fn whole(explorer: &'r Explorer) -> Self {
        Self {
            explorer,
            note: None,
        }
    }
}

fn path(explorer: &Explorer) -> &Path {
    explorer.toolbox().sandbox().root()
}

#[cfg(test)]
#[allow(clippy::disallowed_methods)] // They write the trees that are opened.
mod tests {
    use super::*;

    #[test]
    fn a_root_is_named_by_path_and_must_be_allowed() {
        let folder = tempfile::tempdir().unwrap();
        let path_of = |name: &str| folder.path().join(name);
        for name in ["one", "two", "one/inner", "three"] {
            std::fs::create_dir_all(path_of(name)).unwrap();
        }
        std::fs::write(path_of("one/file"), "text").unwrap();
        let explorer_of = |name: &str| Explorer::builder(path_of(name)).build().unwrap();
        let roots = Roots::new(explorer_of("one"), [explorer_of("two")]);
        let check_noted = |requested: Option<&str>, expect: Option<&str>, is_noted: bool| {
            let found = roots
                .find(requested)
                .map(|found| (path(found.explorer).to_owned(), found.note.is_some()));
            let expect = expect.map(|name| (path_of(name).canonicalize().unwrap(), is_noted));
            assert_eq!(found.ok(), expect, "{requested:?}");
        };
        let check = |requested: Option<&str>, expect| check_noted(requested, expect, false);
        let path_text = |name: &str| path_of(name).to_string_lossy().into_owned();
        check(None, Some("one"));
        check(Some(&path_text("two")), Some("two"));
        check(Some(&path_text("two/../one/")), Some("one"));
        check(Some("."), Some("one"));
        check(Some(" "), Some("one"));
        check(Some("../two"), Some("two"));
        check_noted(Some(&path_text("one/inner")), Some("one"), true);
        check_noted(Some("./inner/"), Some("one"), true);
        // No folder, or outside.
        check(Some("gone"), None);
        check(Some("file"), None);
        check(Some("../three"), None);
        check(Some(".."), None);
        check(Some(&path_text("three")), None);
        check(Some(&path_text("gone")), None);
        check(Some("/"), None);
        check(Some("two"), None);
        let refused = roots.find(Some("/etc\n")).err().unwrap();
        assert!(refused.contains("`/etc\\n` is not allowed; allowed: ") && refused.contains("two"));
    }
}
