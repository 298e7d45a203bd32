//! Lists the files of a tree and their present metadata.

mod gathered;
mod not_checked_out;
mod survey;

use std::fs::Metadata;
use std::path::Path;
use std::sync::Arc;

use ignore::{DirEntry, WalkBuilder};

use super::globs::Globs;
use super::rules::Rules;
use crate::{NotSearched, RepoPath, Unsearched};

pub use survey::{HidingRule, LeftOut, Survey};

/// The files under a root, sorted by path, and what was left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inventory {
    /// Regular files in the order of their paths (byte order), of any size.
    pub files: Vec<FileEntry>,
    /// How many entries were left out, and why.
    pub skipped: Skipped,
    /// Of what was left out, what may hold what is searched for: invalid names, unreadable entries, and what a sparse
    /// checkout leaves out or is in submodules without files.
    pub not_listed: Vec<NotSearched>,
}

/// One file of the inventory.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileEntry {
    /// Relative to the root.
    pub path: RepoPath,
    /// In bytes.
    pub size: u64,
    /// Changes when the file does; `None` where the system has no such value.
    pub state: Option<FileState>,
}

/// A file's metadata beside its size: it changes when the file is written or replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct FileState {
    /// When the content was last changed: seconds and nanoseconds since 1970.
    pub modified: (i64, i64),
    /// When the content or the file's attributes were last changed.
    pub changed: (i64, i64),
    /// The number of the device.
    pub device: u64,
    /// The file's number (inode) on the device.
    pub inode: u64,
}

impl FileState {
    #[cfg(unix)]
    pub(super) fn of(metadata: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt as _;
        Some(Self {
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
            device: metadata.dev(),
            inode: metadata.ino(),
        })
    }

    #[cfg(not(unix))]
    pub(super) fn of(_: &Metadata) -> Option<Self> {
        None
    }
}

/// Counts of what the inventory left out. Not counted are hidden files, and files that the ignore files or the excludes
/// leave out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Skipped {
    /// Symbolic links; none is followed.
    pub links: u64,
    /// Pipes, sockets and devices.
    pub special: u64,
    /// Files whose path is not UTF-8, or is no [`RepoPath`].
    pub invalid_names: u64,
    /// Files that [`Walk::skip`] refuses.
    pub refused: u64,
    /// Folders and files that could not be read.
    pub unreadable: u64,
    /// Ignore files (`.gitignore`, `.ignore`, `.git/info/exclude`) that were not used: they are links or not regular
    /// files, are unreadable, or exceed a limit (128 KiB and 4,096 wildcards a file, 1 KiB and 32 wildcards a line,
    /// 512 KiB a tree).
    pub ignore_files: u64,
    /// Folders that hold a further checkout (worktree) of the repository around them: their files are there twice.
    pub checkouts: u64,
}

impl Skipped {
    /// Counts an entry that was left out.
    fn count(&mut self, why: Unsearched) {
        *match why {
            Unsearched::Link => &mut self.links,
            Unsearched::Special => &mut self.special,
            Unsearched::Name => &mut self.invalid_names,
            Unsearched::Secret => &mut self.refused,
            _ => &mut self.unreadable,
        } += 1;
    }

    /// Adds the counts of another part of the tree.
    pub(super) fn add(&mut self, other: &Self) {
        self.links += other.links;
        self.special += other.special;
        self.invalid_names += other.invalid_names;
        self.refused += other.refused;
        self.unreadable += other.unreadable;
        self.ignore_files += other.ignore_files;
        self.checkouts += other.checkouts;
    }

    /// The sum of all counts.
    pub fn total(&self) -> u64 {
        let files = self.invalid_names + self.refused + self.unreadable;
        self.links + self.special + files + self.ignore_files + self.checkouts
    }
}

impl Inventory {
    /// Whether a file with exactly this path is listed.
    pub fn contains(&self, path: &str) -> bool {
        self.files.binary_search_by(|entry| entry.path.as_str().cmp(path)).is_ok()
    }
}

/// A configured walk over the files under a root. Links are not followed. Files that the ignore files (`.ignore`,
/// `.gitignore`, `.git/info/exclude` and the user's global one) leave out are not listed, whether or not the tree is a
/// repository; nor are hidden files, unless a rule includes them again. What git tracks nevertheless is listed, hidden or
/// not. Further checkouts of the repository around them are not listed.
pub struct Walk<'a> {
    /// The root.
    pub root: &'a Path,
    /// What the listed paths begin with, before their path in the root.
    pub prefix: String,
    /// The topmost folder whose ignore files are used, as a path without links: the root, or a folder above it. `None`
    /// for all folders above.
    pub top: Option<&'a Path>,
    /// Whether no ignore file and no repository counts, as in what was published and installed.
    pub is_installed: bool,
    /// Globs of further files that are left out.
    pub excludes: &'a Globs,
    /// Whether the file at a path is refused: it is not listed, and counted in [`Skipped::refused`].
    pub skip: &'a (dyn Fn(&str) -> bool + Sync),
    /// The number of threads; 0 for one per core, at most 12.
    pub threads: usize,
}

impl Walk<'_> {
    /// Lists the files now. If `stop` returns true, the walk ends and the result is what was found until then.
    #[must_use]
    pub fn inventory(&self, stop: &(dyn Fn() -> bool + Sync)) -> Inventory {
        let rules = Arc::new(Rules::of(self));
        let admitting = Arc::clone(&rules);
        let found = self.gather(self.walker(), move |entry| admitting.admit(entry), stop);
        let (ignore_files, checkouts) = (rules.rejected(), rules.checkouts());
        let mut inventory = Inventory {
            files: found.files,
            skipped: Skipped { ignore_files, checkouts, ..Skipped::default() },
            not_listed: Vec::new(),
        };
        inventory.files.sort_unstable();
        let counted = found.left_out.iter().filter(|one| one.why != Unsearched::Excluded);
        counted.for_each(|one| inventory.skipped.count(one.why));
        let may_hold = |one: &LeftOut| matches!(one.why, Unsearched::Name | Unsearched::Unreadable);
        let not_listed = found.left_out.into_iter().filter(may_hold);
        let whole = (!found.stopped).then_some(&inventory.files);
        let lacking = whole.map(|files| self.left_by_checkout(&rules, files));
        let not_listed = not_listed.chain(lacking.into_iter().flatten());
        inventory.not_listed = NotSearched::grouped(not_listed.map(|one| (one.why, one.path)));
        inventory
    }

    /// Whether the inventory would list no file; enters folders only until it has found one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let rules = Rules::of(self);
        let is_file = |entry: DirEntry| matches!(listed_file(self, &entry), Ok(Some(_)));
        let walker = self.walker().filter_entry(move |entry| rules.admit(entry)).build();
        !walker.filter_map(Result::ok).any(is_file)
    }

    /// Whether the path (of a file, a folder or anything else) exists, neither the excludes nor the ignore files leave
    /// it out, and it is not hidden, unless git tracks it or a rule includes it again. Only the folders on the path are read;
    /// [`Walk::skip`] is not called.
    #[must_use]
    pub fn admits(&self, path: &RepoPath) -> bool {
        let target = self.root.join(path.as_str());
        let (full_path, rules) = (target.clone(), Rules::of(self));
        self.walker()
            .max_depth(Some(path.as_str().split('/').count()))
            .filter_entry(move |entry| full_path.starts_with(entry.path()) && rules.admit(entry))
            .build()
            .filter_map(Result::ok)
            .any(|entry| {
                let is_file = !entry.file_type().is_some_and(|kind| kind.is_dir());
                entry.path() == target && !(is_file && self.excludes.refuse(path.as_str()))
            })
    }

    /// A walker of what the excludes leave, which follows no link and reads no ignore file: the caller adds [`Rules`] as
    /// its filter.
    pub(super) fn walker(&self) -> WalkBuilder {
        let mut walker = self.unfiltered();
        walker.overrides(self.excludes.overrides().clone());
        walker
    }

    /// A walker of all entries, which follows no link.
    pub(super) fn unfiltered(&self) -> WalkBuilder {
        let mut walker = WalkBuilder::new(self.root);
        walker.follow_links(false).standard_filters(false);
        walker
    }
}

/// Checks that a folder can be listed.
///
/// # Errors
/// The system's error if the folder is missing, is not a folder, or may not be listed.
#[expect(clippy::disallowed_methods, reason = "this module walks trees for all others")]
pub fn try_list(folder: &Path) -> std::io::Result<()> {
    std::fs::read_dir(folder).map(drop)
}

/// The names of the entries of a folder, sorted; those that are not UTF-8 are left out. None if it cannot be listed.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "this module walks trees for all others")]
pub fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    names
}

/// The file at an entry of a walk, `None` for a folder; or why it is not listed.
fn listed_file(walk: &Walk<'_>, entry: &DirEntry) -> Result<Option<FileEntry>, Unsearched> {
    let Some(kind) = entry.file_type() else {
        return Ok(None);
    };
    // The root itself may be a link; it is no entry of the tree.
    if kind.is_dir() || (kind.is_symlink() && entry.depth() == 0) {
        return Ok(None);
    }
    if kind.is_symlink() {
        return Err(Unsearched::Link);
    }
    if !kind.is_file() {
        return Err(Unsearched::Special);
    }
    let relative = entry.path().strip_prefix(walk.root);
    let relative = relative.unwrap_or(entry.path()).to_str();
    let paths = relative.and_then(|path| Some((path, repo_path(&walk.prefix, path).ok()?)));
    let (relative, path) = paths.ok_or(Unsearched::Name)?;
    if walk.excludes.refuse(&relative.replace(std::path::MAIN_SEPARATOR, "/")) {
        return Err(Unsearched::Excluded);
    }
    if (walk.skip)(path.as_str()) {
        return Err(Unsearched::Secret);
    }
    let metadata = entry.metadata().map_err(|_| Unsearched::Unreadable)?;
    Ok(Some(FileEntry { path, size: metadata.len(), state: FileState::of(&metadata) }))
}

fn repo_path(prefix: &str, path: &str) -> Result<RepoPath, crate::PathError> {
    // A path that leaves its root, or is none, is not mended by a prefix.
    let relative = if std::path::MAIN_SEPARATOR == '/' {
        RepoPath::new(path)
    } else {
        RepoPath::new(&path.replace(std::path::MAIN_SEPARATOR, "/"))
    }?;
    if prefix.is_empty() {
        return Ok(relative);
    }
    RepoPath::new(&format!("{prefix}{}", relative.as_str()))
}
