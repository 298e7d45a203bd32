//! Compares present files with the HEAD commit.

use firsthand_source::RepoPath;
use gix::bstr::ByteSlice as _;
use gix::objs::{Kind, compute_hash};
use gix::{ObjectId, Repository};

use crate::blobs::GitResult;
use crate::walk::read_commit;
use crate::{Commit, History, HistoryError};

impl History {
    /// The HEAD commit, and for each file, a path relative to the root, whether the commit holds it with its present bytes.
    /// A file whose line ends git converted counts as equal.
    ///
    /// # Errors
    /// The repository, or a folder of the commit, cannot be read.
    pub fn compare_with_head(
        &self,
        paths: &[RepoPath],
        read: impl Fn(&RepoPath) -> Option<Vec<u8>>,
    ) -> Result<(Commit, Vec<bool>), HistoryError> {
        self.read(|repo| {
            let head = repo.head_commit().map_err(HistoryError::of)?;
            let top = head.tree().map_err(HistoryError::of)?;
            let mut same = Vec::new();
            for path in paths {
                let path_there = self.location.in_repository(path);
                let entry = top.lookup_entry_by_path(path_there).map_err(HistoryError::of)?;
                same.push(match (entry, read(path)) {
                    (Some(entry), Some(bytes)) => is_blob(repo, entry.object_id(), &bytes)?,
                    _ => false,
                });
            }
            Ok((read_commit(repo, head.id)?, same))
        })
    }

    /// The address from which the repository was cloned, as its configuration names it: it may have a password.
    #[must_use]
    pub fn remote(&self) -> Option<String> {
        self.folder.remote()
    }
}

/// Whether a blob has these bytes, or would have them if git converted the line ends.
pub(crate) fn is_blob(repo: &Repository, blob: ObjectId, bytes: &[u8]) -> GitResult<bool> {
    let id = |bytes: &[u8]| {
        compute_hash(repo.object_hash(), Kind::Blob, bytes).map_err(HistoryError::of)
    };
    if id(bytes)? == blob {
        return Ok(true);
    }
    let has_converted_ends = bytes.contains_str("\r\n");
    Ok(has_converted_ends && id(&bytes.replace("\r\n", "\n"))? == blob)
}
