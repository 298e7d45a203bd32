//! The files of one call: each is read once, as long as what was read may be kept.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use firsthand_source::fs::{ReadError, Root};

use crate::graph::Inner;

/// The most bytes that are kept. Of a larger tree some files are read again: it is not known before all were
/// looked at which of them will be shown.
const KEPT: usize = 32 << 20;

/// Reads files below a root, and keeps those that will be wanted again.
pub(crate) struct Reader {
    root: Root,
    /// Larger files are not read.
    limit: u64,
    /// Whether whatever is read will be wanted again.
    all: bool,
    kept: Mutex<HashMap<String, Arc<Vec<u8>>>>,
    room: AtomicUsize,
}

impl Reader {
    /// Over the tree of a graph.
    pub(crate) fn of(graph: &Inner) -> Self {
        Self {
            root: Root::open(&graph.root),
            limit: graph.options.max_file_bytes,
            all: false,
            kept: Mutex::default(),
            room: AtomicUsize::new(KEPT),
        }
    }

    /// The same for several calls, each of which may look at every file.
    pub(crate) fn of_many(graph: &Inner) -> Self {
        Self {
            all: true,
            ..Self::of(graph)
        }
    }

    /// Reads a file into the buffer, in place of what is there.
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

    /// The bytes of a file: those that were kept, or else read now.
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

    /// Keeps a copy of the bytes of a file that was read just now, if there is room. Without room nothing is copied:
    /// in a large tree that would be most of it.
    pub(crate) fn keep(&self, path: &str, bytes: &[u8]) {
        if self.kept(path).is_none() && self.reserve(bytes.len()) {
            self.insert(path, Arc::new(bytes.to_vec()));
        }
    }

    /// Takes room for so many bytes; false if there is not enough.
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
