//! One listing of the tree, with what was read and parsed for it: a file is read once while the reader's cache has room
//! for its bytes, and parsed once while the listing has room for it.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::SystemTime;

use firsthand_source::Cancel;

use crate::graph::Inner;
use crate::inventory::Inventory;
use crate::parsed_file::ParsedFile;
use crate::postings_cache::PostingsCache;
use crate::reader::{Reader, Room};
use crate::relate::FilesByName;

/// A listing of the tree, shared by all queries on one state of it.
pub(crate) struct Listing {
    pub(crate) inventory: Arc<Inventory>,
    pub(crate) reader: Reader,
    /// A time just before the tree was listed.
    listed_after: SystemTime,
    postings: OnceLock<Option<PostingsCache>>,
    parsed: Memo<String, ParsedFile>,
    /// For a set of names, which of them occur in which files.
    pub(crate) files_by_names: Memo<Vec<String>, FilesByName>,
}

impl Listing {
    /// Lists the tree now; only a part of it if `cancel` is cancelled.
    pub(crate) fn of(graph: &Inner, reader: Reader, cancel: &Cancel) -> Listing {
        let listed_after = graph.now();
        Listing {
            inventory: graph.walk(cancel),
            reader,
            listed_after,
            postings: OnceLock::new(),
            parsed: Memo::new(ParsedFile::text_bytes),
            files_by_names: Memo::new(FilesByName::bytes),
        }
    }

    /// The posting lists of earlier scans of the tree, if the graph has a store.
    pub(crate) fn postings(&self, graph: &Inner) -> Option<&PostingsCache> {
        let open = || graph.postings(&self.inventory.files, self.listed_after);
        self.postings.get_or_init(open).as_ref()
    }

    /// A file with its facts, and whether the file or its facts were cached. `None` if it cannot be read.
    pub(crate) fn open(
        &self,
        graph: &Inner,
        path: &str,
        cancel: &Cancel,
    ) -> Option<(Arc<ParsedFile>, bool)> {
        let mut facts_cached = true;
        let parsed = self.parsed.get_or_compute(path.to_owned(), cancel, || {
            let (parsed, cached) = graph.open_file(&self.reader, path, cancel)?;
            facts_cached = cached;
            Some(Arc::new(parsed))
        });
        Some((parsed?, facts_cached))
    }

    /// A file with its facts about a name, as [`Inner::open_excerpt`] reads it, and whether the facts were cached. It is
    /// not stored, since it serves this name only.
    pub(crate) fn open_excerpt(
        &self,
        graph: &Inner,
        path: &str,
        name: &str,
        cancel: &Cancel,
    ) -> Option<(Arc<ParsedFile>, bool)> {
        let (parsed, cached) = graph.open_excerpt(&self.reader, path, name, cancel)?;
        Some((Arc::new(parsed), cached))
    }
}

/// A cache of values by key, as many as there is room for in memory. A second caller for a key waits while the first
/// one computes the value.
pub(crate) struct Memo<K, V> {
    slots: Mutex<HashMap<K, Slot<V>>>,
    /// The bytes of a value.
    size: fn(&V) -> usize,
    room: Room,
}

type Slot<V> = Arc<Mutex<Option<Arc<V>>>>;

impl<K: Eq + Hash, V> Memo<K, V> {
    fn new(size: fn(&V) -> usize) -> Self {
        Memo {
            slots: Mutex::default(),
            size,
            room: Room::default(),
        }
    }

    /// The value of the key, computed if it is not stored. It is stored if there is room for it and the search was not
    /// cancelled, since it may otherwise be incomplete.
    pub(crate) fn get_or_compute(
        &self,
        key: K,
        cancel: &Cancel,
        compute: impl FnOnce() -> Option<Arc<V>>,
    ) -> Option<Arc<V>> {
        let slot = Arc::clone(lock(&self.slots).entry(key).or_default());
        let mut stored = lock(&slot);
        if stored.is_some() {
            return stored.clone();
        }
        let value = compute()?;
        if !cancel.is_cancelled() && self.room.reserve((self.size)(&value)) {
            *stored = Some(Arc::clone(&value));
        }
        Some(value)
    }
}

/// A lock whose data stays usable after a panic elsewhere: it contains only what can be computed again.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::graph::{Graph, Options};
    use crate::query::{Query, Relation};

    fn tree() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let write =
            |path: &str, text: &str| std::fs::write(folder.path().join(path), text).unwrap();
        write("a.rs", "pub fn open_gate() {}\n");
        write(
            "b.rs",
            "use crate::a::open_gate;\n\npub fn run() {\n    open_gate();\n}\n",
        );
        folder
    }

    fn open(root: &Path) -> Graph {
        Graph::open(root, Options::default()).unwrap()
    }

    /// The cost of three relation queries, a search and a listing on one graph: (times that the tree was listed, bytes
    /// read and files parsed for the relations).
    fn cost(graph: &Graph) -> (u64, u64, u64) {
        let (query, cancel) = (Query::default(), Cancel::default());
        let (before, mut read, mut parsed) = (graph.listings(), 0, 0);
        for relation in [
            Relation::Callers,
            Relation::References,
            Relation::Implementors,
        ] {
            let stats = graph.relate("open_gate", relation, &query, &cancel).stats;
            read += stats.bytes_read;
            parsed += stats.files_parsed;
        }
        graph.search(&Query::new("gate"), &cancel);
        assert_eq!(graph.files().files.len(), 2);
        (graph.listings() - before, read, parsed)
    }

    #[test]
    fn a_snapshot_lists_the_tree_once_and_reads_and_parses_each_file_once() {
        let folder = tree();
        let graph = open(folder.path());
        let size = graph
            .files()
            .files
            .iter()
            .map(|file| file.size)
            .sum::<u64>();
        assert_eq!(
            cost(&graph),
            (5, 3 * size, 2),
            "without a snapshot, each call lists and reads by itself"
        );
        let graph = open(folder.path());
        let snapshot = graph.snapshot(&Cancel::default());
        assert_eq!(
            graph.listings(),
            0,
            "a snapshot is not listed before the first call on it"
        );
        assert_eq!(cost(&snapshot), (1, size, 2));
        assert_eq!(cost(&snapshot), (0, 0, 0));
    }

    #[test]
    fn a_snapshot_does_not_see_later_changes_but_its_graph_does() {
        let folder = tree();
        let graph = open(folder.path());
        let snapshot = graph.snapshot(&Cancel::default());
        assert_eq!(snapshot.files().files.len(), 2);
        std::fs::write(folder.path().join("c.rs"), "pub fn more() {}\n").unwrap();
        let counts = |graph: &Graph| {
            let found = graph.search(&Query::new("more"), &Cancel::default());
            (graph.files().files.len(), found.regions.len())
        };
        assert_eq!(counts(&snapshot), (2, 0));
        assert_eq!(counts(&graph), (3, 1));
        assert_eq!(counts(&graph.snapshot(&Cancel::default())), (3, 1));
    }

    #[test]
    fn a_cancelled_value_is_not_stored() {
        let (memo, cancel) = (Memo::new(|_| 1), Cancel::default());
        let get = |cancel: &Cancel, value: u8| {
            let value = memo.get_or_compute("key", cancel, || Some(Arc::new(value)));
            value.map(|value| *value)
        };
        cancel.cancel();
        assert_eq!(get(&cancel, 1), Some(1));
        assert_eq!(get(&Cancel::default(), 2), Some(2));
        assert_eq!(get(&Cancel::default(), 3), Some(2));
    }

    /// Of the files that are opened, only those for which there is room stay in memory.
    #[test]
    fn a_listing_stores_parsed_files_while_it_has_room() {
        let (folder, cancel) = (tree(), Cancel::default());
        let graph = open(folder.path());
        let inner = graph.inner();
        let stay_in_memory = |room: usize| {
            let mut listing = Listing::of(inner, Reader::of(inner).with_room(0), &cancel);
            listing.parsed.room = Room::new(room);
            ["a.rs", "b.rs"].map(|path| {
                let (file, _) = listing.open(inner, path, &cancel).unwrap();
                let stored = Arc::downgrade(&file);
                drop(file);
                stored.upgrade().is_some()
            })
        };
        assert_eq!(stay_in_memory(1 << 20), [true, true]);
        assert_eq!(
            stay_in_memory(30),
            [true, false],
            "b.rs is larger than what is left"
        );
        assert_eq!(stay_in_memory(0), [false, false]);
    }
}
