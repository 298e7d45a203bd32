//! Looks up the blobs of the targets in commits, reads them, and lists the files that a commit removed.

use std::collections::HashMap;

use gix::bstr::ByteSlice as _;
use gix::{ObjectId, Repository, Tree};

use crate::HistoryError;

/// The most bytes of a blob whose lines are followed.
const MAX_BLOB_BYTES: usize = 2 << 20;
/// The most files removed by one commit that are considered as the origin of a renamed file.
const MAX_REMOVED_FILES: usize = 1_000;

pub(crate) type GitResult<T> = Result<T, HistoryError>;

/// Reads trees and blobs; the blob at each path of a commit is looked up once.
pub(crate) struct BlobReader<'r> {
    pub(crate) repo: &'r Repository,
    /// The path of each target in the commits that are read now; a moved target has another path in older commits.
    paths: Vec<String>,
    /// The cached blob of each target, by commit.
    blobs_by_commit: HashMap<ObjectId, Vec<Option<ObjectId>>>,
    /// Cached lookups below folders, by folder, target and depth: most commits leave most folders unchanged.
    blobs_by_folder: HashMap<(ObjectId, usize, usize), Option<ObjectId>>,
}

impl<'r> BlobReader<'r> {
    pub(crate) fn new(repo: &'r Repository, paths: Vec<String>) -> Self {
        Self {
            repo,
            paths,
            blobs_by_commit: HashMap::new(),
            blobs_by_folder: HashMap::new(),
        }
    }

    /// The blob of a target in a commit's tree.
    pub(crate) fn blob_at(
        &mut self,
        commit: ObjectId,
        target: usize,
    ) -> GitResult<Option<ObjectId>> {
        if let Some(cached) = self.blobs_by_commit.get(&commit) {
            return Ok(cached[target]);
        }
        let tree = self.tree(commit)?;
        let blobs = (0..self.paths.len()).map(|target| self.blob_below(&tree, target, 0));
        let blobs = blobs.collect::<GitResult<Vec<_>>>()?;
        let found = blobs[target];
        self.blobs_by_commit.insert(commit, blobs);
        Ok(found)
    }

    /// The blob of a target below a folder at this depth of its path.
    fn blob_below(
        &mut self,
        tree: &Tree<'r>,
        target: usize,
        depth: usize,
    ) -> GitResult<Option<ObjectId>> {
        let mut parts = self.paths[target].split('/').skip(depth);
        let (name, is_last) = (parts.next().unwrap_or_default(), parts.next().is_none());
        let Some(entry) = tree.find_entry(name) else {
            return Ok(None);
        };
        let (mode, id) = (entry.mode(), entry.object_id());
        if is_last {
            return Ok(mode.is_blob().then_some(id));
        }
        if !mode.is_tree() {
            return Ok(None);
        }
        let key = (id, target, depth + 1);
        if let Some(cached) = self.blobs_by_folder.get(&key) {
            return Ok(*cached);
        }
        let folder = self.repo.find_tree(id).map_err(HistoryError::of)?;
        let found = self.blob_below(&folder, target, depth + 1)?;
        self.blobs_by_folder.insert(key, found);
        Ok(found)
    }

    fn tree(&self, commit: ObjectId) -> GitResult<Tree<'r>> {
        let object = self.repo.find_commit(commit).map_err(HistoryError::of)?;
        object.tree().map_err(HistoryError::of)
    }

    /// The bytes of a blob; `None` if it is too large to compare.
    pub(crate) fn bytes(&self, blob: ObjectId) -> GitResult<Option<Vec<u8>>> {
        let mut object = self.repo.find_blob(blob).map_err(HistoryError::of)?;
        let bytes = object.take_data();
        Ok((bytes.len() <= MAX_BLOB_BYTES).then_some(bytes))
    }

    pub(crate) fn path(&self, target: usize) -> &str {
        &self.paths[target]
    }

    /// Sets the path of a target in all older commits.
    pub(crate) fn set_path(&mut self, target: usize, path: String) {
        self.paths[target] = path;
        self.blobs_by_commit.clear();
        self.blobs_by_folder.clear();
    }

    /// The files of the commit `before` that are not in the commit `after`, with their blobs; at most
    /// [`MAX_REMOVED_FILES`].
    pub(crate) fn removed_files(
        &self,
        before: ObjectId,
        after: ObjectId,
    ) -> GitResult<Vec<(String, ObjectId)>> {
        let (before, after) = (self.tree(before)?, self.tree(after)?);
        let mut removed = Vec::new();
        self.collect_removed("", &before, Some(&after), &mut removed)?;
        Ok(removed)
    }

    fn collect_removed(
        &self,
        prefix: &str,
        before: &Tree<'_>,
        after: Option<&Tree<'_>>,
        removed: &mut Vec<(String, ObjectId)>,
    ) -> GitResult<()> {
        let mut after_ids: HashMap<Vec<u8>, ObjectId> = HashMap::new();
        for entry in after.iter().flat_map(|tree| tree.iter()) {
            let entry = entry.map_err(HistoryError::of)?;
            after_ids.insert(entry.filename().to_vec(), entry.object_id());
        }
        for entry in before.iter() {
            let entry = entry.map_err(HistoryError::of)?;
            let after_id = after_ids.get(entry.filename().as_bytes()).copied();
            let Ok(name) = entry.filename().to_str() else {
                continue;
            };
            if after_id == Some(entry.object_id()) || removed.len() == MAX_REMOVED_FILES {
                continue;
            }
            let path = format!("{prefix}{name}");
            if entry.mode().is_blob() && after_id.is_none() {
                removed.push((path, entry.object_id()));
            } else if entry.mode().is_tree() {
                let tree = |id: ObjectId| self.repo.find_tree(id).map_err(HistoryError::of);
                // `None` if the path is a file in `after`: then all files below the folder were removed.
                let after_folder = after_id.and_then(|id| tree(id).ok());
                let below = tree(entry.object_id())?;
                self.collect_removed(&format!("{path}/"), &below, after_folder.as_ref(), removed)?;
            }
        }
        Ok(())
    }
}
