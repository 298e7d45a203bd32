//! The graph: a root and its options. It has no state that could become stale.

mod files;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use firsthand_source::fs::Globs;
use firsthand_source::{Cancel, LineRange, secrets};

use crate::answer::{Declaration, SearchResult};
use crate::cache::FactCache;
use crate::inventory::{FileEntry, Inventory, stamp};
use crate::listing::Listing;
pub use crate::options::{OpenError, Options};
use crate::parallel::Threads;
use crate::parsed_file::note_of;
use crate::postings_cache::PostingsCache;
use crate::query::{Query, Relation};
use crate::reader::Reader;
use crate::secret_free::SecretFreeTexts;
use crate::store::{Store, key};
use crate::{relate, search};

/// The most bytes of a cache on disk.
const MAX_CACHE: u64 = 512 << 20;

/// A source tree that can be searched. Cheap to clone; clones share their caches.
#[derive(Clone)]
pub struct Graph {
    pub(crate) inner: Arc<Inner>,
    snapshot: Option<Arc<Snapshot>>,
}

/// One listing of the tree for several calls.
struct Snapshot {
    listing: OnceLock<Arc<Listing>>,
    /// Cancels the listing of the tree, for all calls.
    cancel: Cancel,
}

impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Graph").field(&self.inner.root).finish()
    }
}

/// The state that the clones of a graph share.
pub(crate) struct Inner {
    pub(crate) root: PathBuf,
    pub(crate) options: Options,
    pub(crate) threads: Threads,
    pub(crate) excludes: Globs,
    facts: FactCache,
    secret_free: SecretFreeTexts,
    store: Option<Arc<Store>>,
    /// The number of listings of the tree.
    pub(crate) listings: AtomicU64,
    /// The clock by which files that changed a moment ago are detected.
    clock: fn() -> SystemTime,
}

impl Inner {
    /// The present time by the graph's clock.
    pub(crate) fn now(&self) -> SystemTime {
        (self.clock)()
    }

    /// The cached postings of the tree, if the graph has a store; `entries` were listed after `now`.
    pub(crate) fn postings(&self, entries: &[FileEntry], now: SystemTime) -> Option<PostingsCache> {
        let store = Arc::clone(self.store.as_ref()?);
        let limit = self.options.max_file_bytes.to_le_bytes();
        let root = self.root.canonicalize().ok()?;
        let excludes = self.options.excludes.join("\n");
        let rules = self.options.redact.then_some(secrets::RULES);
        let rules = rules.unwrap_or_default().to_le_bytes();
        let root = root.as_os_str().as_encoded_bytes();
        let words = crate::words::RULES.to_le_bytes();
        let tree = [b"tree", root, &limit, excludes.as_bytes(), &rules, &words];
        let stamps: Vec<_> = entries.iter().map(|entry| stamp(entry, now)).collect();
        Some(PostingsCache::open(store, key(&tree), &stamps))
    }

    /// Whether the host's options allow to read a path.
    pub(crate) fn may_read(&self, path: &str) -> bool {
        !(self.options.skip)(path) && !self.excludes.leave_out(path)
    }
}

impl Graph {
    /// Opens the tree under `root`. Nothing is read yet.
    ///
    /// # Errors
    /// The root is missing or is no folder, or an exclude is no valid glob.
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
            secret_free: SecretFreeTexts::default(),
            threads: Threads::new(options.threads),
            options,
            excludes,
            store,
            listings: AtomicU64::new(0),
            clock: SystemTime::now,
        });
        Ok(Graph {
            inner,
            snapshot: None,
        })
    }

    /// Returns the same graph over one listing of the tree, for related queries. The first call on the returned graph
    /// makes the listing; it and its clones do not see later changes. They read and parse each file once while three
    /// caches have room, 32 MiB each: the contents of files, the texts of parsed files, and the files by the names that
    /// they contain. The caches are freed when the last clone is dropped. `cancel` cancels the listing for all clones.
    #[must_use]
    pub fn snapshot(&self, cancel: &Cancel) -> Graph {
        let snapshot = Snapshot {
            listing: OnceLock::new(),
            cancel: cancel.clone(),
        };
        Graph {
            inner: Arc::clone(&self.inner),
            snapshot: Some(Arc::new(snapshot)),
        }
    }

    /// The listing of the tree for a call.
    fn listing(&self, cancel: &Cancel) -> Arc<Listing> {
        let list = |reader, cancel| Arc::new(Listing::of(&self.inner, reader, cancel));
        match &self.snapshot {
            Some(snapshot) => {
                let list = || list(Reader::for_several_calls(&self.inner), &snapshot.cancel);
                Arc::clone(snapshot.listing.get_or_init(list))
            }
            None => list(Reader::of(&self.inner), cancel),
        }
    }

    #[cfg(test)]
    pub(crate) fn inner(&self) -> &Inner {
        &self.inner
    }

    /// The same graph with another clock.
    #[cfg(test)]
    pub(crate) fn with_clock(self, clock: fn() -> SystemTime) -> Graph {
        let inner = Arc::into_inner(self.inner).unwrap();
        let inner = Arc::new(Inner { clock, ..inner });
        Graph {
            inner,
            snapshot: None,
        }
    }

    /// The root as it was given.
    pub fn root(&self) -> &Path {
        &self.inner.root
    }

    /// Searches for any text: see the crate's documentation for how. Never fails: the notes of the result say what went
    /// wrong or was cut short.
    pub fn search(&self, query: &Query, cancel: &Cancel) -> SearchResult {
        search::search(&self.inner, || self.listing(cancel), query, cancel)
    }

    /// Those of these texts that occur in a file of the tree or in its path, in any case, also inside longer words; all
    /// of them if the search is cancelled.
    pub fn occurring(&self, texts: &[String], cancel: &Cancel) -> Vec<String> {
        let listing = self.listing(cancel);
        let call = search::Call {
            graph: &self.inner,
            listing: &listing,
            cancel,
        };
        search::literal::occurring(&call, texts)
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
        let listing = || self.listing(cancel);
        relate::relate(&self.inner, listing, symbol, relation, query, cancel)
    }

    /// The files of the tree. Each call lists the tree again, except on a [`snapshot`](Graph::snapshot).
    pub fn files(&self) -> Arc<Inventory> {
        Arc::clone(&self.listing(&Cancel::default()).inventory)
    }

    /// The cache on disk, if the graph has one.
    #[doc(hidden)]
    pub fn store(&self) -> Option<&Store> {
        self.inner.store.as_deref()
    }

    /// How often this graph, its clones and their snapshots listed the tree.
    #[doc(hidden)]
    pub fn listings(&self) -> u64 {
        self.inner.listings.load(Ordering::Relaxed)
    }

    /// The lines of a whole file that contain a secret, as [`secrets::redact`] returns them, even if the options mask
    /// no secrets. The hashes of texts without a secret are cached.
    pub fn redact(&self, source: &[u8]) -> Vec<secrets::Redacted> {
        self.inner.secret_free.redact(source)
    }

    /// The declarations of one file, sorted by their first line (a container before its members); empty for an unknown
    /// language. `source` is the file's bytes, `path` decides the language; nothing is read. If `cancel` is
    /// cancelled, the result is empty, unless the facts of the file are cached.
    pub fn declarations(&self, path: &str, source: &[u8], cancel: &Cancel) -> Vec<Declaration> {
        let raw_bytes = Arc::new(source.to_vec());
        let (_, (_, facts, _)) = self.inner.text_and_facts(path, &raw_bytes, cancel);
        let declaration = |symbol: &crate::facts::Symbol| Declaration {
            name: symbol.name.clone(),
            qualified: symbol.qualified.clone(),
            kind: symbol.kind.clone(),
            range: symbol.range(),
            head: LineRange::one(symbol.name_line).hull(LineRange::one(symbol.signature_end)),
            is_test: symbol.test,
        };
        facts.symbols.iter().map(declaration).collect()
    }

    /// A note if the file, given as for [`declarations`](Graph::declarations), was not parsed because it would take
    /// too much time or memory.
    pub fn given_up(&self, path: &str, source: &[u8], cancel: &Cancel) -> Option<String> {
        let raw_bytes = Arc::new(source.to_vec());
        let (_, (_, facts, _)) = self.inner.text_and_facts(path, &raw_bytes, cancel);
        facts.given_up.then(|| note_of(&[path]))
    }
}
