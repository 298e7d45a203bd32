//! One listing of a tree, with what was read for it.

use super::files_by_name::FilesByName;
use super::head_lines::HeadLines;
use super::memo::{Memo, Room, lock};
use super::postings_cache::PostingsCache;
use super::tree::Tree;
use firsthand_source::fs::{FileEntry, Inventory, ReadError, TreeReader};
use firsthand_source::{Cancel, RepoPath};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::SystemTime;

/// A listing of the tree, shared by all queries on one state of it.
pub(crate) struct Listing {
    pub(crate) tree: Arc<Tree>,
    pub(crate) inventory: Arc<Inventory>,
    pub(crate) reader: Reader,
    /// A time just before the tree was listed.
    listed_after: SystemTime,
    postings: OnceLock<Option<PostingsCache>>,
    head_lines: OnceLock<HeadLines>,
    /// For a set of names, which of them occur in which files.
    pub(super) files_by_names: Memo<Vec<String>, FilesByName>,
}

impl Listing {
    /// Lists the tree now; only a part of it if `cancel` is cancelled.
    pub(crate) fn of(tree: &Arc<Tree>, reader: Reader, cancel: &Cancel) -> Listing {
        let listed_after = tree.now();
        Self::with_inventory(tree, reader, tree.inventory(cancel), listed_after)
    }

    /// The same listing with other contents of some files, for several calls. The tree is not listed again.
    pub(crate) fn overlaid(&self, overlay: Overlay) -> Listing {
        let mut inventory = (*self.inventory).clone();
        inventory.files.retain(|file| !overlay.contains_key(file.path.as_str()));
        let present = overlay.iter().filter_map(|(path, bytes)| {
            // Without a state, nothing of it is kept on disk.
            let size = bytes.as_ref()?.len() as u64;
            Some(FileEntry { path: RepoPath::new(path).ok()?, size, state: None })
        });
        inventory.files.extend(present);
        inventory.files.sort_unstable();
        let reader = Reader { overlay, ..Reader::for_several_calls(&self.tree) };
        Self::with_inventory(&self.tree, reader, Arc::new(inventory), self.listed_after)
    }

    /// A listing that was made before, after this time.
    pub(crate) fn with_inventory(
        tree: &Arc<Tree>,
        reader: Reader,
        inventory: Arc<Inventory>,
        listed_after: SystemTime,
    ) -> Listing {
        Listing {
            inventory,
            tree: Arc::clone(tree),
            reader,
            listed_after,
            postings: OnceLock::new(),
            head_lines: OnceLock::new(),
            files_by_names: Memo::new(FilesByName::bytes),
        }
    }

    /// The lines with which many files begin, computed once.
    pub(crate) fn head_lines(&self, compute: impl FnOnce(&Self) -> HeadLines) -> &HeadLines {
        self.head_lines.get_or_init(|| compute(self))
    }

    /// The posting lists of earlier scans of the tree, if it has a store.
    pub(crate) fn postings(&self) -> Option<&PostingsCache> {
        let entries = &self.inventory.files;
        let open = || self.tree.postings(entries, self.listed_after);
        self.postings.get_or_init(open).as_ref()
    }
}

// Reads files below a root, and caches their bytes while there is room in memory; and why files are not read.

/// Contents that stand for those of files; `None` for a file that is not there.
pub(crate) type Overlay = HashMap<String, Option<Arc<Vec<u8>>>>;

/// Reads files below a root, and caches those that will be read again.
pub(crate) struct Reader {
    files_on_disk: TreeReader,
    /// Larger files are not read.
    limit: u64,
    /// Whether `read_into` caches what it reads, since every file is likely to be read again.
    cache_all: bool,
    overlay: Overlay,
    files: Mutex<HashMap<String, Arc<Vec<u8>>>>,
    /// Why files are no texts that are read: each search for a name would find it again.
    no_texts: Mutex<HashMap<String, ReadError>>,
    room: Room,
}

impl Reader {
    /// A reader for one call on a graph.
    pub(crate) fn of(tree: &Tree) -> Self {
        Self {
            files_on_disk: tree.reader(),
            limit: tree.options.max_file_bytes,
            cache_all: false,
            overlay: Overlay::new(),
            files: Mutex::default(),
            no_texts: Mutex::default(),
            room: Room::default(),
        }
    }

    /// A reader for several calls on a graph, each of which may scan every file.
    pub(crate) fn for_several_calls(tree: &Tree) -> Self {
        Self { cache_all: true, ..Self::of(tree) }
    }

    /// Reads a file into the buffer, replacing its contents.
    pub(crate) fn read_into(&self, path: &str, buffer: &mut Vec<u8>) -> Result<(), ReadError> {
        if let Some(bytes) = self.known(path)? {
            buffer.clear();
            buffer.extend_from_slice(&bytes);
            return Ok(());
        }
        if let Err(why) = self.files_on_disk.read_into(path, self.limit, buffer) {
            if self.cache_all && !why.may_pass() {
                lock(&self.no_texts).insert(path.to_owned(), why);
            }
            return Err(why);
        }
        if self.cache_all {
            self.cache(path, buffer);
        }
        Ok(())
    }

    /// The bytes of a file, from memory or from disk.
    pub(crate) fn read(&self, path: &str) -> Result<Arc<Vec<u8>>, ReadError> {
        if let Some(bytes) = self.known(path)? {
            return Ok(bytes);
        }
        let bytes = self.files_on_disk.read(path, self.limit).map(Arc::new)?;
        if self.room.reserve(bytes.len()) {
            lock(&self.files).insert(path.to_owned(), Arc::clone(&bytes));
        }
        Ok(bytes)
    }

    /// The bytes of a file as they are, text or not, of at most `limit` bytes.
    pub(crate) fn read_raw(&self, path: &str, limit: u64) -> Result<Vec<u8>, ReadError> {
        match self.overlaid(path)? {
            Some(bytes) => Ok(bytes.to_vec()),
            None => self.files_on_disk.read_raw(path, limit),
        }
    }

    /// The bytes of a file that need not be read from disk.
    fn known(&self, path: &str) -> Result<Option<Arc<Vec<u8>>>, ReadError> {
        let known = self.overlaid(path)?.or_else(|| self.cached(path));
        let no_text = || lock(&self.no_texts).get(path).copied();
        match known.is_none().then(no_text).flatten() {
            Some(why) => Err(why),
            None => Ok(known),
        }
    }

    /// The bytes that stand for those of a file.
    fn overlaid(&self, path: &str) -> Result<Option<Arc<Vec<u8>>>, ReadError> {
        match self.overlay.get(path) {
            Some(bytes) => bytes.clone().map(Some).ok_or(ReadError::Missing),
            None => Ok(None),
        }
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
        Self { room: Room::new(bytes), ..self }
    }
}

/// The index of a file in an inventory.
pub(crate) fn index_in(entries: &[FileEntry], path: &str) -> Option<u32> {
    let found = entries.binary_search_by(|entry| entry.path.as_str().cmp(path));
    found.ok().and_then(|index| u32::try_from(index).ok())
}
