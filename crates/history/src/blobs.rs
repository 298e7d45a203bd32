//! Looks up the blobs of the targets in commits, reads them, and lists the files that a commit removed.

use std::collections::HashMap;

use firsthand_source::fs::text_of;
use gix::{ObjectId, Repository, Tree};

use crate::HistoryError;
use crate::trees::{TreeDiff, TreeLimits, tree_of};

/// The most bytes of a blob whose lines are followed.
const MAX_BLOB_BYTES: u64 = 2 << 20;
/// The most bytes of folders that are compared to find the files removed by one commit.
const MAX_COMPARED_BYTES: usize = 24 << 20;
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
        Self { repo, paths, blobs_by_commit: HashMap::new(), blobs_by_folder: HashMap::new() }
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
        let tree = tree_of(self.repo, commit)?;
        let blobs = (0..self.paths.len()).map(|target| self.blob_below(&tree, target));
        let blobs = blobs.collect::<GitResult<Vec<_>>>()?;
        let found = blobs[target];
        self.blobs_by_commit.insert(commit, blobs);
        Ok(found)
    }

    /// The blob of a target below the top folder. Only one folder on the way is in memory at a time.
    fn blob_below(&mut self, top: &Tree<'r>, target: usize) -> GitResult<Option<ObjectId>> {
        let parts: Vec<&str> = self.paths[target].split('/').collect();
        let mut folder: Option<Tree<'r>> = None;
        let mut entered = Vec::new();
        let mut found = None;
        for (depth, name) in parts.iter().enumerate() {
            let Some(entry) = folder.as_ref().unwrap_or(top).find_entry(*name) else {
                break;
            };
            let (mode, id) = (entry.mode(), entry.object_id());
            if depth + 1 == parts.len() {
                found = mode.is_blob().then_some(id);
                break;
            }
            if !mode.is_tree() {
                break;
            }
            let key = (id, target, depth + 1);
            if let Some(cached) = self.blobs_by_folder.get(&key) {
                found = *cached;
                break;
            }
            entered.push(key);
            drop(folder.take());
            folder = Some(self.repo.find_tree(id).map_err(HistoryError::of)?);
        }
        let found_by_folder = entered.into_iter().map(|key| (key, found));
        self.blobs_by_folder.extend(found_by_folder);
        Ok(found)
    }

    /// The text of a blob, as a file with its bytes is read; `None` if it is too large to compare.
    pub(crate) fn text(&self, blob: ObjectId) -> GitResult<Option<Vec<u8>>> {
        if self.repo.find_header(blob).map_err(HistoryError::of)?.size() > MAX_BLOB_BYTES {
            return Ok(None);
        }
        let mut object = self.repo.find_blob(blob).map_err(HistoryError::of)?;
        Ok(Some(text_of(object.take_data())))
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
    /// [`MAX_REMOVED_FILES`], in folders of at most [`MAX_COMPARED_BYTES`].
    pub(crate) fn removed_files(
        &self,
        before: ObjectId,
        after: ObjectId,
    ) -> GitResult<Vec<(String, ObjectId)>> {
        let limits = TreeLimits { files: MAX_REMOVED_FILES, bytes: MAX_COMPARED_BYTES };
        let (before, after) = (tree_of(self.repo, before)?, tree_of(self.repo, after)?);
        let removed = TreeDiff::removed(self.repo, limits).of(&before, Some(&after))?;
        Ok(removed.files.into_iter().filter_map(|file| Some((file.path, file.before?))).collect())
    }
}
