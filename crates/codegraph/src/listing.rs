//! The files of the tree at one time, and the files read since then: each once while there is room.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::SystemTime;

use firsthand_source::Cancel;

use crate::graph::Inner;
use crate::inventory::Inventory;
use crate::parsed_file::ParsedFile;
use crate::postings_cache::PostingsCache;
use crate::reader::Reader;
use crate::relate::FilesByName;

/// A listing of the tree, shared by all queries on one state of it.
pub(crate) struct Listing {
    pub(crate) inventory: Arc<Inventory>,
    pub(crate) reader: Reader,
    /// The time before the tree was listed.
    now: SystemTime,
    postings: OnceLock<Option<PostingsCache>>,
    opened: Memo<String, Arc<ParsedFile>>,
    /// For a set of names, which of them occur in which files.
    pub(crate) held: Memo<Vec<String>, Arc<FilesByName>>,
}

impl Listing {
    /// Lists the tree now; only a part of it if it is cancelled.
    pub(crate) fn of(graph: &Inner, reader: Reader, cancel: &Cancel) -> Listing {
        let now = graph.now();
        Listing {
            inventory: graph.walk(cancel),
            reader,
            now,
            postings: OnceLock::new(),
            opened: Memo::default(),
            held: Memo::default(),
        }
    }

    /// The posting lists of earlier scans of the tree, if the graph has a store.
    pub(crate) fn postings(&self, graph: &Inner) -> Option<&PostingsCache> {
        let open = || graph.postings(&self.inventory.files, self.now);
        self.postings.get_or_init(open).as_ref()
    }

    /// A file with its facts, and whether these were cached. `None` if it cannot be read.
    pub(crate) fn open(
        &self,
        graph: &Inner,
        path: &str,
        cancel: &Cancel,
    ) -> Option<(Arc<ParsedFile>, bool)> {
        let mut facts_known = true;
        let opened = self.opened.get(path.to_owned(), cancel, || {
            let (opened, known) = graph.open_file(&self.reader, path, cancel)?;
            facts_known = known;
            Some(Arc::new(opened))
        });
        Some((opened?, facts_known))
    }
}

/// Values that are computed once for each key. A second caller waits while the first one computes it.
pub(crate) struct Memo<K, V>(Mutex<HashMap<K, Slot<V>>>);

type Slot<V> = Arc<Mutex<Option<V>>>;

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Memo(Mutex::default())
    }
}

impl<K: Eq + Hash, V: Clone> Memo<K, V> {
    /// The value of the key, computed with `find` if it is missing. It is not stored if the search was cancelled, since
    /// it may be incomplete.
    pub(crate) fn get(
        &self,
        key: K,
        cancel: &Cancel,
        find: impl FnOnce() -> Option<V>,
    ) -> Option<V> {
        let slot = Arc::clone(lock(&self.0).entry(key).or_default());
        let mut known = lock(&slot);
        if known.is_some() {
            return known.clone();
        }
        let found = find();
        if !cancel.is_cancelled() {
            known.clone_from(&found);
        }
        found
    }
}

/// A lock whose data stays usable after a panic elsewhere: it contains only what can be computed again.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
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

    /// (times that the tree was listed, bytes read, files parsed) by what is asked of one graph.
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
    fn a_snapshot_lists_and_looks_once() {
        let folder = tree();
        let graph = open(folder.path());
        let size = graph
            .files()
            .files
            .iter()
            .map(|file| file.size)
            .sum::<u64>();
        assert_eq!(cost(&graph), (5, 3 * size, 2), "each question by itself");
        let graph = open(folder.path());
        let snapshot = graph.snapshot(&Cancel::default());
        assert_eq!(graph.listings(), 0, "nobody asked anything");
        assert_eq!(cost(&snapshot), (1, size, 2));
        assert_eq!(cost(&snapshot), (0, 0, 0));
    }

    #[test]
    fn a_snapshot_is_of_one_time_and_the_graph_of_now() {
        let folder = tree();
        let graph = open(folder.path());
        let snapshot = graph.snapshot(&Cancel::default());
        assert_eq!(snapshot.files().files.len(), 2);
        std::fs::write(folder.path().join("c.rs"), "pub fn more() {}\n").unwrap();
        let names = |graph: &Graph| {
            let found = graph.search(&Query::new("more"), &Cancel::default());
            (graph.files().files.len(), found.regions.len())
        };
        assert_eq!(names(&snapshot), (2, 0));
        assert_eq!(names(&graph), (3, 1));
        assert_eq!(names(&graph.snapshot(&Cancel::default())), (3, 1));
    }

    #[test]
    fn what_was_cancelled_is_not_kept() {
        let (memo, cancel) = (Memo::default(), Cancel::default());
        let ask = |cancel: &Cancel, value: u8| memo.get("key", cancel, || Some(value));
        cancel.cancel();
        assert_eq!(ask(&cancel, 1), Some(1));
        assert_eq!(ask(&Cancel::default(), 2), Some(2));
        assert_eq!(ask(&Cancel::default(), 3), Some(2));
    }

    #[test]
    fn near_names_are_looked_for_where_they_are_wanted() {
        let folder = tree();
        let note = |near_names: bool| {
            let query = Query {
                near_names,
                ..Query::default()
            };
            let graph = open(folder.path());
            graph
                .relate("open_gat", Relation::Definition, &query, &Cancel::default())
                .notes
        };
        assert_eq!(
            note(true),
            ["nothing declares open_gat: did you mean open_gate?"]
        );
        assert_eq!(note(false), ["nothing declares open_gat"]);
    }
}
