//! A walk that names what it leaves out, to account for a search of a tree.

use super::gathered::Gathered;
use super::not_checked_out::Present;
use super::{FileEntry, Walk};
use crate::fs::rules::Rules;
use crate::fs::{Globs, ReadError, Root};
use crate::secrets::is_secret_path;
use crate::{RepoPath, Unsearched};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The files of a tree, and what else is in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Survey {
    /// The files that [`Walk::inventory`] lists, in the order of their paths.
    pub files: Vec<FileEntry>,
    /// What is not listed, in the order of the paths; of a folder that is left out, only the folder. The folders `.git` are
    /// not named.
    pub left_out: Vec<LeftOut>,
    /// Whether the walk was stopped.
    pub stopped: bool,
}

/// An entry that is not listed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct LeftOut {
    /// Relative to the root, with a final `/` for a folder; `.` for the root itself.
    pub path: String,
    /// Why it is not listed.
    pub why: Unsearched,
}

impl Walk<'_> {
    /// Lists the files now, and names what is not listed. If `stop` returns true, the walk ends.
    #[must_use]
    pub fn survey(&self, stop: &(dyn Fn() -> bool + Sync)) -> Survey {
        let (rules, ruled_out) = (Arc::new(Rules::of(self)), Arc::new(Mutex::default()));
        let (root, prefix) = (self.root.to_path_buf(), self.prefix.clone());
        let (noted, admitting) = (Arc::clone(&ruled_out), Arc::clone(&rules));
        let excludes = self.excludes.clone();
        let admit = move |entry: &ignore::DirEntry| {
            let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
            let by_rule = admitting.left_out(entry);
            let by_glob = || excludes.verdict(entry.path(), is_folder) == Some(false);
            let is_excluded = by_rule.is_none() && entry.depth() > 0 && by_glob();
            let Some(why) = by_rule.or(is_excluded.then_some(Unsearched::Excluded)) else {
                return true;
            };
            if let Ok(mut noted) = noted.lock()
                && entry.file_name() != ".git"
            {
                Vec::push(&mut noted, left_out(&root, &prefix, entry.path(), is_folder, why));
            }
            false
        };
        let Gathered { mut files, mut left_out, stopped } =
            self.gather(self.unfiltered(), admit, stop);
        if let Ok(mut noted) = ruled_out.lock() {
            left_out.append(&mut noted);
        }
        files.sort_unstable();
        if !stopped {
            let present = Present { files: &files, left_out: &left_out };
            let lacking = self.not_checked_out(&rules, &present);
            left_out.extend(lacking);
        }
        left_out.sort_unstable();
        Survey { files, left_out, stopped }
    }
}

/// An entry that is not listed.
pub(super) fn left_out(
    root: &Path,
    prefix: &str,
    path: &Path,
    is_folder: bool,
    why: Unsearched,
) -> LeftOut {
    let relative = path.strip_prefix(root).unwrap_or(path).to_string_lossy();
    let relative = relative.replace(std::path::MAIN_SEPARATOR, "/");
    let relative = if relative.is_empty() { ".".to_owned() } else { relative };
    let end = if is_folder { "/" } else { "" };
    LeftOut { path: format!("{prefix}{relative}{end}"), why }
}

/// The path at which a walk failed.
pub(super) fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            path_of(err)
        }
        _ => None,
    }
}

// A walk with safe defaults, for hosts.

impl<'a> Walk<'a> {
    /// A walk of what may be opened below a root: files whose names say that they hold secrets are not listed.
    ///
    /// ```
    /// use firsthand_source::RepoPath;
    /// use firsthand_source::fs::{Globs, ReadError, Walk};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let folder = tempfile::tempdir()?;
    /// for name in ["main.rs", ".env", "left-out.rs"] {
    ///     std::fs::write(folder.path().join(name), "text\n")?;
    /// }
    /// let excludes = Globs::excluding(folder.path(), ["left-*"])?;
    /// let walk = Walk::new(folder.path(), &excludes);
    /// let listed = walk.inventory(&|| false).files;
    /// assert_eq!((listed.len(), listed[0].path.as_str()), (1, "main.rs"));
    /// assert_eq!(walk.read(&listed[0].path, 1 << 20), Ok(b"text\n".to_vec()));
    /// assert_eq!(walk.read(&RepoPath::new("left-out.rs")?, 1 << 20), Err(ReadError::Missing));
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn new(root: &'a Path, excludes: &'a Globs) -> Self {
        Self {
            root,
            prefix: String::new(),
            top: None,
            is_installed: false,
            excludes,
            skip: &is_secret_path,
            threads: 0,
        }
    }

    /// The bytes of a file that the inventory would list now, of at most `limit` bytes.
    ///
    /// # Errors
    /// A [`ReadError`]; [`ReadError::Missing`] for a hidden file, and for what [`Walk::skip`], the excludes or the
    /// ignore files leave out. Such a file is not opened.
    pub fn read(&self, path: &RepoPath, limit: u64) -> Result<Vec<u8>, ReadError> {
        if (self.skip)(path.as_str()) || !self.admits(path) {
            return Err(ReadError::Missing);
        }
        Root::open(self.root).read(path.as_str(), limit)
    }
}

// Finds the ignore rule that hides all files of a tree, to explain why the tree is empty.

/// A rule of an ignore file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct HidingRule {
    /// The ignore file: relative to the root if it is below the root, else absolute.
    pub file: PathBuf,
    /// The rule's line, 1-based; `None` for a rule of the user's global ignore file.
    pub line: Option<usize>,
    /// The rule as it is written.
    pub rule: String,
}

impl fmt::Display for HidingRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.to_string_lossy();
        let (rule, file) = (crate::escape(&self.rule), crate::escape(&file));
        write!(f, "`{rule}` ({file}")?;
        self.line.map_or(Ok(()), |line| write!(f, ":{line}"))?;
        f.write_str(")")
    }
}

/// What a walk leaves out: the first rule that ignores an entry, and whether anything is left out for another reason.
#[derive(Default)]
struct IgnoredEntries {
    first: Option<HidingRule>,
    /// Whether an entry was left out without an ignore rule.
    other: bool,
}

impl Walk<'_> {
    /// The rule that ignores the first entry by name, if the walk lists no file and ignore rules are the only reason.
    /// `None` if the walk lists a file, or leaves out an entry for another reason. Names that begin with a dot, and
    /// what [`Walk::excludes`] leave out, do not count.
    #[must_use]
    pub fn hiding_rule(&self) -> Option<HidingRule> {
        let seen = Arc::new(Mutex::new(IgnoredEntries::default()));
        let (rules, noted) = (Rules::of(self), Arc::clone(&seen));
        let walker = self
            .walker()
            .sort_by_file_name(Ord::cmp)
            .filter_entry(move |entry| {
                let admitted = rules.admit(entry);
                let dotted = entry.file_name().as_encoded_bytes().starts_with(b".");
                if !admitted
                    && !dotted
                    && let Ok(mut seen) = noted.lock()
                {
                    match rules.hiding(entry) {
                        Some(rule) => _ = seen.first.get_or_insert(rule),
                        None => seen.other = true,
                    }
                }
                admitted
            })
            .build();
        let is_folder =
            |entry: &ignore::DirEntry| entry.file_type().is_some_and(|kind| kind.is_dir());
        let all_folders = walker.flatten().all(|entry| is_folder(&entry));
        let seen = std::mem::take(&mut *seen.lock().ok()?);
        seen.first.filter(|_| all_folders && !seen.other)
    }
}
