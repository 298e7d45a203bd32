//! Counts the work of a relation query; a file counts once, however often it is read.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::context::lock;
use crate::answer::Stats;
use crate::inventory::Inventory;

const READ: u8 = 1;
const UNREAD: u8 = 2;
const RECALLED: u8 = 4;

/// The counts of one query.
pub(super) struct Tally {
    /// The state of each file of the inventory, in its order.
    files: Vec<AtomicU8>,
    bytes: AtomicU64,
    parsed: AtomicU64,
    hits: AtomicU64,
    skipped: Mutex<HashSet<String>>,
}

impl Tally {
    pub(super) fn new(inventory: &Inventory) -> Tally {
        Tally {
            files: inventory.files.iter().map(|_| AtomicU8::new(0)).collect(),
            bytes: AtomicU64::new(0),
            parsed: AtomicU64::new(0),
            hits: AtomicU64::new(0),
            skipped: Mutex::default(),
        }
    }

    /// The file at an index of the inventory was read.
    pub(super) fn read(&self, file: usize) {
        self.mark(file, READ);
    }

    /// Adds to the bytes read.
    pub(super) fn bytes(&self, bytes: usize) {
        self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// The matches of the file at an index of the inventory came from the postings cache.
    pub(super) fn recalled(&self, file: usize) {
        self.mark(file, RECALLED);
    }

    /// The file at an index of the inventory could not be read.
    pub(super) fn unread(&self, file: usize) {
        self.mark(file, UNREAD);
    }

    fn mark(&self, file: usize, what: u8) {
        if let Some(known) = self.files.get(file) {
            known.fetch_or(what, Ordering::Relaxed);
        }
    }

    /// A file in a known language was opened; its facts may have been cached.
    pub(super) fn opened(&self, known: bool) {
        let counter = if known { &self.hits } else { &self.parsed };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// A limit excluded a file.
    pub(super) fn count_skipped(&self, path: &str) {
        lock(&self.skipped).insert(path.to_owned());
    }

    /// The number of excluded files for which `missing` is true.
    pub(super) fn skipped(&self, missing: impl Fn(&str) -> bool) -> usize {
        let skipped = lock(&self.skipped);
        skipped.iter().filter(|path| missing(path)).count()
    }

    pub(super) fn stats(&self, inventory: &Inventory, truncated: bool) -> Stats {
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let of = |what: fn(u8) -> bool| {
            let marks = self.files.iter().map(|file| file.load(Ordering::Relaxed));
            marks.filter(|mark| what(*mark)).count() as u64
        };
        Stats {
            files_seen: inventory.files.len() as u64,
            files_skipped: inventory.skipped.total() + of(|mark| mark == UNREAD),
            files_read: of(|mark| mark & (READ | RECALLED) != 0),
            files_recalled: of(|mark| mark & (READ | RECALLED) == RECALLED),
            files_parsed: get(&self.parsed),
            bytes_read: get(&self.bytes),
            cache_hits: get(&self.hits),
            elapsed_ms: 0,
            truncated,
        }
    }
}
