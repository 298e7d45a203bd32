//! A folder of small entries on disk, by key: a cache of values that can be computed again.
//!
//! An entry is one file. It is written under a temporary name in its folder and then renamed, so that any number of
//! processes may read and write at once. A truncated or damaged entry is a miss and is deleted; entries of other builds
//! are not read. No operation fails: without the folder everything is computed again. The folder may be deleted at any
//! time. Only its owner can read it, and an entry of another user is a miss.

mod owner;
mod sweep;

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use firsthand_source::fs::{create_private_file, create_private_folder, open_no_follow};

/// The key of an entry: 128 bits of a hash.
pub type Key = [u8; 16];

/// The build of this crate; entries of other builds are not read.
const BUILD: &str = env!("CODEGRAPH_BUILD");
/// The bytes of a shortened hash: of a key, and of the checksum at the start of an entry.
const HASH_BYTES: usize = 16;
/// Larger entries are neither written nor read.
const MAX_ENTRY: u64 = 64 << 20;
/// Reading an entry marks it as used, by its modification time, if the last mark is older than this.
const MARK_INTERVAL: Duration = Duration::from_secs(60 * 60);

/// The key of these parts; one of them should name the kind of entry.
pub fn key(parts: &[&[u8]]) -> Key {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
    }
    first_128_bits(&hasher.finalize())
}

/// The first 128 bits of a hash.
fn first_128_bits(hash: &blake3::Hash) -> Key {
    let mut short = [0; HASH_BYTES];
    short.copy_from_slice(&hash.as_bytes()[..HASH_BYTES]);
    short
}

/// The checksum at the start of an entry. It covers the key, so that an entry moved to another key is a miss.
fn checksum(key: &Key, entry: &[u8]) -> Key {
    let mut hasher = blake3::Hasher::new();
    hasher.update(key).update(entry);
    first_128_bits(&hasher.finalize())
}

/// The number in the next temporary file's name, which makes these names distinct within the process.
static NEXT_TEMPORARY: AtomicU64 = AtomicU64::new(0);

/// A store of entries in one folder.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    max_bytes: u64,
    /// The user whose entries are read.
    user: u32,
    /// The number of calls that wrote an entry or tried to; the size is checked after some of them.
    written: AtomicU64,
}

impl Store {
    /// A store in `folder`, which is created with the first entry. It holds at most about `max_bytes`.
    pub fn new(folder: &Path, max_bytes: u64) -> Store {
        Store {
            folder: folder.to_path_buf(),
            max_bytes,
            user: owner::user(),
            written: AtomicU64::new(0),
        }
    }

    fn path(&self, key: &Key) -> PathBuf {
        let name = format!("{:032x}", u128::from_be_bytes(*key));
        self.folder.join(BUILD).join(&name[..2]).join(&name[2..])
    }

    /// The entry of a key; `None` if there is none, or it is damaged, too large or of another user.
    pub fn get(&self, key: &Key) -> Option<Vec<u8>> {
        let path = self.path(key);
        // Other users may be able to write to the folder and put a link there.
        let mut file = open_no_follow(&path).ok()?;
        let metadata = file.metadata().ok()?;
        if !metadata.is_file() || metadata.len() > MAX_ENTRY || owner::of(&metadata) != self.user {
            return None;
        }
        let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).ok()?);
        (&mut file).take(MAX_ENTRY).read_to_end(&mut bytes).ok()?;
        let parts = bytes.split_first_chunk::<HASH_BYTES>();
        if parts.is_none_or(|(expected, entry)| checksum(key, entry) != *expected) {
            let _ = fs::remove_file(&path);
            return None;
        }
        let now = SystemTime::now();
        let idle = metadata.modified().ok().and_then(|used| now.duration_since(used).ok());
        if idle.is_none_or(|idle| idle > MARK_INTERVAL) {
            let _ = file.set_modified(now);
        }
        bytes.drain(..HASH_BYTES);
        Some(bytes)
    }

    /// Writes an entry. If that fails, or the entry has more than a quarter of the store's `max_bytes`, nothing is
    /// stored.
    pub fn put(&self, key: &Key, entry: &[u8]) {
        if entry.len() as u64 > MAX_ENTRY.min(self.max_bytes / 4) {
            return;
        }
        let path = self.path(key);
        let number = self.written.fetch_add(1, Ordering::Relaxed);
        if self.write(key, &path, entry).is_some() && sweep::is_due(key, number) {
            sweep::sweep(&self.folder, self.max_bytes);
        }
    }

    fn write(&self, key: &Key, path: &Path, entry: &[u8]) -> Option<()> {
        let folder = path.parent()?;
        let number = NEXT_TEMPORARY.fetch_add(1, Ordering::Relaxed);
        if !folder.is_dir() {
            create_private_folder(folder).ok()?;
        }
        let temporary =
            folder.join(format!("{}{}-{number}", sweep::UNFINISHED, std::process::id()));
        let write_and_rename = || {
            let mut file = create_private_file(&temporary)?;
            file.write_all(&checksum(key, entry))?;
            file.write_all(entry)?;
            drop(file);
            fs::rename(&temporary, path)
        };
        let result = write_and_rename();
        if result.is_err() {
            let _ = fs::remove_file(&temporary);
        }
        result.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(folder: &Path) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for build in fs::read_dir(folder).unwrap() {
            for subfolder in fs::read_dir(build.unwrap().path()).unwrap() {
                let files = fs::read_dir(subfolder.unwrap().path()).unwrap();
                found.extend(files.map(|file| file.unwrap().path()));
            }
        }
        found
    }

    #[test]
    fn a_damaged_entry_is_a_miss_and_can_be_written_again() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path(), 1 << 20);
        let key = key(&[b"a"]);
        let damages: [fn(&Path); 5] = [
            |path| fs::write(path, b"").unwrap(),
            |path| fs::write(path, b"short").unwrap(),
            |path| {
                let mut bytes = fs::read(path).unwrap();
                *bytes.last_mut().unwrap() ^= 1;
                fs::write(path, bytes).unwrap();
            },
            |path| {
                let bytes = fs::read(path).unwrap();
                fs::write(path, &bytes[..bytes.len() - 1]).unwrap();
            },
            |path| {
                fs::remove_file(path).unwrap();
                fs::create_dir(path).unwrap();
            },
        ];
        for (at, damage) in damages.iter().enumerate() {
            store.put(&key, b"entry");
            assert_eq!(store.get(&key).as_deref(), Some(&b"entry"[..]), "{at}");
            damage(&entries(folder.path())[0]);
            assert_eq!(store.get(&key), None, "{at}");
        }
    }

    #[test]
    fn an_entry_of_another_key_is_a_miss() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path(), 1 << 20);
        let (a, b) = (key(&[b"a"]), key(&[b"b"]));
        store.put(&a, b"entry");
        store.put(&b, b"other");
        fs::copy(store.path(&a), store.path(&b)).unwrap();
        assert_eq!(store.get(&b), None);
        assert_eq!(store.get(&a).as_deref(), Some(&b"entry"[..]));
    }

    /// An entry that was replaced by a pipe does not block the reader; one that was replaced by a link is not followed.
    #[cfg(unix)]
    #[test]
    fn an_entry_that_is_no_regular_file_is_a_miss() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path(), 1 << 20);
        let key = key(&[b"a"]);
        store.put(&key, b"entry");
        let path = store.path(&key);
        fs::remove_file(&path).unwrap();
        std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
        assert_eq!(store.get(&key), None);
        fs::remove_file(&path).unwrap();
        let created = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(created.is_ok_and(|status| status.success()));
        assert_eq!(store.get(&key), None);
    }

    #[test]
    fn a_store_without_a_writable_folder_stores_nothing_and_does_not_fail() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let store = Store::new(file.path(), 1 << 20);
        store.put(&key(&[b"a"]), b"entry");
        assert_eq!(store.get(&key(&[b"a"])), None);
    }

    #[test]
    fn concurrent_writers_leave_complete_entries() {
        let folder = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for writer in 0..8_u8 {
                let store = Store::new(folder.path(), 1 << 24);
                scope.spawn(move || {
                    for turn in 0..50_u8 {
                        let key = key(&[&[turn % 5]]);
                        store.put(&key, &vec![writer; 5_000]);
                        let seen = store.get(&key).unwrap_or_else(|| vec![0; 5_000]);
                        assert_eq!(seen.len(), 5_000);
                        assert!(seen.iter().all(|byte| *byte == seen[0]), "a torn entry");
                    }
                });
            }
        });
        assert_eq!(entries(folder.path()).len(), 5);
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_can_read_entries() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(&folder.path().join("store"), 1 << 20);
        store.put(&key(&[b"a"]), b"entry");
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&folder.path().join("store")), 0o700);
        assert_eq!(mode(&entries(&folder.path().join("store"))[0]), 0o600);
    }
}
