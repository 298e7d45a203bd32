//! An in-memory report cache.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use super::{ReportCache, ReportKey};

/// An LRU cache of reports in memory, limited in entries and bytes. An entry larger than the limit
/// is not stored.
#[derive(Debug)]
pub struct MemoryCache {
    max_reports: usize,
    max_bytes: usize,
    /// The least recently used first. They are few, and each saves a run.
    entries: Mutex<VecDeque<(ReportKey, Arc<[u8]>)>>,
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
        let at = entries.iter().position(|(known, _)| known == key)?;
        let (_, bytes) = entries.remove(at)?;
        entries.push_back((*key, Arc::clone(&bytes)));
        drop(entries);
        Some(bytes.to_vec())
    }

    fn put(&self, key: &ReportKey, bytes: &[u8]) {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.retain(|(known, _)| known != key);
        if bytes.len() > self.max_bytes || self.max_reports == 0 {
            return;
        }
        let mut all_bytes: usize = entries.iter().map(|(_, bytes)| bytes.len()).sum();
        while entries.len() >= self.max_reports || all_bytes > self.max_bytes - bytes.len() {
            all_bytes -= entries.pop_front().map_or(all_bytes, |(_, oldest)| oldest.len());
        }
        entries.push_back((*key, bytes.into()));
    }
}
