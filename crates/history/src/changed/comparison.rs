//! The comparison of one repository, and of the submodules in it.

use std::collections::{BTreeMap, BTreeSet};

use firsthand_source::fs::{FileEntry, Root};
use firsthand_source::{Cancel, RepoPath};
use gix::{ObjectId, Repository};

use super::{After, ChangedFile, Content, WorkTree};
use crate::blobs::{BlobReader, GitResult};
use crate::present::is_blob;
use crate::staged::{Index, is_as_staged};
use crate::trees::{ChangedBlob, FoundBlobs, TreeDiff, WHOLE_TREES, tree_of};
use crate::{History, HistoryError};

/// The most bytes of a file that is no text and is compared with a commit.
const MAX_COMPARED_BYTES: u64 = 64 << 20;

/// What was found to differ.
#[derive(Default)]
pub(super) struct Compared {
    /// How many bytes of contents may still be read.
    pub(super) room: usize,
    pub(super) files: BTreeMap<RepoPath, ChangedFile>,
    /// Those that were not compared.
    pub(super) submodules: BTreeSet<RepoPath>,
}

pub(super) struct Comparison<'c> {
    pub(super) repo: &'c Repository,
    pub(super) history: &'c History,
    pub(super) cancel: &'c Cancel,
    pub(super) compared: Compared,
}

/// The files and submodules of a commit below the root, with their objects.
#[derive(Default)]
struct Tree {
    files: BTreeMap<RepoPath, ObjectId>,
    submodules: BTreeMap<RepoPath, ObjectId>,
}

impl Comparison<'_> {
    fn diff(&self, before: ObjectId, after: Option<ObjectId>) -> GitResult<FoundBlobs> {
        let tree = |commit: ObjectId| tree_of(self.repo, commit);
        let (before, after) = (tree(before)?, after.map(tree).transpose()?);
        let found = TreeDiff::all(self.repo, WHOLE_TREES).of(&before, after.as_ref())?;
        // A part of them would make others look new, or unchanged.
        if found.is_cut { Err(HistoryError::of("too many files to compare")) } else { Ok(found) }
    }

    pub(super) fn commits(&mut self, before: ObjectId, after: ObjectId) -> GitResult<()> {
        let found = self.diff(before, Some(after))?;
        for file in found.files {
            let Some(path) = self.below_root(&file.path) else {
                continue;
            };
            if self.cancel.is_cancelled() {
                return Ok(());
            }
            let (before, after) = (self.content(file.before)?, self.content(file.after)?);
            self.add(path, before, after);
        }
        for submodule in found.submodules {
            if let Some(path) = self.below_root(&submodule.path) {
                self.submodule_commits(path, submodule.before, submodule.after);
            }
        }
        Ok(())
    }

    fn tree_of(&self, commit: ObjectId) -> GitResult<Tree> {
        let found = self.diff(commit, None)?;
        let below_root = |found: Vec<ChangedBlob>| {
            let found = found.into_iter();
            found.filter_map(|one| Some((self.below_root(&one.path)?, one.before?))).collect()
        };
        Ok(Tree { files: below_root(found.files), submodules: below_root(found.submodules) })
    }

    fn staged(&self) -> GitResult<Index> {
        Index::read(self.repo, |path| self.below_root(path))
    }

    pub(super) fn index(&mut self, before: ObjectId) -> GitResult<()> {
        let mut old = self.tree_of(before)?;
        let index = self.staged()?;
        for (path, staged) in index.files.into_iter().collect::<BTreeMap<_, _>>() {
            let blob = old.files.remove(&path);
            if blob == Some(staged.blob) || self.cancel.is_cancelled() {
                continue;
            }
            let (before, after) = (self.content(blob)?, self.content(Some(staged.blob))?);
            self.add(path, before, after);
        }
        for (path, blob) in old.files {
            let before = self.content(Some(blob))?;
            self.add(path, before, Content::Absent);
        }
        for (path, commit) in index.submodules {
            let before = old.submodules.remove(&path);
            self.submodule_commits(path, before, Some(commit));
        }
        self.compared.submodules.extend(old.submodules.into_keys());
        Ok(())
    }

    pub(super) fn work_tree(&mut self, before: ObjectId, tree: WorkTree<'_>) -> GitResult<()> {
        let mut old = self.tree_of(before)?;
        let mut index = self.staged()?;
        for file in tree.files {
            if self.cancel.is_cancelled() {
                return Ok(());
            }
            if index.is_in_submodule(&file.path) {
                continue;
            }
            let (blob, staged) = (old.files.remove(&file.path), index.files.remove(&file.path));
            if blob.is_some_and(|blob| is_as_staged(file, staged.as_ref(), blob)) {
                continue;
            }
            let after = (tree.read)(&file.path);
            if let Some(blob) = blob
                && self.is_same(file, &after, blob)?
            {
                continue;
            }
            let before = self.content(blob)?;
            self.add(file.path.clone(), before, after);
        }
        // What a sparse checkout leaves out is as it is staged.
        index.files.retain(|_, staged| staged.is_skipped);
        for path in old.files.keys().chain(index.files.keys()).cloned().collect::<BTreeSet<_>>() {
            let blob = old.files.get(&path).copied();
            let later = index.files.get(&path).map(|staged| staged.blob);
            // Others are hidden, ignored or excluded.
            if blob != later && (tree.read)(&path) == Content::Absent {
                let (before, after) = (self.content(blob)?, self.content(later)?);
                self.add(path, before, after);
            }
        }
        for (path, commit) in index.submodules {
            let before = old.submodules.remove(&path);
            self.submodule_files(path, before, commit, tree);
        }
        self.compared.submodules.extend(old.submodules.into_keys());
        Ok(())
    }

    /// Adds the files in which two commits of a submodule differ.
    fn submodule_commits(
        &mut self,
        path: RepoPath,
        before: Option<ObjectId>,
        after: Option<ObjectId>,
    ) {
        let both = before.zip(after).filter(|(before, after)| before != after);
        if let (Some((before, after)), Some(history)) = (both, self.history.of_submodule(&path)) {
            self.submodule(path, &history, before, After::Commit(&after.to_string()));
        } else if before != after {
            self.compared.submodules.insert(path);
        }
    }

    /// Adds the files of a submodule that stand otherwise than in its earlier commit. One that is not checked out is as it
    /// is staged.
    fn submodule_files(
        &mut self,
        path: RepoPath,
        before: Option<ObjectId>,
        staged: ObjectId,
        tree: WorkTree<'_>,
    ) {
        match (before, self.history.of_submodule(&path)) {
            (Some(before), Some(history)) => {
                let mut files = tree.files.to_vec();
                files.retain(|file| history.has_path(&file.path));
                let after = After::WorkTree(WorkTree { files: &files, read: tree.read });
                self.submodule(path, &history, before, after);
            }
            (before, _) if before == Some(staged) => {}
            _ => {
                self.compared.submodules.insert(path);
            }
        }
    }

    fn submodule(&mut self, path: RepoPath, history: &History, before: ObjectId, after: After<'_>) {
        let own = &mut self.compared;
        match history.compared(&before.to_string(), after, own.room, self.cancel) {
            Ok(compared) => {
                own.room = compared.room;
                own.files.extend(compared.files);
                own.submodules.extend(compared.submodules);
            }
            Err(_) => {
                own.submodules.insert(path);
            }
        }
    }

    /// Whether a listed file has the content of a blob. One that is no text, or that was decoded, is read for this alone.
    fn is_same(&self, file: &FileEntry, content: &Content, blob: ObjectId) -> GitResult<bool> {
        match content {
            Content::Absent => return Ok(false),
            Content::Bytes(bytes) if is_blob(self.repo, blob, bytes)? => return Ok(true),
            Content::Bytes(_) | Content::Unread => {}
        }
        let path = self.history.location.in_root(&file.path);
        let read = Root::open(&self.history.root).read_raw(path, MAX_COMPARED_BYTES);
        read.map_or(Ok(false), |bytes| is_blob(self.repo, blob, &bytes))
    }

    /// A path from the repository's top, relative to the root.
    fn below_root(&self, path: &str) -> Option<RepoPath> {
        self.history.location.in_tree(path)
    }

    fn content(&self, blob: Option<ObjectId>) -> GitResult<Content> {
        let Some(blob) = blob else {
            return Ok(Content::Absent);
        };
        if self.compared.room == 0 {
            return Ok(Content::Unread);
        }
        let bytes = BlobReader::new(self.repo, Vec::new()).text(blob)?;
        Ok(bytes.map_or(Content::Unread, Content::Bytes))
    }

    fn add(&mut self, path: RepoPath, before: Content, after: Content) {
        let sizes = [&before, &after].map(|side| side.bytes().map_or(0, <[u8]>::len));
        self.compared.room = self.compared.room.saturating_sub(sizes.iter().sum());
        let file = ChangedFile { path: path.clone(), before, after };
        self.compared.files.insert(path, file);
    }
}
