//! Reads the files of one call, each once while there is room in memory.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use firsthand_source::fs::{ReadError, Root};

use crate::graph::Inner;

/// The most bytes in memory. Of a larger tree some files are read twice: which of them a result shows is known only
/// after all were scanned.
const MAX_CACHED_BYTES: usize = 32 << 20;

/// Reads files below a root, and caches those that will be read again.
pub(crate) struct Reader {
    root: Root,
    /// Larger files are not read.
    limit: u64,
    /// Whether every file is likely to be read again.
    all: bool,
    kept: Mutex<HashMap<String, Arc<Vec<u8>>>>,
    room: AtomicUsize,
}

impl Reader {
    /// A reader for one call on a graph.
    pub(crate) fn of(graph: &Inner) -> Self {
        Self {
            root: Root::open(&graph.root),
            limit: graph.options.max_file_bytes,
            all: false,
            kept: Mutex::default(),
            room: AtomicUsize::new(MAX_CACHED_BYTES),
        }
    }

    /// A reader for several calls on a graph, each of which may scan every file.
    pub(crate) fn of_many(graph: &Inner) -> Self {
        Self {
            all: true,
            ..Self::of(graph)
        }
    }

    /// Reads a file into the buffer, replacing its contents.
    pub(crate) fn read_into(&self, path: &str, buffer: &mut Vec<u8>) -> Result<(), ReadError> {
        if let Some(bytes) = self.kept(path) {
            buffer.clear();
            buffer.extend_from_slice(&bytes);
            return Ok(());
        }
        self.root.read_into(path, self.limit, buffer)?;
        if self.all {
            self.keep(path, buffer);
        }
        Ok(())
    }

    /// The bytes of a file, from memory or from disk.
    pub(crate) fn read(&self, path: &str) -> Result<Arc<Vec<u8>>, ReadError> {
        if let Some(bytes) = self.kept(path) {
            return Ok(bytes);
        }
        let bytes = self.root.read(path, self.limit).map(Arc::new)?;
        if self.reserve(bytes.len()) {
            self.insert(path, Arc::clone(&bytes));
        }
        Ok(bytes)
    }

    fn kept(&self, path: &str) -> Option<Arc<Vec<u8>>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(path).cloned()
    }

    /// Caches a copy of the bytes of a file that was just read, if there is room. Otherwise nothing is copied, since
    /// that would be most of a large tree.
    pub(crate) fn keep(&self, path: &str, bytes: &[u8]) {
        if self.kept(path).is_none() && self.reserve(bytes.len()) {
            self.insert(path, Arc::new(bytes.to_vec()));
        }
    }

    /// Reserves room for this many bytes; returns false if there is not enough.
    fn reserve(&self, bytes: usize) -> bool {
        let order = Ordering::Relaxed;
        let taken = self
            .room
            .fetch_update(order, order, |room| room.checked_sub(bytes));
        taken.is_ok()
    }

    fn insert(&self, path: &str, bytes: Arc<Vec<u8>>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.insert(path.to_owned(), bytes);
    }
}
