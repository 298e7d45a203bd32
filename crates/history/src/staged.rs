//! What git's index has of the files.

use std::collections::HashMap;

use firsthand_source::RepoPath;
use firsthand_source::fs::FileEntry;
use gix::bstr::ByteSlice as _;
use gix::{ObjectId, Repository};

use crate::HistoryError;
use crate::blobs::GitResult;

/// The most bytes of an index.
const MAX_INDEX_BYTES: u64 = 64 << 20;

/// What the index says of a file: its blob, and the size and the time of the file that has it.
pub(crate) struct Staged {
    pub(crate) blob: ObjectId,
    size: u32,
    modified: (i64, i64),
    /// Whether the file may have changed after this without a change of its time.
    is_racy: bool,
}

/// The files that the index has, by those paths that `below_root` returns; none if there is no index.
pub(crate) fn staged(
    repo: &Repository,
    below_root: impl Fn(&str) -> Option<RepoPath>,
) -> GitResult<HashMap<RepoPath, Staged>> {
    let path = repo.index_path();
    let Ok(file) = path.symlink_metadata() else {
        return Ok(HashMap::new());
    };
    if !file.is_file() || file.len() > MAX_INDEX_BYTES {
        return Err(HistoryError("the index is too large".to_owned()));
    }
    let index = repo.open_index().map_err(HistoryError::of)?;
    let written = index.timestamp().unix_seconds();
    let mut staged = HashMap::new();
    for entry in index.entries() {
        let Some(path) = entry.path(&index).to_str().ok().and_then(&below_root) else {
            continue;
        };
        let modified = (i64::from(entry.stat.mtime.secs), i64::from(entry.stat.mtime.nsecs));
        let file = Staged {
            blob: entry.id,
            size: entry.stat.size,
            modified,
            is_racy: modified.0 >= written,
        };
        staged.insert(path, file);
    }
    Ok(staged)
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
