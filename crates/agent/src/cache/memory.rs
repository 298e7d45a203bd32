//! Reports in memory, for the life of a host.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use super::{ReportCache, ReportKey};

/// Keeps reports in memory, up to so many and so many bytes; what was not used for longest goes
/// first. What alone is larger than all may be is not kept.
#[derive(Debug)]
pub struct MemoryCache {
    max_reports: usize,
    max_bytes: usize,
    entries: Mutex<Entries>,
}

#[derive(Debug, Default)]
struct Entries {
    /// What is kept, and when it was used last.
    entries: HashMap<ReportKey, (Arc<[u8]>, u64)>,
    /// By time of last use. No two uses have the same time.
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
    /// A cache that holds no more than this.
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
    /// What is kept under the key, which is used now.
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
