//! The files of a tree, as they stand now.

mod rules;
mod ruling;

use std::fs::Metadata;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use ignore::overrides::{Override, OverrideBuilder};
use ignore::{DirEntry, WalkBuilder, WalkState};

use crate::graph::Options;
use firsthand_source::Cancel;
use rules::Rules;

/// The files under a root, sorted by path, and what was left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inventory {
    /// Files in the order of their paths (byte order). Larger ones than
    /// [`Options::max_file_bytes`] are listed, but never searched.
    pub files: Vec<FileEntry>,
    /// How many entries were left out, and why.
    pub skipped: Skipped,
}

/// One file of the inventory.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileEntry {
    /// Relative to the root, with `/`.
    pub path: String,
    /// In bytes.
    pub size: u64,
    /// What tells this state of the file from another.
    pub(crate) stamp: Stamp,
}

/// A hash of a path and what the system says of the file there: size, times of change, device and
/// inode. All zeros where that does not tell: the file changed a moment ago, and may again within
/// what the clock of its file system resolves, or the system gives no such times.
pub(crate) type Stamp = [u8; 16];

/// A file that changed less than so long before it was looked at may change again unseen.
const UNSETTLED: Duration = Duration::from_secs(2);

/// The stamp of a file looked at after `now`.
#[cfg(unix)]
fn stamp(path: &str, about: &Metadata, now: SystemTime) -> Stamp {
    use std::os::unix::fs::MetadataExt;
    let settled = now.checked_sub(UNSETTLED).and_then(|then| {
        let then = then.duration_since(SystemTime::UNIX_EPOCH).ok()?;
        i64::try_from(then.as_secs()).ok()
    });
    if settled.is_none_or(|settled| about.mtime().max(about.ctime()) >= settled) {
        return Stamp::default();
    }
    let numbers = [
        about.size().to_le_bytes(),
        about.mtime().to_le_bytes(),
        about.mtime_nsec().to_le_bytes(),
        about.ctime().to_le_bytes(),
        about.ctime_nsec().to_le_bytes(),
        about.dev().to_le_bytes(),
        about.ino().to_le_bytes(),
    ];
    crate::store::key(&[path.as_bytes(), numbers.as_flattened()])
}

#[cfg(not(unix))]
fn stamp(_: &str, _: &Metadata, _: SystemTime) -> Stamp {
    Stamp::default()
}

/// Counts of what the inventory left out. What git ignores and hidden files are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// Symbolic links; none is followed.
    pub links: u64,
    /// Pipes, sockets and devices.
    pub special: u64,
    /// Names that are not UTF-8.
    pub not_utf8: u64,
    /// Files that the injected [`Options::skip`] refused.
    pub refused: u64,
    /// Folders and files that could not be read.
    pub unreadable: u64,
    /// Ignore files (`.gitignore`, `.ignore`, `.git/info/exclude`) whose rules do not count: links and
    /// what is no regular file, larger than 1 MiB, of more than 20,000 lines or with a line of more than
    /// 4 KiB, unreadable, or beyond 2 MiB of ignore files in one tree.
    pub ignore_files: u64,
}

impl Skipped {
    /// All of them together.
    pub fn total(&self) -> u64 {
        let entries = self.links + self.special + self.not_utf8 + self.refused + self.unreadable;
        entries + self.ignore_files
    }
}

impl Inventory {
    /// Whether a file of exactly this path is there.
    pub fn contains(&self, path: &str) -> bool {
        self.files
            .binary_search_by(|entry| entry.path.as_str().cmp(path))
            .is_ok()
    }
}

/// The globs to leave out, compiled.
pub(crate) fn overrides(root: &Path, excludes: &[String]) -> Result<Override, ignore::Error> {
    let mut builder = OverrideBuilder::new(root);
    for exclude in excludes {
        // An override lists what to keep; a leading `!` turns it into an exclude.
        builder.add(&format!("!{exclude}"))?;
    }
    builder.build()
}

/// Walk the tree in parallel. Links are not followed, hidden files and what git ignores are left
/// out, whether or not the tree is a repository. Files get stamps if it is said what time it is.
pub(crate) fn walk(
    root: &Path,
    options: &Options,
    excludes: &Override,
    now: Option<SystemTime>,
    cancel: &Cancel,
) -> Inventory {
    let gathered = Mutex::new(Inventory::default());
    let rules = Arc::new(Rules::of(root));
    let ruled = Arc::clone(&rules);
    let walker = walker(root, excludes)
        .filter_entry(move |entry| ruled.admit(entry))
        .threads(options.threads)
        .build_parallel();
    walker.run(|| {
        let mut batch = Batch {
            found: Inventory::default(),
            into: &gathered,
        };
        Box::new(move |entry| {
            match entry {
                Ok(entry) => batch.found.add(root, &entry, options.skip, now),
                Err(_) => batch.found.skipped.unreadable += 1,
            }
            if cancel.is_cancelled() {
                WalkState::Quit
            } else {
                WalkState::Continue
            }
        })
    });
    let mut inventory = gathered.into_inner().unwrap_or_default();
    inventory.skipped.ignore_files = rules.unfit();
    inventory.files.sort_unstable();
    inventory
}

/// A walker that follows no link and reads no ignore file: [`Rules`] do that for it.
fn walker(root: &Path, excludes: &Override) -> WalkBuilder {
    let mut walker = WalkBuilder::new(root);
    walker
        .follow_links(false)
        .standard_filters(false)
        .overrides(excludes.clone());
    walker
}

/// Whether the inventory of the tree under `root` without `excludes` would list a path (relative to
/// the root, with `/`), found by entering only the folders on the way.
pub fn is_listed(root: &Path, excludes: &Override, path: &str) -> bool {
    let target = root.join(path);
    let (wanted, rules) = (target.clone(), Rules::of(root));
    walker(root, excludes)
        .max_depth(Some(path.split('/').count()))
        .filter_entry(move |entry| wanted.starts_with(entry.path()) && rules.admit(entry))
        .build()
        .filter_map(Result::ok)
        .any(|entry| entry.path() == target)
}

/// What one thread found; handed over once, when the thread ends.
struct Batch<'a> {
    found: Inventory,
    into: &'a Mutex<Inventory>,
}

impl Drop for Batch<'_> {
    fn drop(&mut self) {
        if let Ok(mut all) = self.into.lock() {
            all.files.append(&mut self.found.files);
            let (sum, own) = (&mut all.skipped, &self.found.skipped);
            sum.links += own.links;
            sum.special += own.special;
            sum.not_utf8 += own.not_utf8;
            sum.refused += own.refused;
            sum.unreadable += own.unreadable;
        }
    }
}

impl Inventory {
    fn add(
        &mut self,
        root: &Path,
        entry: &DirEntry,
        skip: fn(&str) -> bool,
        now: Option<SystemTime>,
    ) {
        let Some(kind) = entry.file_type() else {
            return;
        };
        if kind.is_symlink() {
            self.skipped.links += u64::from(entry.depth() > 0);
            return;
        }
        if !kind.is_file() {
            self.skipped.special += u64::from(!kind.is_dir());
            return;
        }
        let relative = entry.path().strip_prefix(root).unwrap_or(entry.path());
        let Some(path) = relative.to_str() else {
            self.skipped.not_utf8 += 1;
            return;
        };
        let path = if std::path::MAIN_SEPARATOR == '/' {
            path.to_owned()
        } else {
            path.replace('\\', "/")
        };
        if skip(&path) {
            self.skipped.refused += 1;
            return;
        }
        match entry.metadata() {
            Ok(about) => self.files.push(FileEntry {
                stamp: now.map_or_else(Stamp::default, |now| stamp(&path, &about, now)),
                size: about.len(),
                path,
            }),
            Err(_) => self.skipped.unreadable += 1,
        }
    }
}
