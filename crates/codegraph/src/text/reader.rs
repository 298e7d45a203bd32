//! Reads files below a root, and caches their bytes while there is room in memory.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use firsthand_source::fs::{ReadError, Root};

use crate::graph::Inner;
use crate::listing::lock;

/// The most bytes of one cache in memory. In a larger tree, files that a result shows may be read twice: which ones it
/// shows is known only after all files were scanned.
const MAX_CACHED_BYTES: usize = 32 << 20;

/// The number of bytes that a cache may still store.
pub(crate) struct Room(AtomicUsize);

impl Default for Room {
    fn default() -> Self {
        Self(AtomicUsize::new(MAX_CACHED_BYTES))
    }
}

impl Room {
    /// Reserves room for this many bytes; returns false if there is not enough.
    pub(crate) fn reserve(&self, bytes: usize) -> bool {
        let order = Ordering::Relaxed;
        let reserved = self
            .0
            .fetch_update(order, order, |room| room.checked_sub(bytes));
        reserved.is_ok()
    }

    #[cfg(test)]
    pub(crate) fn new(bytes: usize) -> Self {
        Self(AtomicUsize::new(bytes))
    }
}

/// Reads files below a root, and caches those that will be read again.
pub(crate) struct Reader {
    root: Root,
    /// Larger files are not read.
    limit: u64,
    /// Whether `read_into` caches what it reads, since every file is likely to be read again.
    cache_all: bool,
    files: Mutex<HashMap<String, Arc<Vec<u8>>>>,
    room: Room,
}

impl Reader {
    /// A reader for one call on a graph.
    pub(crate) fn of(graph: &Inner) -> Self {
        Self {
            root: Root::open(&graph.root),
            limit: graph.options.max_file_bytes,
            cache_all: false,
            files: Mutex::default(),
            room: Room::default(),
        }
    }

    /// A reader for several calls on a graph, each of which may scan every file.
    pub(crate) fn for_several_calls(graph: &Inner) -> Self {
        Self {
            cache_all: true,
            ..Self::of(graph)
        }
    }

    /// Reads a file into the buffer, replacing its contents.
    pub(crate) fn read_into(&self, path: &str, buffer: &mut Vec<u8>) -> Result<(), ReadError> {
        if let Some(bytes) = self.cached(path) {
            buffer.clear();
            buffer.extend_from_slice(&bytes);
            return Ok(());
        }
        self.root.read_into(path, self.limit, buffer)?;
        if self.cache_all {
            self.cache(path, buffer);
        }
        Ok(())
    }

    /// The bytes of a file, from memory or from disk.
    pub(crate) fn read(&self, path: &str) -> Result<Arc<Vec<u8>>, ReadError> {
        if let Some(bytes) = self.cached(path) {
            return Ok(bytes);
        }
        let bytes = self.root.read(path, self.limit).map(Arc::new)?;
        if self.room.reserve(bytes.len()) {
            lock(&self.files).insert(path.to_owned(), Arc::clone(&bytes));
        }
        Ok(bytes)
    }

    fn cached(&self, path: &str) -> Option<Arc<Vec<u8>>> {
        lock(&self.files).get(path).cloned()
    }

    /// Caches a copy of the bytes of a file that was just read. If there is no room for them, they are not copied:
    /// of a large tree, most files would be copied in vain.
    pub(crate) fn cache(&self, path: &str, bytes: &[u8]) {
        if self.cached(path).is_none() && self.room.reserve(bytes.len()) {
            lock(&self.files).insert(path.to_owned(), Arc::new(bytes.to_vec()));
        }
    }

    #[cfg(test)]
    pub(crate) fn with_room(self, bytes: usize) -> Self {
        Self {
            room: Room::new(bytes),
            ..self
        }
    }
}
