//! The graph: the front of a tree and the facts of its files. It has no state that could become stale.

mod imports;
mod words;

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};
use std::time::{Instant, SystemTime};

use firsthand_source::fs::{Inventory, Workspace};
use firsthand_source::{Cancel, RepoPath, secrets};

use crate::answer::{Declaration, NameUse, SearchResult};
use crate::facts::fact_store::{FactStore, comments_of};
use crate::facts::files::Files;
use crate::facts::parsed_file::{ParsedFile, note_of};
use crate::options::{OpenError, Options};
use crate::query::{Query, Relation};
use crate::text::listing::Reader;
use crate::text::store::Store;
use crate::text::tree::Tree;
use crate::{relations, search};

/// A source tree that can be searched. Cheap to clone; clones share their caches.
#[derive(Clone)]
pub struct Graph {
    facts: Arc<FactStore>,
    snapshot: Option<Arc<Snapshot>>,
}

/// One listing of the tree for several calls.
struct Snapshot {
    files: OnceLock<Arc<Files>>,
    /// Cancels the listing of the tree, for all calls.
    cancel: Cancel,
}

impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Graph").field(&self.workspace()).finish()
    }
}

impl Graph {
    /// Opens the tree under a root, or under several with names. Nothing is read yet.
    ///
    /// # Errors
    /// A root is missing or is no folder, or an exclude is no valid glob.
    pub fn open(roots: impl Into<Workspace>, options: Options) -> Result<Graph, OpenError> {
        Graph::with_clock(roots.into(), options, SystemTime::now)
    }

    pub(crate) fn with_clock(
        workspace: Workspace,
        options: Options,
        clock: fn() -> SystemTime,
    ) -> Result<Graph, OpenError> {
        let facts = FactStore::new(Tree::open(workspace, options, clock)?);
        Ok(Graph { facts: Arc::new(facts), snapshot: None })
    }

    /// Returns the same graph over one listing of the tree, for related queries. The first call on the returned graph
    /// makes the listing; it and its clones do not see later changes. They read and parse each file once while three
    /// caches have room, 32 MiB each: the contents of files, the texts of parsed files, and the files by the names that
    /// they contain. The caches are freed when the last clone is dropped. `cancel` cancels the listing for all clones.
    #[must_use]
    pub fn snapshot(&self, cancel: &Cancel) -> Graph {
        let snapshot = Snapshot { files: OnceLock::new(), cancel: cancel.clone() };
        Graph { facts: Arc::clone(&self.facts), snapshot: Some(Arc::new(snapshot)) }
    }

    /// Returns the same graph over a listing, as that of a [`snapshot`](Graph::snapshot), in which other contents stand for
    /// those of some files: a state of the tree that is not on disk. `None` is the content of a file that is not there.
    #[must_use]
    pub fn overlaid(
        &self,
        contents: impl IntoIterator<Item = (RepoPath, Option<Vec<u8>>)>,
        cancel: &Cancel,
    ) -> Graph {
        let contents = contents.into_iter();
        let overlay = contents.map(|(path, bytes)| (path.as_str().to_owned(), bytes.map(Arc::new)));
        let files = Arc::new(self.listed(cancel).overlaid(overlay.collect()));
        let snapshot = Snapshot { files: OnceLock::from(files), cancel: cancel.clone() };
        Graph { facts: Arc::clone(&self.facts), snapshot: Some(Arc::new(snapshot)) }
    }

    /// Returns the same graph over the last listing that was made, for questions about what a search on it did not find; over
    /// a new one before the first.
    #[must_use]
    pub fn of_last_listing(&self) -> Graph {
        let known = self.facts.tree.last_listing().filter(|_| self.snapshot.is_none());
        let Some((inventory, listed_after)) = known else {
            return self.clone();
        };
        let files = OnceLock::from(Arc::new(Files::listed(&self.facts, inventory, listed_after)));
        let snapshot = Snapshot { files, cancel: Cancel::default() };
        Graph { facts: Arc::clone(&self.facts), snapshot: Some(Arc::new(snapshot)) }
    }

    /// The listed files for a call.
    fn listed(&self, cancel: &Cancel) -> Arc<Files> {
        let tree = &self.facts.tree;
        match &self.snapshot {
            Some(snapshot) => {
                let reader = || Reader::for_several_calls(tree);
                let list = || Arc::new(Files::of(&self.facts, reader(), &snapshot.cancel));
                Arc::clone(snapshot.files.get_or_init(list))
            }
            None => Arc::new(Files::of(&self.facts, Reader::of(tree), cancel)),
        }
    }

    #[cfg(test)]
    pub(crate) fn facts(&self) -> &Arc<FactStore> {
        &self.facts
    }

    /// The roots as they were given.
    pub fn workspace(&self) -> &Workspace {
        self.facts.tree.workspace()
    }

    /// Searches for any text: see the crate's documentation for how. Never fails: the notes of the result say what went
    /// wrong or was cut short.
    pub fn search(&self, query: &Query, cancel: &Cancel) -> SearchResult {
        let begun = Instant::now();
        let files = self.listed(cancel);
        search::search(&files, query, cancel).ended(begun, cancel)
    }

    /// The places in `relation` to `symbol`, which is a name, a qualified name (`Type::method`, `Type.#method`,
    /// `operator+`), a place (`path:line`, also absolute or the end of a path), or `path#name`. The text of `query` is
    /// ignored.
    pub fn relate(
        &self,
        symbol: &str,
        relation: Relation,
        query: &Query,
        cancel: &Cancel,
    ) -> SearchResult {
        let begun = Instant::now();
        let files = self.listed(cancel);
        relations::relate(&files, symbol, relation, query, cancel).ended(begun, cancel)
    }

    /// What each of these lines, which hold a name as a whole word, is by the syntax of its file.
    pub fn uses_of_name(
        &self,
        name: &str,
        lines: &[(RepoPath, u32)],
        cancel: &Cancel,
    ) -> Vec<NameUse> {
        relations::uses_of_name(&self.listed(cancel), name, lines, cancel)
    }

    /// If a type or a module of the tree surely lacks the member that a qualified name (`Type.member`, `module.function`)
    /// states, as far as the tree shows: the qualified names of what has that name elsewhere. A type with a super type, with
    /// an annotation, or whose code holds the name, may have it; so may a module that passes on all names of another one,
    /// and whatever has a variable's name, too. Of a name with a number of arguments (`module.function/2`), also whether the
    /// module declares the function, and with other numbers alone.
    pub fn lacked_member(&self, qualified: &str, cancel: &Cancel) -> Option<Vec<String>> {
        relations::lacked_member(&self.listed(cancel), qualified, cancel)
    }

    /// The names of the tree that are most similar to one that nothing declares, at most five.
    pub fn similar_names(&self, name: &str, cancel: &Cancel) -> Vec<String> {
        relations::similar_names(&self.listed(cancel), name, cancel)
    }

    /// What is followed to find a relation of declarations in the language of a file; `None` if the language is unknown,
    /// or has no facts for it.
    pub fn followed(path: &str, relation: Relation) -> Option<String> {
        relations::followed(path, relation)
    }

    /// The files of the tree. Each call lists the tree again, except on a [`snapshot`](Graph::snapshot).
    pub fn files(&self) -> Arc<Inventory> {
        Arc::clone(&self.listed(&Cancel::default()).listing.inventory)
    }

    /// Whether the tree has no file now. The walk stops at the first one.
    pub fn is_empty(&self) -> bool {
        self.facts.tree.is_empty()
    }

    /// The cache on disk, if the graph has one.
    #[doc(hidden)]
    pub fn store(&self) -> Option<&Store> {
        self.facts.tree.store.as_deref()
    }

    /// How often this graph, its clones and their snapshots listed the tree.
    #[doc(hidden)]
    pub fn listings(&self) -> u64 {
        self.facts.tree.listings()
    }

    /// The last listing that this graph, its clones and their snapshots made without being cancelled; `None` before the
    /// first.
    pub fn last_listing(&self) -> Option<Arc<Inventory>> {
        self.facts.tree.last_listing().map(|(inventory, _)| inventory)
    }

    /// The lines of a whole file that contain a secret, as [`secrets::redact`] returns them, even if the options mask
    /// no secrets. The hashes of texts without a secret are cached.
    pub fn redact(&self, source: &[u8]) -> Vec<secrets::Redacted> {
        self.facts.tree.secret_free.redact(source)
    }

    /// A file with its facts; that of the snapshot, which is parsed once, if it has these bytes.
    fn parsed(&self, path: &str, source: &[u8], cancel: &Cancel) -> Arc<ParsedFile> {
        let files = self.snapshot.as_ref().and_then(|snapshot| snapshot.files.get());
        let opened = files.and_then(|files| files.open(path, cancel));
        let same = opened.map(|(file, _)| file).filter(|file| **file.raw_bytes == *source);
        same.unwrap_or_else(|| {
            let source = Arc::new(source.to_vec());
            Arc::new(self.facts.parsed(path, source, None, cancel).0)
        })
    }

    /// The declarations of one file, sorted by their first line (a container before its members); empty for an unknown
    /// language. `source` is the file's bytes, `path` decides the language; nothing is read. If `cancel` is
    /// cancelled, the result is empty, unless the facts of the file are cached.
    pub fn declarations(&self, path: &str, source: &[u8], cancel: &Cancel) -> Vec<Declaration> {
        let file = self.parsed(path, source, cancel);
        let count = file.facts.symbols.len();
        (0..count).map(|index| file.declaration(index)).collect()
    }

    /// The lists of names that one of a file's [`declarations`](Graph::declarations) enumerates: what it declares inside,
    /// the run of which it is part, and what its text lists; each name in lower case without `_`, `-` and `$`. Without a
    /// declaration, those of the file's text.
    pub fn lists(
        &self,
        path: &str,
        source: &[u8],
        of: Option<&Declaration>,
        cancel: &Cancel,
    ) -> Vec<Vec<String>> {
        relations::lists(&self.parsed(path, source, cancel), of, cancel)
    }

    /// How far one of the declarations of a file is seen, by what stands around its name: a smaller number says that fewer
    /// places may use it. The file is given as for [`declarations`](Graph::declarations).
    pub fn sight(&self, path: &str, source: &[u8], of: &Declaration, cancel: &Cancel) -> u8 {
        relations::sight_of(&self.parsed(path, source, cancel), of)
    }

    /// The names that one file imports, and the last parts of what it imports them from, given as for
    /// [`declarations`](Graph::declarations).
    pub fn imported_names(&self, path: &str, source: &[u8], cancel: &Cancel) -> BTreeSet<String> {
        let file = self.parsed(path, source, cancel);
        let imports = file.facts.imports.iter();
        let names = imports.flat_map(|import| {
            let stem = import.source.rsplit('/').next().unwrap_or_default();
            let parts = stem.split(|c: char| !c.is_alphanumeric() && c != '_');
            let parts = parts.filter(|part| !part.is_empty());
            parts.chain([&*import.local, &*import.name])
        });
        names.map(str::to_owned).collect()
    }

    /// For each of these files of the tree, the files of the tree that it imports.
    pub fn imported_files(&self, paths: &[RepoPath], cancel: &Cancel) -> Vec<Vec<RepoPath>> {
        relations::imported_files(&self.listed(cancel), paths, cancel)
    }

    /// The lines, 1-based, whose strings name a file of the tree, by path. [`Relation::Files`] has the files that its own
    /// strings name, too.
    pub fn lines_naming(&self, path: &RepoPath, cancel: &Cancel) -> Vec<(RepoPath, u32)> {
        relations::lines_naming(&self.listed(cancel), path.as_str(), cancel)
    }

    /// The byte ranges of a file's comments and docstrings, in order; those with only white space between them are one.
    /// The file is given as for [`declarations`](Graph::declarations). Empty for a text that is not parsed because it
    /// would take too much time or memory.
    pub fn comments(&self, path: &str, source: &[u8], cancel: &Cancel) -> Vec<Range<usize>> {
        comments_of(path, source, cancel)
    }

    /// A note if the file, given as for [`declarations`](Graph::declarations), was not parsed because it would take
    /// too much time or memory.
    pub fn given_up(&self, path: &str, source: &[u8], cancel: &Cancel) -> Option<String> {
        let file = self.parsed(path, source, cancel);
        file.facts.given_up.then(|| note_of(&[path]))
    }
}
