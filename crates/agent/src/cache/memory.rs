//! An in-memory report cache.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use super::{ReportCache, ReportKey};

/// An LRU cache of reports in memory, limited in entries and bytes. An entry larger than the limit
/// is not stored.
#[derive(Debug)]
pub struct MemoryCache {
    max_reports: usize,
    max_bytes: usize,
    entries: Mutex<Entries>,
}

#[derive(Debug, Default)]
struct Entries {
    /// The bytes, and the logical time of last use.
    entries: HashMap<ReportKey, (Arc<[u8]>, u64)>,
    /// The keys by logical time of last use, which is unique.
    keys_by_last_use: BTreeMap<u64, ReportKey>,
    /// The bytes of all entries.
    total_bytes: usize,
    /// The logical time: the number of uses so far.
    time: u64,
}

impl Default for MemoryCache {
    /// 64 reports, 32 MiB.
    fn default() -> Self {
        Self::new(64, 32 << 20)
    }
}

impl MemoryCache {
    /// A cache with these limits.
    #[must_use]
    pub fn new(max_reports: usize, max_bytes: usize) -> Self {
        Self { max_reports, max_bytes, entries: Mutex::default() }
    }
}

impl ReportCache for MemoryCache {
    fn get(&self, key: &ReportKey) -> Option<Vec<u8>> {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = entries.touch(key)?;
        drop(entries);
        Some(bytes.to_vec())
    }

    fn put(&self, key: &ReportKey, bytes: &[u8]) {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.remove(key);
        if bytes.len() > self.max_bytes || self.max_reports == 0 {
            return;
        }
        while entries.entries.len() >= self.max_reports
            || entries.total_bytes > self.max_bytes - bytes.len()
        {
            let oldest = entries.keys_by_last_use.first_key_value();
            let Some(oldest) = oldest.map(|(_, key)| *key) else {
                break;
            };
            entries.remove(&oldest);
        }
        entries.total_bytes += bytes.len();
        entries.entries.insert(*key, (bytes.into(), 0));
        entries.touch(key);
    }
}

impl Entries {
    /// The bytes under the key, marked as used now.
    fn touch(&mut self, key: &ReportKey) -> Option<Arc<[u8]>> {
        let (bytes, last_use) = self.entries.get_mut(key)?;
        self.keys_by_last_use.remove(last_use);
        self.time += 1;
        *last_use = self.time;
        self.keys_by_last_use.insert(self.time, *key);
        Some(Arc::clone(bytes))
    }

    fn remove(&mut self, key: &ReportKey) {
        if let Some((bytes, last_use)) = self.entries.remove(key) {
            self.keys_by_last_use.remove(&last_use);
            self.total_bytes -= bytes.len();
        }
    }
}
