//! The inventory of a tree's files, with a stamp for each that changes when the file does.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, SystemTime};

use firsthand_source::Cancel;
use firsthand_source::fs::Walk;

pub use firsthand_source::fs::{FileEntry, Inventory, Skipped};

use crate::graph::{Graph, Inner};
use crate::store::key;

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

impl Inner {
    fn walker(&self) -> Walk<'_> {
        Walk {
            root: &self.root,
            top: None,
            excludes: &self.excludes,
            skip: &*self.options.skip,
            threads: self.options.threads,
        }
    }

    /// Lists the files of the tree; only a part of them if `cancel` is cancelled.
    pub(crate) fn walk(&self, cancel: &Cancel) -> Arc<Inventory> {
        self.listings.fetch_add(1, Ordering::Relaxed);
        Arc::new(self.walker().inventory(&|| cancel.is_cancelled()))
    }
}

impl Graph {
    /// Whether the tree has no file now. The walk stops at the first one.
    pub fn is_empty(&self) -> bool {
        self.inner.walker().is_empty()
    }
}
