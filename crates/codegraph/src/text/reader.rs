//! Reads files below a root, and caches their bytes while there is room in memory; and why files are not read.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use firsthand_source::fs::{FileEntry, ReadError, Root};
use firsthand_source::join_at_most;
use serde::{Deserialize, Serialize};

use super::memo::{Room, lock};
use super::tree::Tree;

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
    pub(crate) fn of(tree: &Tree) -> Self {
        Self {
            root: Root::open(&tree.root),
            limit: tree.options.max_file_bytes,
            cache_all: false,
            files: Mutex::default(),
            room: Room::default(),
        }
    }

    /// A reader for several calls on a graph, each of which may scan every file.
    pub(crate) fn for_several_calls(tree: &Tree) -> Self {
        Self {
            cache_all: true,
            ..Self::of(tree)
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

/// The reason why a file was not searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Unread {
    Binary,
    Utf16,
    TooLarge,
    /// The permissions do not allow it.
    Denied,
    /// Another error, possibly a temporary one.
    Unreadable,
}

impl From<ReadError> for Unread {
    fn from(error: ReadError) -> Unread {
        match error {
            ReadError::Binary => Unread::Binary,
            ReadError::Utf16 => Unread::Utf16,
            ReadError::TooLarge { .. } => Unread::TooLarge,
            ReadError::Denied => Unread::Denied,
            _ => Unread::Unreadable,
        }
    }
}

/// The most files that a note names.
const MAX_NAMED_FILES: usize = 3;

/// A note about the texts that were not read since they are in UTF-16, by their indices; `None` if there are none.
pub(crate) fn utf16_note(
    files: impl IntoIterator<Item = u32>,
    entries: &[FileEntry],
) -> Option<String> {
    let paths = files
        .into_iter()
        .map(|file| entries[file as usize].path.as_str());
    let paths: Vec<&str> = paths.collect();
    let named = join_at_most(&paths, MAX_NAMED_FILES);
    (!paths.is_empty()).then(|| format!("not read: UTF-16: {named}"))
}
