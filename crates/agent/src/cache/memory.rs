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
    used: BTreeMap<u64, ReportKey>,
    bytes: usize,
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
        Self {
            max_reports,
            max_bytes,
            entries: Mutex::default(),
        }
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
            || entries.bytes > self.max_bytes - bytes.len()
        {
            let Some(oldest) = entries.used.first_key_value().map(|(_, key)| *key) else {
                break;
            };
            entries.remove(&oldest);
        }
        entries.bytes += bytes.len();
        entries.entries.insert(*key, (bytes.into(), 0));
        entries.touch(key);
    }
}

impl Entries {
    /// The bytes under the key, marked as used now.
    fn touch(&mut self, key: &ReportKey) -> Option<Arc<[u8]>> {
        let (bytes, used) = self.entries.get_mut(key)?;
        self.used.remove(used);
        self.time += 1;
        *used = self.time;
        self.used.insert(self.time, *key);
        Some(Arc::clone(bytes))
    }

    fn remove(&mut self, key: &ReportKey) {
        if let Some((bytes, used)) = self.entries.remove(key) {
            self.used.remove(&used);
            self.bytes -= bytes.len();
        }
    }
}
