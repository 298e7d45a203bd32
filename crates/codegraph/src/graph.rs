//! The graph: a root, options, and nothing that could be stale.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use firsthand_source::fs::{GlobError, Globs};
use firsthand_source::{Cancel, LineIndex, LineRange, PathClass, RepoPath, secrets};

use crate::answer::{Declaration, SearchResult};
use crate::cache::{FactCache, FactKey};
use crate::extract::extract;
use crate::facts::Facts;
use crate::inventory::{FileEntry, Inventory, stamp};
use crate::languages::{self, Language};
use crate::opened::{Opened, searched};
use crate::parallel::Threads;
use crate::postings_cache::PostingsCache;
use crate::query::{Query, Relation};
use crate::reader::Reader;
use crate::store::{Store, key};
use crate::{relate, search};

/// Bytes that a cache on disk may hold.
const MAX_CACHE: u64 = 512 << 20;

/// How a graph looks at its tree. By default nothing is shown that holds a secret, and tests, generated
/// files and documentation rank after code; a host that wants it otherwise says so.
#[derive(Clone)]
pub struct Options {
    /// The class of a path; by default what [`PathClass::of`] reads off it.
    pub classify: Arc<dyn Fn(&RepoPath) -> PathClass + Send + Sync>,
    /// Whether a path (relative, with `/`) must never be opened; by default those that hold secrets by
    /// their names ([`is_secret_path`](secrets::is_secret_path)).
    pub skip: Arc<dyn Fn(&str) -> bool + Send + Sync>,
    /// Whether secrets, as [`firsthand_source::secrets`] knows them, are left out of what is matched,
    /// counted, ranked, parsed and kept on disk (true): else one could be recovered, word by word, by what
    /// an answer counts. What a region shows is the file's own text, secrets included.
    pub redact: bool,
    /// Further globs to leave out, in the syntax of `.gitignore`.
    pub excludes: Vec<String>,
    /// Larger files are counted, not searched (2 MiB).
    pub max_file_bytes: u64,
    /// Threads that one search uses, its caller's included; 0 is one a core. None is held between
    /// searches, and those of one process have one a core together, beside their callers'.
    pub threads: usize,
    /// A folder in which to keep what was parsed and what scans found, for this process and others;
    /// by default none. It may be deleted at any time, and holds about 512 MiB at most. Nothing but
    /// this crate should write there.
    pub cache: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            classify: Arc::new(PathClass::of),
            skip: Arc::new(secrets::is_secret_path),
            redact: true,
            excludes: Vec::new(),
            max_file_bytes: 2 << 20,
            threads: 0,
            cache: None,
        }
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("excludes", &self.excludes)
            .field("max_file_bytes", &self.max_file_bytes)
            .field("threads", &self.threads)
            .field("cache", &self.cache)
            .finish_non_exhaustive()
    }
}

/// Why a graph could not be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The root does not exist or cannot be read.
    #[error("cannot open {path}: {source}")]
    Root {
        /// The root as given.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The root is not a folder.
    #[error("{0} is not a folder")]
    NotAFolder(PathBuf),
    /// An exclude is not a valid glob.
    #[error(transparent)]
    Exclude(#[from] GlobError),
}

/// A source tree that can be searched. Cheap to clone; clones share what was learned.
#[derive(Clone)]
pub struct Graph {
    pub(crate) inner: Arc<Inner>,
}

impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Graph").field(&self.inner.root).finish()
    }
}

/// What the clones of a graph share.
pub(crate) struct Inner {
    pub(crate) root: PathBuf,
    pub(crate) options: Options,
    pub(crate) threads: Threads,
    pub(crate) excludes: Globs,
    facts: FactCache,
    store: Option<Arc<Store>>,
    /// Detects files that changed a moment ago.
    clock: fn() -> SystemTime,
}

impl Inner {
    /// What time it is, asked before the tree is looked at.
    pub(crate) fn now(&self) -> SystemTime {
        (self.clock)()
    }

    /// What is remembered of the tree, if anything is to be, by its files as they were listed after `now`.
    pub(crate) fn postings(
        &self,
        entries: &[FileEntry],
        now: SystemTime,
    ) -> Option<PostingsCache<'_>> {
        let store = self.store.as_deref()?;
        let limit = self.options.max_file_bytes.to_le_bytes();
        let root = self.root.canonicalize().ok()?;
        let excludes = self.options.excludes.join("\n");
        let rules = self.options.redact.then_some(secrets::RULES);
        let rules = rules.unwrap_or_default().to_le_bytes();
        let root = root.as_os_str().as_encoded_bytes();
        let tree = [b"tree", root, &limit, excludes.as_bytes(), &rules];
        let stamps: Vec<_> = entries.iter().map(|entry| stamp(entry, now)).collect();
        Some(PostingsCache::open(store, key(&tree), &stamps))
    }

    /// Whether the host leaves a path open to be read, by its options.
    pub(crate) fn may_read(&self, path: &str) -> bool {
        !(self.options.skip)(path) && !self.excludes.leave_out(path)
    }

    /// Read a file and its facts; also whether the facts were known. `None` when it cannot be read. Once
    /// the search is cancelled only facts that are known count: what was found can still be shown.
    pub(crate) fn open_file(
        &self,
        reader: &Reader,
        path: &str,
        cancel: &Cancel,
    ) -> Option<(Opened, bool)> {
        let shown = reader.read(path).ok()?;
        let text = searched(&shown, self.options.redact);
        let (language, facts, known) = self.facts(path, &text, cancel);
        let opened = Opened {
            path: path.to_owned(),
            lines: LineIndex::of(&text),
            shown,
            text,
            language,
            facts,
        };
        Some((opened, known))
    }

    /// The facts of a text: empty for a language that is not known.
    fn facts(
        &self,
        path: &str,
        text: &[u8],
        cancel: &Cancel,
    ) -> (Option<&'static Language>, Arc<Facts>, bool) {
        let Some(language) = languages::of_path(path) else {
            return (None, Arc::default(), false);
        };
        let key = FactKey::of(language, path, text);
        if let Some(facts) = self.facts.get(&key) {
            return (Some(language), facts, true);
        }
        match extract(language, path, text, cancel) {
            Some(facts) => {
                let facts = Arc::new(facts);
                self.facts.put(key, Arc::clone(&facts));
                (Some(language), facts, false)
            }
            None => (Some(language), Arc::default(), false),
        }
    }
}

impl Graph {
    /// Open the tree under `root`. Nothing is read yet.
    ///
    /// # Errors
    /// The root is missing or not a folder, or an exclude is not a glob.
    pub fn open(root: &Path, options: Options) -> Result<Graph, OpenError> {
        let metadata = std::fs::metadata(root).map_err(|source| OpenError::Root {
            path: root.to_path_buf(),
            source,
        })?;
        if !metadata.is_dir() {
            return Err(OpenError::NotAFolder(root.to_path_buf()));
        }
        let excludes = options.excludes.iter().map(String::as_str);
        let excludes = Globs::excluding(root, excludes)?;
        let store = options
            .cache
            .as_deref()
            .map(|folder| Arc::new(Store::new(folder, MAX_CACHE)));
        let inner = Arc::new(Inner {
            root: root.to_path_buf(),
            facts: FactCache::new(store.clone()),
            threads: Threads::new(options.threads),
            options,
            excludes,
            store,
            clock: SystemTime::now,
        });
        Ok(Graph { inner })
    }

    #[cfg(test)]
    pub(crate) fn inner(&self) -> &Inner {
        &self.inner
    }

    /// The same at another time.
    #[cfg(test)]
    pub(crate) fn at(self, clock: fn() -> SystemTime) -> Graph {
        let inner = Arc::into_inner(self.inner).unwrap();
        let inner = Arc::new(Inner { clock, ..inner });
        Graph { inner }
    }

    /// The root as it was given.
    pub fn root(&self) -> &Path {
        &self.inner.root
    }

    /// Search for any text: see the crate's documentation for how. Never fails; what went wrong or
    /// was cut short is in the notes.
    pub fn search(&self, query: &Query, cancel: &Cancel) -> SearchResult {
        search::search(&self.inner, query, cancel)
    }

    /// Places in `relation` to `symbol`, which is a name, a qualified name (`Type::method`,
    /// `Type.method`, `module::function`), or `path:line`. Of `query`, the limits and what to
    /// include count; its text does not.
    pub fn relate(
        &self,
        symbol: &str,
        relation: Relation,
        query: &Query,
        cancel: &Cancel,
    ) -> SearchResult {
        relate::relate(&self.inner, symbol, relation, query, cancel)
    }

    /// The files of the tree as they stand now: walked anew by every call.
    pub fn files(&self) -> Arc<Inventory> {
        self.inner.walk(&Cancel::default())
    }

    /// The declarations of one file, sorted by their first line (a container before what it holds);
    /// empty for a language that is not known. `source` is the file's bytes, `path` decides the
    /// language; nothing is read. Cancelled, it gives none, unless they are known.
    pub fn declarations(&self, path: &str, source: &[u8], cancel: &Cancel) -> Vec<Declaration> {
        let text = searched(&Arc::new(source.to_vec()), self.inner.options.redact);
        let (_, facts, _) = self.inner.facts(path, &text, cancel);
        let declaration = |symbol: &crate::facts::Symbol| Declaration {
            name: symbol.name.clone(),
            qualified: symbol.qualified.clone(),
            kind: symbol.kind.clone(),
            range: symbol.range(),
            head: LineRange::one(symbol.name_line).hull(LineRange::one(symbol.signature_end)),
        };
        facts.symbols.iter().map(declaration).collect()
    }
}
