//! Counts the work of a relation query; a file counts once, however often it is read.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::answer::Stats;
use crate::text::files_by_name::FilesByName;
use crate::text::memo::lock;
use crate::text::scan::Scan;
use crate::text::unread::Unread;
use firsthand_source::Losses;
use firsthand_source::fs::Inventory;

/// The file was read.
const READ: u8 = 1;
/// The file could not be read.
const UNREAD: u8 = 2;
/// The matches of the file came from the postings cache.
const RECALLED: u8 = 4;

/// Why a file that holds a name was not parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Unparsed {
    /// As many files as a query may parse were parsed.
    Limit,
    /// The lines that are listed are certain without it.
    Enough,
    /// The name is declared in files that more likely declare it.
    Declared,
}

impl Unparsed {
    /// The reason, as the end of a sentence.
    pub(super) fn reason(self) -> &'static str {
        match self {
            Self::Limit => {
                "the limit went to files with more occurrences; with a path, its files come first"
            }
            Self::Enough => {
                "the listed lines are certain without them; with a path, its lines are listed"
            }
            Self::Declared => "other files are more likely to declare it",
        }
    }
}

/// The counts of one query.
pub(super) struct Tally {
    /// The state of each file of the inventory, in its order: a union of [`READ`], [`UNREAD`] and [`RECALLED`].
    files: Vec<AtomicU8>,
    bytes: AtomicU64,
    parsed: AtomicU64,
    cache_hits: AtomicU64,
    skipped: Mutex<BTreeMap<String, Unparsed>>,
    /// How many lines were found and are not listed.
    unlisted: AtomicU64,
    /// Why files were not read, by their indices in the inventory.
    unread: Mutex<BTreeMap<u32, Unread>>,
}

impl Tally {
    pub(super) fn new(inventory: &Inventory) -> Tally {
        Tally {
            files: inventory.files.iter().map(|_| AtomicU8::new(0)).collect(),
            bytes: AtomicU64::new(0),
            parsed: AtomicU64::new(0),
            cache_hits: AtomicU64::new(0),
            skipped: Mutex::default(),
            unlisted: AtomicU64::new(0),
            unread: Mutex::default(),
        }
    }

    /// Records which files a search for names read, and how many bytes it read now.
    pub(super) fn add_found(&self, found: &FilesByName, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        for (at, (file, outcome)) in found.outcomes.iter().enumerate() {
            if let Err(reason) = outcome {
                lock(&self.unread).insert(*file, *reason);
            }
            let state = match outcome {
                Err(_) => UNREAD,
                Ok(()) if at < found.recalled => RECALLED,
                Ok(()) => READ,
            };
            self.mark(*file, state);
        }
    }

    /// Records which of all files a scan read, and how many bytes it read now.
    pub(super) fn add_scan(&self, scan: &Scan) {
        self.bytes.fetch_add(scan.bytes, Ordering::Relaxed);
        lock(&self.unread).extend(scan.unread.iter().copied());
        scan.files.iter().for_each(|file| self.mark(file.file, READ));
        scan.unread.iter().for_each(|(file, _)| self.mark(*file, UNREAD));
    }

    fn mark(&self, file: u32, state: u8) {
        if let Some(known) = self.files.get(file as usize) {
            known.fetch_or(state, Ordering::Relaxed);
        }
    }

    /// The files that were not read, by their indices, and why.
    pub(super) fn unread(&self) -> Vec<(u32, Unread)> {
        let unread = lock(&self.unread);
        unread.iter().map(|(file, why)| (*file, *why)).collect()
    }

    /// Counts an opened file in a known language, whose facts were cached or extracted.
    pub(super) fn count_opened(&self, facts_cached: bool) {
        let counter = if facts_cached { &self.cache_hits } else { &self.parsed };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// Records why a file was not parsed; the same file counts once, with the nearest reason.
    pub(super) fn count_skipped(&self, path: &str, why: Unparsed) {
        let mut skipped = lock(&self.skipped);
        let known = skipped.entry(path.to_owned()).or_insert(why);
        *known = why.min(*known);
    }

    /// Forgets the files that were not parsed and cannot change the answer: all that `may_change` rejects.
    pub(super) fn retain_skipped(&self, may_change: impl Fn(&str) -> bool) {
        lock(&self.skipped).retain(|path, _| may_change(path));
    }

    /// Records that a limit left lines out of the list.
    pub(super) fn count_unlisted(&self, lines: usize) {
        self.unlisted.fetch_add(lines as u64, Ordering::Relaxed);
    }

    /// The recorded files for which `missing` is true, and why each was not parsed.
    pub(super) fn skipped(&self, missing: impl Fn(&str) -> bool) -> Vec<(String, Unparsed)> {
        let skipped = lock(&self.skipped);
        let skipped = skipped.iter().filter(|(path, _)| missing(path));
        skipped.map(|(path, why)| (path.clone(), *why)).collect()
    }

    pub(super) fn stats(&self, inventory: &Inventory, beyond_limit: usize) -> Stats {
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let files_with = |has: fn(u8) -> bool| {
            let marks = self.files.iter().map(|file| file.load(Ordering::Relaxed));
            marks.filter(|mark| has(*mark)).count() as u64
        };
        let beyond_limit = beyond_limit as u64 + get(&self.unlisted);
        Stats {
            files_seen: inventory.files.len() as u64,
            files_skipped: inventory.skipped.total() + files_with(|mark| mark == UNREAD),
            files_read: files_with(|mark| mark & (READ | RECALLED) != 0),
            files_recalled: files_with(|mark| mark & (READ | RECALLED) == RECALLED),
            files_parsed: get(&self.parsed),
            bytes_read: get(&self.bytes),
            cache_hits: get(&self.cache_hits),
            elapsed_ms: 0,
            truncated: beyond_limit > 0,
            losses: Losses { cap: beyond_limit, ..Losses::default() },
        }
    }
}
