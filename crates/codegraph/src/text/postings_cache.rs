//! Caches on disk the posting lists of earlier scans, for the files that have not changed since.
//!
//! A *file state* is a path with the file's metadata: size, times of change, inode. A table of file states gives each a
//! number, and the postings of a scan are stored by these numbers. A file that is not in the table, or whose state
//! differs, is always scanned again. The text of a result is never taken from here.

mod bucket;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use firsthand_source::fs::FileEntry;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::text::store::{Key, Store, key};
use bucket::Bucket;

/// Stands for a missing index of a file, or a missing number of a file state.
const NONE: u32 = u32::MAX;
/// A new table is made if the stored one lacks the states of more files than this number plus one for every 64 files.
const MAX_MISSING: usize = 32;

/// A hash of a path and the file's metadata: size, times of change, device and inode. All zeros if these cannot prove
/// that the file is unchanged: it changed so recently that a further change could leave the same times, or the system
/// reports no times.
pub(crate) type Stamp = [u8; 16];

/// A file that changed more recently than this before it was listed may change again with the same times.
const UNSETTLED: Duration = Duration::from_secs(2);

/// The stamp of a file that was listed after `now`.
pub(crate) fn stamp(entry: &FileEntry, now: SystemTime) -> Stamp {
    let settled_before = now.checked_sub(UNSETTLED).and_then(|time| {
        let since_epoch = time.duration_since(SystemTime::UNIX_EPOCH).ok()?;
        i64::try_from(since_epoch.as_secs()).ok()
    });
    let (Some(state), Some(settled_before)) = (entry.state, settled_before) else {
        return Stamp::default();
    };
    if state.modified.0.max(state.changed.0) >= settled_before {
        return Stamp::default();
    }
    let numbers = [
        entry.size.to_le_bytes(),
        state.modified.0.to_le_bytes(),
        state.modified.1.to_le_bytes(),
        state.changed.0.to_le_bytes(),
        state.changed.1.to_le_bytes(),
        state.device.to_le_bytes(),
        state.inode.to_le_bytes(),
    ];
    key(&[entry.path.as_str().as_bytes(), numbers.as_flattened()])
}

/// The cached postings of one tree in its present state.
pub(crate) struct PostingsCache {
    store: Arc<Store>,
    states: Arc<FileStates>,
    /// The key under which to store the table; `None` once it is stored.
    unsaved: Mutex<Option<Key>>,
    /// The number in the table of each file of the inventory.
    numbers: Vec<u32>,
    /// The index in the inventory of each number's file.
    files: Vec<u32>,
    /// Whether these are only some files of a tree; then nothing is stored.
    is_part: bool,
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

    /// The number in this table of each file of the inventory.
    fn numbers(&self, stamps: &[Stamp]) -> Vec<u32> {
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
    /// The numbers whose files were not listed when the scan was made.
    holes: Vec<u32>,
    /// (number, postings of the file), ascending.
    found: Vec<(u32, T)>,
}

impl PostingsCache {
    /// The cached postings of a tree whose files have these stamps. The key states which tree it is and how it is
    /// scanned.
    pub(crate) fn open(store: Arc<Store>, tree: Key, stamps: &[Stamp]) -> PostingsCache {
        let stored = store.get(&tree).and_then(|bytes| FileStates::read(&bytes));
        if let Some(states) = stored {
            let numbers = states.numbers(stamps);
            let missing = (stamps.iter().zip(&numbers))
                .filter(|(stamp, number)| **number == NONE && **stamp != Stamp::default())
                .count();
            if missing <= MAX_MISSING + stamps.len() / 64 {
                return PostingsCache::from_states(store, Arc::new(states), None, numbers);
            }
        }
        let valid = stamps.iter().filter(|stamp| **stamp != Stamp::default());
        let states = FileStates::of(valid.copied().collect());
        let numbers = states.numbers(stamps);
        PostingsCache::from_states(store, Arc::new(states), Some(tree), numbers)
    }

    /// The same for some files of the inventory, which become an inventory of their own. The postings of a scan of them
    /// are not stored: only those of whole trees are.
    pub(crate) fn part(&self, files: &[u32]) -> PostingsCache {
        let number = |file: &u32| self.numbers.get(*file as usize).copied().unwrap_or(NONE);
        let numbers = files.iter().map(number).collect();
        let unsaved = self.unsaved.lock().ok().and_then(|unsaved| *unsaved);
        let (store, states) = (Arc::clone(&self.store), Arc::clone(&self.states));
        PostingsCache {
            is_part: true,
            ..PostingsCache::from_states(store, states, unsaved, numbers)
        }
    }

    /// The cache over a table of file states; `numbers` has the number in the table of each file of the inventory.
    fn from_states(
        store: Arc<Store>,
        states: Arc<FileStates>,
        unsaved: Option<Key>,
        numbers: Vec<u32>,
    ) -> PostingsCache {
        let mut files = vec![NONE; states.stamps.len()];
        for (file, number) in (0..).zip(&numbers) {
            if let Some(slot) = files.get_mut(*number as usize) {
                *slot = file;
            }
        }
        PostingsCache {
            store,
            states,
            unsaved: Mutex::new(unsaved),
            numbers,
            files,
            is_part: false,
        }
    }

    /// Whether the table has the state of a file of the inventory, so that its postings can be cached.
    pub(crate) fn covers(&self, file: u32) -> bool {
        self.numbers.get(file as usize).is_some_and(|number| *number != NONE)
    }

    /// For each key, the postings of the files in the table, by their index in the inventory; `None` unless the cache
    /// has them for all of these files.
    pub(crate) fn get<T: DeserializeOwned>(&self, keys: &[Key]) -> Vec<Option<Vec<(u32, T)>>> {
        if self.unsaved.lock().is_ok_and(|unsaved| unsaved.is_some()) {
            return keys.iter().map(|_| None).collect();
        }
        let mut buckets: HashMap<u8, Bucket> = HashMap::new();
        let postings = |key: &Key| {
            let number = Bucket::number(key);
            let read = || Bucket::read(&self.store, &self.states.id, number);
            let bucket = buckets.entry(number).or_insert_with(read);
            self.decode(bucket.get(key)?)
        };
        keys.iter().map(postings).collect()
    }

    fn decode<T: DeserializeOwned>(&self, bytes: &[u8]) -> Option<Vec<(u32, T)>> {
        let scan: CachedScan<T> = postcard::from_bytes(bytes).ok()?;
        let file = |number: u32| self.files.get(number as usize).copied();
        if scan.holes.iter().any(|hole| file(*hole) != Some(NONE)) {
            return None;
        }
        let mut found = Vec::with_capacity(scan.found.len());
        for (number, posting) in scan.found {
            match file(number)? {
                NONE => {}
                file => found.push((file, posting)),
            }
        }
        found.sort_unstable_by_key(|(file, _)| *file);
        Some(found)
    }

    /// Stores the postings of each key, by index in the inventory; only those of files in the table, each of which must
    /// have been scanned. If the cache is a part of another, nothing is stored.
    pub(crate) fn put<T: Serialize + Clone>(&self, scans: &[(Key, Vec<(u32, T)>)]) {
        if self.is_part {
            return;
        }
        let unsaved = self.unsaved.lock().ok();
        if let Some(tree) = unsaved.and_then(|mut unsaved| unsaved.take()) {
            self.store.put(&tree, self.states.stamps.as_flattened());
        }
        let unlisted = |(number, file): (u32, &u32)| (*file == NONE).then_some(number);
        let holes: Vec<u32> = (0..).zip(&self.files).filter_map(unlisted).collect();
        let mut buckets: HashMap<u8, Vec<(Key, Vec<u8>)>> = HashMap::new();
        for (key, postings) in scans {
            let number = |file: u32| self.numbers.get(file as usize).copied().unwrap_or(NONE);
            let numbered = postings.iter().map(|(file, posting)| (number(*file), posting.clone()));
            let mut found: Vec<(u32, T)> = numbered.filter(|entry| entry.0 != NONE).collect();
            found.sort_unstable_by_key(|(number, _)| *number);
            let scan = CachedScan { holes: holes.clone(), found };
            if let Ok(bytes) = postcard::to_stdvec(&scan) {
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
