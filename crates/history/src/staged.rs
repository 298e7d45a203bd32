//! What git's index has of the files.

use std::collections::{BTreeMap, HashMap};

use firsthand_source::RepoPath;
use firsthand_source::fs::FileEntry;
use gix::bstr::ByteSlice as _;
use gix::index::entry::{Flags, Mode};
use gix::{ObjectId, Repository};

use crate::HistoryError;
use crate::blobs::GitResult;
use crate::trees::{TreeDiff, WHOLE_TREES};

/// The most bytes of an index.
const MAX_INDEX_BYTES: u64 = 64 << 20;

/// What the index says of a file: its blob, and the size and the time of the file that has it.
pub(crate) struct Staged {
    pub(crate) blob: ObjectId,
    /// Whether the file is not to stand in the folder, as in a sparse checkout.
    pub(crate) is_skipped: bool,
    size: u32,
    modified: (i64, i64),
    /// Whether the file may have changed after this without a change of its time.
    is_racy: bool,
}

/// What the index has below the root. A link is no file.
#[derive(Default)]
pub(crate) struct Index {
    pub(crate) files: HashMap<RepoPath, Staged>,
    /// The commits of the submodules, by their folders.
    pub(crate) submodules: BTreeMap<RepoPath, ObjectId>,
}

impl Index {
    /// Reads those paths that `below_root` returns; nothing if there is no index.
    pub(crate) fn read(
        repo: &Repository,
        below_root: impl Fn(&str) -> Option<RepoPath>,
    ) -> GitResult<Self> {
        let path = repo.index_path();
        let Ok(file) = path.symlink_metadata() else {
            return Ok(Self::default());
        };
        if !file.is_file() || file.len() > MAX_INDEX_BYTES {
            return Err(HistoryError::of("the index is too large"));
        }
        let index = repo.open_index().map_err(HistoryError::of)?;
        let written = index.timestamp();
        let written = (written.unix_seconds(), i64::from(written.nanoseconds()));
        let mut read = Self::default();
        for entry in index.entries() {
            let Ok(path) = entry.path(&index).to_str() else { continue };
            let modified = (i64::from(entry.stat.mtime.secs), i64::from(entry.stat.mtime.nsecs));
            let file = Staged {
                blob: entry.id,
                is_skipped: entry.flags.contains(Flags::SKIP_WORKTREE),
                size: entry.stat.size,
                modified,
                is_racy: modified >= written,
            };
            match entry.mode {
                Mode::FILE | Mode::FILE_EXECUTABLE
                    if !entry.flags.contains(Flags::INTENT_TO_ADD) =>
                {
                    read.files.extend(below_root(path).map(|path| (path, file)));
                }
                Mode::COMMIT => {
                    read.submodules.extend(below_root(path).map(|path| (path, entry.id)));
                }
                Mode::DIR => read.add_folder(repo, (path, entry.id), &below_root)?,
                _ => {}
            }
        }
        Ok(read)
    }

    /// Adds the files of a folder of which the index has the tree alone: none of them is to stand in the folder.
    fn add_folder(
        &mut self,
        repo: &Repository,
        (folder, tree): (&str, ObjectId),
        below_root: &impl Fn(&str) -> Option<RepoPath>,
    ) -> GitResult<()> {
        let tree = repo.find_tree(tree).map_err(HistoryError::of)?;
        let found = TreeDiff::all(repo, WHOLE_TREES).of(&tree, None)?;
        if found.is_cut {
            return Err(HistoryError::of("too many files to compare"));
        }
        let folder = folder.trim_end_matches('/');
        let in_tree = |path: &str| below_root(&format!("{folder}/{path}"));
        let files = found.files.iter().filter_map(|file| {
            let (path, blob) = (in_tree(&file.path)?, file.before?);
            Some((
                path,
                Staged { blob, is_skipped: true, size: 0, modified: (0, 0), is_racy: true },
            ))
        });
        self.files.extend(files);
        let commits = found.submodules.iter();
        self.submodules.extend(commits.filter_map(|at| Some((in_tree(&at.path)?, at.before?))));
        Ok(())
    }

    /// Whether a path is in a submodule.
    pub(crate) fn is_in_submodule(&self, path: &RepoPath) -> bool {
        let is_around = |folder: &RepoPath| {
            let below = path.as_str().strip_prefix(folder.as_str());
            below.is_some_and(|below| below.starts_with('/'))
        };
        self.submodules.keys().any(is_around)
    }
}

/// Whether a file still has the size and the time at which the index had this blob of it.
pub(crate) fn is_as_staged(file: &FileEntry, staged: Option<&Staged>, blob: ObjectId) -> bool {
    let Some((staged, state)) = staged.zip(file.state) else {
        return false;
    };
    let is_same_size = u64::from(staged.size) == file.size;
    let is_same_file = is_same_size && staged.modified == state.modified && !staged.is_racy;
    staged.blob == blob && is_same_file
}
