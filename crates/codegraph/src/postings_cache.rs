//! Caches on disk the posting lists of earlier scans, for the files that have not changed since.
//!
//! A file state is a path with the file's metadata: size, times of change, inode. A table of *file states* gives each a
//! number, and the postings of a scan are stored by these numbers. A file that is not in the table, or whose state
//! differs, is always scanned again. The text of a result is never taken from here.

mod bucket;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::inventory::Stamp;
use crate::store::{Key, Store, key};
use bucket::Bucket;

/// No file, or no number.
const NONE: u32 = u32::MAX;
/// A new table is made once this many states are missing in it, beside one in 64.
const MISSING: usize = 32;

/// The cached postings of one tree in its present state.
pub(crate) struct PostingsCache {
    store: Arc<Store>,
    states: Arc<FileStates>,
    /// The key under which the table will be stored, until it is.
    unsaved: Mutex<Option<Key>>,
    /// The number of each file of the inventory.
    number: Vec<u32>,
    /// The file of the inventory for each number.
    file: Vec<u32>,
    /// Whether these are only some files of a tree; then nothing is stored.
    part: bool,
}

/// The file states, by number.
struct FileStates {
    id: Key,
    stamps: Vec<Stamp>,
}

impl FileStates {
    fn of(stamps: Vec<Stamp>) -> FileStates {
        let id = key(&[b"states", stamps.as_flattened()]);
        FileStates { id, stamps }
    }

    fn read(bytes: &[u8]) -> Option<FileStates> {
        let (stamps, []) = bytes.as_chunks() else {
            return None;
        };
        Some(FileStates::of(stamps.to_vec()))
    }

    /// The number here of each file of the inventory.
    fn number(&self, stamps: &[Stamp]) -> Vec<u32> {
        let mut next = 0;
        let mut index: Option<HashMap<&Stamp, u32>> = None;
        let number = |stamp: &Stamp| {
            if *stamp == Stamp::default() {
                return NONE;
            }
            // The order is that of the inventory, except for changed files.
            let found = if self.stamps.get(next) == Some(stamp) {
                u32::try_from(next).unwrap_or(NONE)
            } else {
                let index = index.get_or_insert_with(|| self.stamps.iter().zip(0..).collect());
                index.get(stamp).copied().unwrap_or(NONE)
            };
            if found != NONE {
                next = found as usize + 1;
            }
            found
        };
        stamps.iter().map(number).collect()
    }
}

/// The stored result of a scan.
#[derive(Serialize, serde::Deserialize)]
struct CachedScan<T> {
    /// The numbers whose files were missing in the scan.
    holes: Vec<u32>,
    /// (number, postings of the file), ascending.
    found: Vec<(u32, T)>,
}

impl PostingsCache {
    /// The cached postings of a tree whose files have these stamps. The key states which tree it is and how it is
    /// scanned.
    pub(crate) fn open(store: Arc<Store>, tree: Key, stamps: &[Stamp]) -> PostingsCache {
        let known = store.get(&tree).and_then(|bytes| FileStates::read(&bytes));
        if let Some(states) = known {
            let number = states.number(stamps);
            let missing = (stamps.iter().zip(&number))
                .filter(|(stamp, number)| **number == NONE && **stamp != Stamp::default())
                .count();
            if missing <= MISSING + stamps.len() / 64 {
                return PostingsCache::with(store, Arc::new(states), None, number);
            }
        }
        let known = stamps.iter().filter(|stamp| **stamp != Stamp::default());
        let states = FileStates::of(known.copied().collect());
        let number = states.number(stamps);
        PostingsCache::with(store, Arc::new(states), Some(tree), number)
    }

    /// The same for some files of the inventory, which become an inventory of their own. The postings of a scan of them
    /// are not stored: only those of whole trees are.
    pub(crate) fn part(&self, files: &[u32]) -> PostingsCache {
        let number = |file: &u32| self.number.get(*file as usize).copied().unwrap_or(NONE);
        let number = files.iter().map(number).collect();
        let unsaved = self.unsaved.lock().ok().and_then(|unsaved| *unsaved);
        let (store, states) = (Arc::clone(&self.store), Arc::clone(&self.states));
        PostingsCache {
            part: true,
            ..PostingsCache::with(store, states, unsaved, number)
        }
    }

    fn with(
        store: Arc<Store>,
        states: Arc<FileStates>,
        unsaved: Option<Key>,
        number: Vec<u32>,
    ) -> PostingsCache {
        let mut file = vec![NONE; states.stamps.len()];
        for (at, number) in (0..).zip(&number) {
            if let Some(slot) = file.get_mut(*number as usize) {
                *slot = at;
            }
        }
        PostingsCache {
            store,
            states,
            unsaved: Mutex::new(unsaved),
            number,
            file,
            part: false,
        }
    }

    /// Whether a file of the inventory is in the table, so that its postings can be cached.
    pub(crate) fn covers(&self, file: u32) -> bool {
        self.number
            .get(file as usize)
            .is_some_and(|number| *number != NONE)
    }

    /// For each key, the postings of the files in the table, by their index in the inventory; `None` unless they are
    /// known for all of these files.
    pub(crate) fn get<T: DeserializeOwned>(&self, keys: &[Key]) -> Vec<Option<Vec<(u32, T)>>> {
        if self.unsaved.lock().is_ok_and(|unsaved| unsaved.is_some()) {
            return keys.iter().map(|_| None).collect();
        }
        let mut buckets: HashMap<u8, Bucket> = HashMap::new();
        let one = |key: &Key| {
            let number = Bucket::number(key);
            let read = || Bucket::read(&self.store, &self.states.id, number);
            let bucket = buckets.entry(number).or_insert_with(read);
            self.decode(bucket.get(key)?)
        };
        keys.iter().map(one).collect()
    }

    fn decode<T: DeserializeOwned>(&self, bytes: &[u8]) -> Option<Vec<(u32, T)>> {
        let known: CachedScan<T> = postcard::from_bytes(bytes).ok()?;
        let file = |number: u32| self.file.get(number as usize).copied();
        if known.holes.iter().any(|hole| file(*hole) != Some(NONE)) {
            return None;
        }
        let mut found = Vec::with_capacity(known.found.len());
        for (number, what) in known.found {
            match file(number)? {
                NONE => {}
                file => found.push((file, what)),
            }
        }
        found.sort_unstable_by_key(|(file, _)| *file);
        Some(found)
    }

    /// Stores the postings of each key, by index in the inventory; only those of files in the table. Every such file
    /// must have been scanned for it.
    pub(crate) fn put<T: Serialize + Clone>(&self, found: &[(Key, Vec<(u32, T)>)]) {
        if self.part {
            return;
        }
        let unsaved = self.unsaved.lock().ok();
        if let Some(tree) = unsaved.and_then(|mut unsaved| unsaved.take()) {
            self.store.put(&tree, self.states.stamps.as_flattened());
        }
        let gone = |(number, file): (u32, &u32)| (*file == NONE).then_some(number);
        let holes: Vec<u32> = (0..).zip(&self.file).filter_map(gone).collect();
        let mut buckets: HashMap<u8, Vec<(Key, Vec<u8>)>> = HashMap::new();
        for (key, found) in found {
            let number = |file: u32| self.number.get(file as usize).copied().unwrap_or(NONE);
            let numbered = found
                .iter()
                .map(|(file, what)| (number(*file), what.clone()));
            let mut found: Vec<(u32, T)> = numbered.filter(|entry| entry.0 != NONE).collect();
            found.sort_unstable_by_key(|(number, _)| *number);
            let known = CachedScan {
                holes: holes.clone(),
                found,
            };
            if let Ok(bytes) = postcard::to_stdvec(&known) {
                let bucket = buckets.entry(Bucket::number(key)).or_default();
                bucket.push((*key, bytes));
            }
        }
        for (number, entries) in buckets {
            Bucket::add(&self.store, &self.states.id, number, &entries);
        }
    }
}

#[cfg(test)]
mod tests;
