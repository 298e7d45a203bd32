//! Compares two trees: which files differ.

use std::collections::BTreeMap;

use gix::bstr::ByteSlice as _;
use gix::objs::tree::EntryMode;
use gix::{ObjectId, Repository, Tree};

use crate::HistoryError;
use crate::blobs::GitResult;

/// The least bytes that a folder counts as.
const MIN_FOLDER_BYTES: usize = 4 << 10;
/// How deep folders are compared.
const MAX_DEPTH: usize = 64;

/// A file that differs: its path from the repository's top, and its blob on both sides. A link is no file.
pub(crate) struct ChangedBlob {
    pub(crate) path: String,
    pub(crate) before: Option<ObjectId>,
    pub(crate) after: Option<ObjectId>,
}

/// What a comparison of whole trees may cost.
pub(crate) const WHOLE_TREES: TreeLimits = TreeLimits { files: 400_000, bytes: 512 << 20 };

/// What a comparison may cost.
#[derive(Clone, Copy)]
pub(crate) struct TreeLimits {
    /// The most files that are found.
    pub(crate) files: usize,
    /// The most bytes of folders that are compared.
    pub(crate) bytes: usize,
}

/// One comparison of two trees.
pub(crate) struct TreeDiff<'r> {
    repo: &'r Repository,
    limits: TreeLimits,
    /// Whether only removed files are wanted.
    only_removed: bool,
    /// The bytes of the folders that were compared.
    bytes: usize,
    found: FoundBlobs,
}

/// The files in which two trees differ.
#[derive(Default)]
pub(crate) struct FoundBlobs {
    /// By path.
    pub(crate) files: Vec<ChangedBlob>,
    /// The submodules that differ, by path, with their commits.
    pub(crate) submodules: Vec<ChangedBlob>,
    /// Whether a limit left out others.
    pub(crate) is_cut: bool,
}

type Entries = BTreeMap<Vec<u8>, (EntryMode, ObjectId)>;

impl<'r> TreeDiff<'r> {
    /// Finds all files that differ.
    pub(crate) fn all(repo: &'r Repository, limits: TreeLimits) -> Self {
        Self { repo, limits, only_removed: false, bytes: 0, found: FoundBlobs::default() }
    }

    /// Finds only files that the second tree has not.
    pub(crate) fn removed(repo: &'r Repository, limits: TreeLimits) -> Self {
        Self { only_removed: true, ..Self::all(repo, limits) }
    }

    /// The files in which the trees differ; without a second tree, all of the first.
    pub(crate) fn of(
        mut self,
        before: &Tree<'_>,
        after: Option<&Tree<'_>>,
    ) -> GitResult<FoundBlobs> {
        self.collect("", Some(before), after, MAX_DEPTH)?;
        Ok(self.found)
    }

    fn collect(
        &mut self,
        prefix: &str,
        before: Option<&Tree<'_>>,
        after: Option<&Tree<'_>>,
        depth: usize,
    ) -> GitResult<()> {
        let bytes_of = |tree: Option<&Tree<'_>>| tree.map_or(0, |tree| tree.data.len());
        self.bytes += (bytes_of(before) + bytes_of(after)).max(MIN_FOLDER_BYTES);
        if self.is_full() || depth == 0 {
            self.found.is_cut = true;
            return Ok(());
        }
        let (before, mut after) = (entries(before)?, entries(after)?);
        let mut pairs: Vec<_> = before
            .into_iter()
            .map(|(name, old)| (after.remove(&name), name, Some(old)))
            .map(|(new, name, old)| (name, old, new))
            .collect();
        if !self.only_removed {
            pairs.extend(after.into_iter().map(|(name, new)| (name, None, Some(new))));
            pairs.sort_by(|one, other| one.0.cmp(&other.0));
        }
        for (name, old, new) in pairs {
            let Ok(name) = name.to_str() else { continue };
            if old == new {
                continue;
            }
            if self.is_full() {
                self.found.is_cut = true;
                break;
            }
            let path = format!("{prefix}{name}");
            let id_of = |entry: Option<(EntryMode, ObjectId)>,
                         is_wanted: fn(&EntryMode) -> bool| {
                entry.filter(|(mode, _)| is_wanted(mode)).map(|(_, id)| id)
            };
            let blob = |entry| id_of(entry, |mode| mode.is_blob());
            let (old_blob, new_blob) = (blob(old), blob(new));
            let is_wanted = if self.only_removed {
                old_blob.is_some() && new.is_none()
            } else {
                old_blob != new_blob
            };
            if is_wanted {
                self.found.files.push(ChangedBlob {
                    path: path.clone(),
                    before: old_blob,
                    after: new_blob,
                });
            }
            let commit = |entry| id_of(entry, |mode| mode.is_commit());
            let (before, after) = (commit(old), commit(new));
            if before != after {
                self.found.submodules.push(ChangedBlob { path: path.clone(), before, after });
            }
            let (old, new) = (self.tree(old)?, self.tree(new)?);
            let has_folder = old.is_some() || new.is_some() && !self.only_removed;
            if has_folder {
                let prefix = format!("{path}/");
                self.collect(&prefix, old.as_ref(), new.as_ref(), depth - 1)?;
            }
        }
        Ok(())
    }

    fn tree(&self, entry: Option<(EntryMode, ObjectId)>) -> GitResult<Option<Tree<'r>>> {
        let folder = entry.filter(|(mode, _)| mode.is_tree());
        folder.map(|(_, id)| self.repo.find_tree(id).map_err(HistoryError::of)).transpose()
    }

    fn is_full(&self) -> bool {
        self.found.files.len() >= self.limits.files || self.bytes > self.limits.bytes
    }
}

/// The tree of a commit.
pub(crate) fn tree_of(repo: &Repository, commit: ObjectId) -> GitResult<Tree<'_>> {
    repo.find_commit(commit).map_err(HistoryError::of)?.tree().map_err(HistoryError::of)
}

fn entries(tree: Option<&Tree<'_>>) -> GitResult<Entries> {
    let entries = tree.into_iter().flat_map(|tree| tree.iter()).map(|entry| {
        let entry = entry.map_err(HistoryError::of)?;
        let name = entry.filename().to_vec();
        Ok((name, (entry.mode(), entry.object_id())))
    });
    entries.collect()
}
