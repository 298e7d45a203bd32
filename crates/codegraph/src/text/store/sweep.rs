//! Limits the size of a store: the least recently used entries are deleted.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::{BUILD, HASH_BYTES, Key};

/// The prefix of the names of temporary files, which are being written.
pub(super) const UNFINISHED: &str = ".new-";
/// A temporary file that has not changed for this long was left by a process that died.
const ABANDONED: Duration = Duration::from_secs(60 * 60);

/// Whether to check the size after this entry, the one with this number of a `Store`, from 0: after the first one in
/// one of 16 cases, then after every 256th.
pub(super) fn is_due(key: &Key, number: u64) -> bool {
    (number == 0 && key[FREE_KEY_BYTE].is_multiple_of(16)) || number % 256 == 255
}

/// A byte of the key that does not select the folder.
const FREE_KEY_BYTE: usize = 15;

struct Entry {
    used: SystemTime,
    bytes: u64,
    path: PathBuf,
}

/// If the entries have more than `max_bytes`, deletes the least recently used ones until three quarters of `max_bytes`
/// are left.
pub(super) fn sweep(folder: &Path, max_bytes: u64) {
    let mut entries = Vec::new();
    collect_entries(folder, 0, &mut entries);
    let mut total: u64 = entries.iter().map(|entry| entry.bytes).sum();
    if total <= max_bytes {
        return;
    }
    entries.sort_by(|a, b| a.used.cmp(&b.used).then_with(|| a.path.cmp(&b.path)));
    for entry in entries {
        if total <= max_bytes / 4 * 3 {
            break;
        }
        if fs::remove_file(&entry.path).is_ok() {
            total -= entry.bytes;
        }
    }
}

/// The lengths of the names of a build's folder, of a subfolder in it, and of an entry.
const NAME_LENGTHS: [usize; 3] = [BUILD.len(), 2, 2 * HASH_BYTES - 2];

/// Whether a name at this depth has the form of the store's names.
fn is_own(name: &str, depth: usize) -> bool {
    let hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let has_form = name.len() == NAME_LENGTHS[depth] && name.bytes().all(hex);
    has_form || (depth == 2 && name.starts_with(UNFINISHED))
}

/// Adds the entries of every build to `entries`, and deletes abandoned temporary files and empty folders. The folder
/// may contain foreign files: names that do not have the form of the store's names, and links, are ignored.
#[expect(clippy::disallowed_methods, reason = "the cache's own folder")]
fn collect_entries(folder: &Path, depth: usize, entries: &mut Vec<Entry>) {
    let Ok(folder_entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in folder_entries.flatten() {
        let name = entry.file_name();
        if !name.to_str().is_some_and(|name| is_own(name, depth)) {
            continue;
        }
        let Ok(metadata) = entry.metadata() else {
            continue;
        };
        let path = entry.path();
        if metadata.is_dir() && depth < 2 {
            collect_entries(&path, depth + 1, entries);
            // This deletes the folder only if it is empty.
            let _ = fs::remove_dir(&path);
        } else if metadata.is_file() && depth == 2 {
            let used = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            let is_unfinished = name.to_string_lossy().starts_with(UNFINISHED);
            if !is_unfinished {
                entries.push(Entry { used, bytes: metadata.len(), path });
            } else if used.elapsed().is_ok_and(|age| age > ABANDONED) {
                let _ = fs::remove_file(&path);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Store, key};
    use super::*;

    #[test]
    fn a_sweep_deletes_the_least_recently_used_entries() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path(), 40_000);
        let long_ago = SystemTime::now() - Duration::from_secs(1_000_000);
        for number in 0..20_u8 {
            let key = key(&[&[number]]);
            store.put(&key, &[number; 4_000]);
            let file = fs::File::options().write(true).open(store.path(&key));
            let used = long_ago + Duration::from_secs(u64::from(number));
            file.unwrap().set_modified(used).unwrap();
        }
        // Reading marks the entry as used.
        assert!(store.get(&key(&[&[0]])).is_some());
        sweep(folder.path(), 40_000);
        let stored: Vec<u8> =
            (0..20).filter(|number| store.get(&key(&[&[*number]])).is_some()).collect();
        assert_eq!(stored, [0, 14, 15, 16, 17, 18, 19]);
    }

    #[test]
    fn the_size_of_a_store_is_limited() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path(), 100_000);
        for number in 0..1_000_u32 {
            store.put(&key(&[&number.to_le_bytes()]), &[7; 1_000]);
        }
        let mut entries = Vec::new();
        collect_entries(folder.path(), 0, &mut entries);
        let total: u64 = entries.iter().map(|entry| entry.bytes).sum();
        // Up to 256 entries may be added between two checks of the size.
        assert!(total < 100_000 + 256 * 1_016, "{total}");
        store.put(&key(&[b"large"]), &[7; 50_000]);
        assert_eq!(store.get(&key(&[b"large"])), None, "more than a quarter");
    }

    /// A user may name a folder that is not the store's alone.
    #[test]
    fn a_sweep_keeps_files_that_the_store_did_not_write() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path(), 1);
        let own = store.path(&key(&[b"a"]));
        let subfolder = own.parent().unwrap();
        let name = own.file_name().unwrap();
        let others = [
            folder.path().join("letters/2020/old.txt"),
            folder.path().join("letters/ab").join(name),
            subfolder.parent().unwrap().join("notes/old.txt"),
            subfolder.join("old.txt"),
        ];
        for file in others.iter().chain([&own]) {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, [7; 100]).unwrap();
        }
        fs::create_dir_all(folder.path().join("letters/empty")).unwrap();
        sweep(folder.path(), 1);
        assert!(others.iter().all(|file| file.exists()));
        assert!(folder.path().join("letters/empty").exists());
        assert!(!own.exists());
    }

    #[test]
    fn a_sweep_deletes_temporary_files_of_dead_processes() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path(), 1);
        let subfolder = store.path(&key(&[b"a"]));
        let subfolder = subfolder.parent().unwrap();
        fs::create_dir_all(subfolder).unwrap();
        for (name, age) in [(".new-1-0", 10_000), (".new-2-0", 1)] {
            let file = fs::File::create(subfolder.join(name)).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(age)).unwrap();
        }
        sweep(folder.path(), 1);
        let left: Vec<_> =
            fs::read_dir(subfolder).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(left, [".new-2-0"]);
    }
}
