//! The report cache on disk.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use firsthand_agent::{ReportCache, ReportKey};
use firsthand_codegraph::store::{self, Store};

/// The approximate maximum size on disk of the reports of all repositories.
const MAX_BYTES: u64 = 64 << 20;
/// The folder of the reports, next to the code graph's cache files.
const FOLDER_NAME: &str = "reports";

/// A report cache on disk, of about 64 MiB; the least recently used reports are removed first. Any number
/// of processes may read and write at once; a damaged entry counts as missing.
///
/// A cached run contains the question, the model's turns, and the tools' results with secrets hidden. Only
/// its owner can read it.
#[derive(Debug)]
pub struct FolderCache(Store);

impl FolderCache {
    /// A cache in the folder `reports` below `cache`, which may be the one of
    /// [`ExplorerBuilder::cache`](crate::ExplorerBuilder::cache). The first stored report creates it.
    #[must_use]
    pub fn new(cache: &Path) -> Self {
        Self(Store::new(&cache.join(FOLDER_NAME), MAX_BYTES))
    }
}

impl ReportCache for FolderCache {
    fn get(&self, key: &ReportKey) -> Option<Vec<u8>> {
        self.0.get(&store_key(key))
    }

    fn put(&self, key: &ReportKey, cached: &[u8]) {
        self.0.put(&store_key(key), cached);
    }
}

/// The store key of a report; it depends on the crate version.
fn store_key(key: &ReportKey) -> store::Key {
    store::key(&[b"report", env!("CARGO_PKG_VERSION").as_bytes(), key.bytes()])
}

/// A session name that is unique across explorers and processes.
pub(crate) fn unique_session() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let since_epoch = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let (process, number) = (std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    format!("{process} {number} {}", since_epoch.unwrap_or_default().as_nanos())
}
