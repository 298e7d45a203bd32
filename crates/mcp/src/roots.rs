//! The roots that clients may ask about, and those that they offer.

mod by_path;
mod offered;

use std::path::Path;
use std::sync::Arc;

use firsthand::{Explorer, Workspace, WorkspaceRoot};

pub(crate) use offered::OfferedRoots;
use offered::{OfferedRoot, not_searched, workspace_of};

/// The most roots of a client that are searched.
const MAX_OFFERED: usize = 16;

/// Opens what a client offers as its roots, one folder or several together; `None` if it is not accepted.
type OpenOffered = Arc<dyn Fn(&Workspace) -> Option<Explorer> + Send + Sync>;

/// The allowed roots, each with its explorer. Every root is a separate sandbox, and all clients share its caches.
#[derive(Clone)]
pub struct Roots {
    first: Explorer,
    others: Vec<Explorer>,
    /// `None` if no further roots are accepted.
    open_offered: Option<OpenOffered>,
    /// Why the first root is not served, but only those that a client offers.
    refusal: Option<Arc<str>>,
    /// Which offered roots are not searched, and why; empty if all are.
    left_out: Arc<str>,
}

impl Roots {
    /// The default root, and the others that a client may name.
    #[must_use]
    pub fn new(first: Explorer, others: impl IntoIterator<Item = Explorer>) -> Self {
        let others = others.into_iter().collect();
        Self { first, others, open_offered: None, refusal: None, left_out: "".into() }
    }

    /// Accepts the folders that a client offers as its roots and that `open` opens, for calls of this client. They are then
    /// its default root: the only one, or all of them together.
    #[must_use]
    pub fn with_offered(
        mut self,
        open: impl Fn(&Workspace) -> Option<Explorer> + Send + Sync + 'static,
    ) -> Self {
        self.open_offered = Some(Arc::new(open));
        self
    }

    /// Serves only what a client offers, and not the first root; `why` is the error for a client that offers none.
    #[must_use]
    pub fn offered_only(mut self, why: &str) -> Self {
        self.refusal = Some(why.into());
        self
    }

    /// Why nothing is served to a client that offers no root, if that is so.
    pub(crate) fn refusal(&self) -> Option<&str> {
        self.refusal.as_deref()
    }

    /// The roots for a client that offers these folders, before the others; unchanged where none is accepted.
    pub(crate) fn of_client(&self, offered: Vec<OfferedRoot>) -> Self {
        let open = |workspace: &Workspace| self.open_offered.as_ref()?(workspace);
        let (mut alone, mut accepted, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
        for root in offered {
            let uri = root.uri.clone();
            let opened = root.accepted().and_then(|root| {
                let is_room = alone.len() < MAX_OFFERED;
                let explorer = is_room.then(|| open(&root.folder.clone().into()));
                let too_many = (uri.clone(), "there are too many");
                let refused = (uri.clone(), "it is a folder above projects, or cannot be read");
                Ok((explorer.ok_or(too_many)?.ok_or(refused)?, root))
            });
            match opened {
                Ok((explorer, root)) => {
                    alone.push(explorer);
                    accepted.push(root);
                }
                Err(why) => left_out.push(why),
            }
        }
        let together = (alone.len() > 1).then(|| workspace_of(&accepted)).flatten();
        let together = together.and_then(|workspace| open(&workspace));
        let own = self.all().filter(|_| self.refusal.is_none()).cloned();
        let mut roots: Vec<Explorer> = Vec::new();
        for root in together.into_iter().chain(alone).chain(own) {
            if !roots.iter().any(|other| workspace(other) == workspace(&root)) {
                roots.push(root);
            }
        }
        let left_out = not_searched(&left_out);
        if roots.is_empty() {
            let why = [self.refusal.as_deref().unwrap_or_default(), &left_out];
            let why: Vec<&str> = why.into_iter().filter(|why| !why.is_empty()).collect();
            return Self { refusal: Some(why.join("; ").into()), ..self.clone() };
        }
        Self {
            first: roots.remove(0),
            others: roots,
            open_offered: self.open_offered.clone(),
            refusal: None,
            left_out,
        }
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
        if let Some(why) = &self.refusal {
            return Err(why.to_string());
        }
        let named = requested.filter(|path| !["", "."].contains(&path.trim()));
        let Some(requested) = named else {
            return Ok(FoundRoot::whole(&self.first).noting(&self.left_out));
        };
        let is_same = |root: &&Explorer| workspace(root).to_string() == requested;
        let same = self.all().find(is_same).map(FoundRoot::whole);
        let same = same.or_else(|| self.by_name(requested));
        let mut folders = self
            .all()
            .flat_map(|root| workspace(root).roots())
            .filter_map(|root| root.folder.join(requested).canonicalize().ok());
        same.or_else(|| folders.find_map(|folder| self.around(&folder))).ok_or_else(|| {
            let requested = firsthand::registry::escape(requested);
            let requested = firsthand::registry::clip(&requested, 200);
            format!("the root `{requested}` is not allowed; allowed: {}", self.paths())
        })
    }

    /// The innermost root that is this folder or has it.
    fn around(&self, folder: &Path) -> Option<FoundRoot<'_>> {
        let folders = self.all().flat_map(|explorer| {
            workspace(explorer).roots().iter().map(move |root| (explorer, root))
        });
        let around = folders.filter(|(_, root)| folder.starts_with(&root.folder));
        let (explorer, root) = around.max_by_key(|(_, root)| root.folder.components().count())?;
        let within = folder.strip_prefix(&root.folder).ok()?;
        if workspace(explorer).folder().is_none() {
            let is_exact = within.as_os_str().is_empty();
            return Some(FoundRoot { is_exact, ..FoundRoot::one_of(explorer, root) });
        }
        if within.as_os_str().is_empty() {
            return Some(FoundRoot::whole(explorer));
        }
        let note = format!(
            "`{}` is a folder of the repository; all of the repository was searched",
            firsthand::registry::escape(&within.to_string_lossy())
        );
        let note = Some(note);
        folder.is_dir().then_some(FoundRoot { explorer, is_exact: false, root: None, note })
    }

    /// The paths of all roots for display, separated by commas.
    pub(crate) fn paths(&self) -> String {
        if self.refusal.is_some() {
            return "the roots that you offer".to_owned();
        }
        self.all().map(|explorer| workspace(explorer).to_string()).collect::<Vec<_>>().join(", ")
    }

    fn all(&self) -> impl Iterator<Item = &Explorer> {
        std::iter::once(&self.first).chain(&self.others)
    }
}

/// A root that a client may ask about.
pub(crate) struct FoundRoot<'r> {
    pub(crate) explorer: &'r Explorer,
    /// Whether it is what the client named, and not around it.
    pub(crate) is_exact: bool,
    /// Of several roots that are searched together: the name of the one that was named.
    pub(crate) root: Option<String>,
    /// A note for the client's model if the root is not what it named.
    pub(crate) note: Option<String>,
}

impl<'r> FoundRoot<'r> {
    fn whole(explorer: &'r Explorer) -> Self {
        let workspace = workspace(explorer);
        let shown = || firsthand::registry::escape(&workspace.to_string()).into_owned();
        let is_several = workspace.folder().is_none();
        Self {
            explorer,
            is_exact: true,
            root: None,
            note: is_several.then(|| format!("paths begin with the name of a root: {}", shown())),
        }
    }

    /// What is said beside an answer: which root it is about, and what the repository's settings leave out.
    pub(crate) fn notes(&self) -> Vec<String> {
        self.note.iter().chain(self.explorer.notes()).cloned().collect()
    }

    /// With a further note, unless it is empty.
    fn noting(self, further: &str) -> Self {
        let notes = self.note.iter().map(String::as_str).chain([further]);
        let notes: Vec<&str> = notes.filter(|note| !note.is_empty()).collect();
        Self { note: (!notes.is_empty()).then(|| notes.join("; ")), ..self }
    }

    /// All roots of an explorer, of which one was named.
    fn one_of(explorer: &'r Explorer, root: &WorkspaceRoot) -> Self {
        let whole = Self::whole(explorer);
        let Some(name) = root.name.as_ref().map(ToString::to_string) else {
            return whole;
        };
        let shown = firsthand::registry::escape(&name);
        let together = format!("`{shown}` is searched together with the other roots");
        let note = whole.note.map(|note| format!("{together}; {note}"));
        Self { root: Some(name), note, ..whole }
    }
}

fn workspace(explorer: &Explorer) -> &Workspace {
    explorer.toolbox().sandbox().workspace()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods)] // They write the trees that are opened.

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
            let found = roots.find(requested).map(|found| {
                (workspace(found.explorer).folder().map(Path::to_owned), found.note.is_some())
            });
            let expect = expect.map(|name| (path_of(name).canonicalize().ok(), is_noted));
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
        // As the folder is called.
        check(Some("two"), Some("two"));
        check(Some("thr"), None);
        let refused = roots.find(Some("/etc\n")).err().unwrap();
        assert!(refused.contains("`/etc\\n` is not allowed; allowed: ") && refused.contains("two"));
    }
}
