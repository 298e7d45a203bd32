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

    /// The explorer of the root that a client names by its path, or of the default root if it names none.
    ///
    /// # Errors
    /// A message with the allowed roots, if this one is not allowed.
    pub(crate) fn find(&self, requested: Option<&str>) -> Result<&Explorer, String> {
        let Some(requested) = requested else {
            return Ok(&self.first);
        };
        let canonical = Path::new(requested).canonicalize().ok();
        let is_requested = |explorer: &&Explorer| {
            canonical.as_deref() == Some(path(explorer)) || Path::new(requested) == path(explorer)
        };
        self.all().find(is_requested).ok_or_else(|| {
            let requested = firsthand::registry::escape(requested);
            let requested = firsthand::registry::clip(&requested, 200);
            format!(
                "the root `{requested}` is not allowed; allowed: {}",
                self.paths()
            )
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

fn path(explorer: &Explorer) -> &Path {
    explorer.toolbox().sandbox().root()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_is_named_by_path_and_must_be_allowed() {
        let folder = tempfile::tempdir().unwrap();
        let path_of = |name: &str| folder.path().join(name);
        for name in ["one", "two", "one/inner", "three"] {
            std::fs::create_dir_all(path_of(name)).unwrap();
        }
        let explorer_of = |name: &str| Explorer::builder(path_of(name)).build().unwrap();
        let roots = Roots::new(explorer_of("one"), [explorer_of("two")]);
        let check = |requested: Option<&str>, expect: Option<&str>| {
            let found = roots
                .find(requested)
                .map(|explorer| path(explorer).to_owned());
            let expect = expect.map(|name| path_of(name).canonicalize().unwrap());
            assert_eq!(found.ok(), expect, "{requested:?}");
        };
        let path_text = |name: &str| path_of(name).to_string_lossy().into_owned();
        check(None, Some("one"));
        check(Some(&path_text("two")), Some("two"));
        check(Some(&path_text("two/../one/")), Some("one"));
        check(Some(&path_text("one/inner")), None);
        check(Some(&path_text("three")), None);
        check(Some(&path_text("gone")), None);
        check(Some("/"), None);
        check(Some("two"), None);
        let refused = roots.find(Some("/etc\n")).err().unwrap();
        assert!(refused.contains("`/etc\\n` is not allowed; allowed: ") && refused.contains("two"));
    }
}
