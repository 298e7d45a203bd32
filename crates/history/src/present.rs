//! Compares present files with the HEAD commit.

use std::collections::HashMap;

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
            let mut folders = Folders { repo, entries: HashMap::new() };
            let top = head.tree_id().map_err(HistoryError::of)?.detach();
            let mut same = Vec::new();
            for path in paths {
                let blob = folders.blob_at(top, &self.location.in_repository(path))?;
                same.push(match (blob, read(path)) {
                    (Some(blob), Some(bytes)) => is_blob(repo, blob, &bytes)?,
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

/// The entries of the folders of a commit, each folder read once.
struct Folders<'r> {
    repo: &'r Repository,
    entries: HashMap<ObjectId, HashMap<Vec<u8>, ObjectId>>,
}

impl Folders<'_> {
    fn blob_at(&mut self, top: ObjectId, path: &str) -> GitResult<Option<ObjectId>> {
        let mut folder = top;
        let mut parts = path.split('/').peekable();
        while let Some(name) = parts.next() {
            let Some(&found) = self.entries_of(folder)?.get(name.as_bytes()) else {
                return Ok(None);
            };
            if parts.peek().is_none() {
                return Ok(Some(found));
            }
            folder = found;
        }
        Ok(None)
    }

    /// The entries of a folder by name; those of folders and of files, no submodules.
    fn entries_of(&mut self, folder: ObjectId) -> GitResult<&HashMap<Vec<u8>, ObjectId>> {
        if !self.entries.contains_key(&folder) {
            let tree = self.repo.find_tree(folder).map_err(HistoryError::of)?;
            let mut entries = HashMap::new();
            for entry in tree.iter() {
                let entry = entry.map_err(HistoryError::of)?;
                if !entry.mode().is_commit() {
                    entries.insert(entry.filename().to_vec(), entry.object_id());
                }
            }
            self.entries.insert(folder, entries);
        }
        Ok(&self.entries[&folder])
    }
}
