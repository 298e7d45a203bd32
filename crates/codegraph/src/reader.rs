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
    kept: Mutex<HashMap<String, Arc<Vec<u8>>>>,
    room: AtomicUsize,
}

impl Reader {
    /// Over the tree of a graph.
    pub(crate) fn of(graph: &Inner) -> Self {
        Self {
            root: Root::open(&graph.root),
            limit: graph.options.max_file_bytes,
            kept: Mutex::default(),
            room: AtomicUsize::new(KEPT),
        }
    }

    /// Reads a file into the buffer, in place of what is there.
    pub(crate) fn read_into(&self, path: &str, buffer: &mut Vec<u8>) -> Result<(), ReadError> {
        self.root.read_into(path, self.limit, buffer)
    }

    /// The bytes of a file: those that were kept, or else read now.
    pub(crate) fn read(&self, path: &str) -> Result<Arc<Vec<u8>>, ReadError> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bytes) = kept.get(path) {
            return Ok(Arc::clone(bytes));
        }
        drop(kept);
        self.root.read(path, self.limit).map(Arc::new)
    }

    /// Keeps the bytes of a file that was read just now, while there is room.
    pub(crate) fn keep(&self, path: &str, bytes: &[u8]) {
        let takes = |room: usize| room.checked_sub(bytes.len());
        let order = Ordering::Relaxed;
        if self.room.fetch_update(order, order, takes).is_ok() {
            let bytes = Arc::new(bytes.to_vec());
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.insert(path.to_owned(), bytes);
        }
    }
}
