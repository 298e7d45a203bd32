//! Compares present files with the HEAD commit.

use std::collections::HashMap;

use firsthand_source::RepoPath;
use gix::bstr::ByteSlice as _;
use gix::objs::{Kind, compute_hash};
use gix::{ObjectId, Repository};

use crate::blobs::GitResult;
use crate::{History, HistoryError};

impl History {
    /// The id of the HEAD commit, and how many of the files it does not hold with their present bytes. A file whose line
    /// ends git converted counts as equal.
    ///
    /// # Errors
    /// The repository, or a folder of the commit, cannot be read.
    pub fn differing(
        &self,
        paths: &[RepoPath],
        read: impl Fn(&RepoPath) -> Option<Vec<u8>>,
    ) -> Result<(String, u64), HistoryError> {
        self.read(|repo| differing(repo, &self.prefix, paths, read))
    }
}

fn differing(
    repo: &Repository,
    prefix: &str,
    paths: &[RepoPath],
    read: impl Fn(&RepoPath) -> Option<Vec<u8>>,
) -> GitResult<(String, u64)> {
    let head = repo.head_commit().map_err(HistoryError::of)?;
    let mut folders = Folders {
        repo,
        entries: HashMap::new(),
    };
    let top = head.tree_id().map_err(HistoryError::of)?.detach();
    let mut differing = 0;
    for path in paths {
        let blob = folders.blob_at(top, &format!("{prefix}{path}"))?;
        let is_same = match (blob, read(path)) {
            (Some(blob), Some(bytes)) => is_blob(repo, blob, &bytes)?,
            _ => false,
        };
        differing += u64::from(!is_same);
    }
    Ok((head.id().to_string(), differing))
}

/// Whether a blob has these bytes, or would have them if git converted the line ends.
fn is_blob(repo: &Repository, blob: ObjectId, bytes: &[u8]) -> GitResult<bool> {
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
