//! The files that differ between a commit and a later state.

use std::collections::BTreeMap;
use std::path::Path;

use firsthand_source::fs::{FileEntry, Root};
use firsthand_source::{Cancel, RepoPath};
use gix::bstr::BStr;
use gix::{ObjectId, Repository};

use crate::blobs::{BlobReader, GitResult};
use crate::location::Location;
use crate::present::is_blob;
use crate::staged::{Staged, is_as_staged, staged};
use crate::trees::{ChangedBlob, TreeDiff, TreeLimits, tree_of};
use crate::{History, HistoryError};

/// The most files that are compared.
const MAX_FILES: usize = 400_000;
/// The most bytes of folders that are compared.
const MAX_FOLDER_BYTES: usize = 512 << 20;
/// The most bytes of all contents together that are returned.
const MAX_CONTENT_BYTES: usize = 128 << 20;
/// The most bytes of a file that is no text and is compared with a commit.
const MAX_COMPARED_BYTES: u64 = 64 << 20;

/// A file that differs between two states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChangedFile {
    /// Relative to the root.
    pub path: RepoPath,
    /// Its earlier content.
    pub before: Content,
    /// Its later content.
    pub after: Content,
}

/// The content of a file in one state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// There is no such file.
    Absent,
    /// Its bytes.
    Bytes(Vec<u8>),
    /// There is one that was not read: it is too large, or cannot be read.
    Unread,
}

impl Content {
    /// The bytes; none of a file that is absent, and `None` for one that was not read.
    #[must_use]
    pub fn bytes(&self) -> Option<&[u8]> {
        match self {
            Self::Absent => Some(&[]),
            Self::Bytes(bytes) => Some(bytes),
            Self::Unread => None,
        }
    }
}

/// The later state of a change.
#[derive(Clone, Copy)]
pub enum After<'a> {
    /// A commit, by its id.
    Commit(&'a str),
    /// What is staged: git's index.
    Index,
    /// The files that stand in the root.
    WorkTree(WorkTree<'a>),
}

/// The files of the root, as the caller lists and reads them.
#[derive(Clone, Copy)]
pub struct WorkTree<'a> {
    /// The listed files. Those that the index does not have are new.
    pub files: &'a [FileEntry],
    /// Reads a file below the root, also one that is not listed.
    pub read: &'a dyn Fn(&RepoPath) -> Content,
}

impl History {
    /// The id of the commit that a revision names, as git writes it: `HEAD~2`, a branch, a tag, an id.
    ///
    /// # Errors
    /// There is no such revision, or it is no commit.
    pub fn revision(&self, revision: &str) -> Result<String, HistoryError> {
        self.read(|repo| {
            let id = repo.rev_parse_single(BStr::new(revision));
            let id = id.map_err(|_| HistoryError(format!("no revision `{revision}`")))?;
            let object = id.object().map_err(HistoryError::of)?;
            let commit = object.peel_to_commit();
            let commit = commit.map_err(|_| HistoryError(format!("`{revision}` is no commit")))?;
            Ok(commit.id.to_string())
        })
    }

    /// The id of the best common ancestor of two commits, given by their ids.
    ///
    /// # Errors
    /// They have none, or an object cannot be read.
    pub fn merge_base(&self, one: &str, other: &str) -> Result<String, HistoryError> {
        self.read(|repo| {
            let base = repo.merge_base(id_of(one)?, id_of(other)?);
            let base = base.map_err(HistoryError::of)?;
            let base =
                base.ok_or_else(|| HistoryError("there is no common ancestor".to_owned()))?;
            Ok(base.to_string())
        })
    }

    /// The files below the root in which a commit, given by its id, and a later state differ, by path. A file whose line
    /// ends git converted does not.
    ///
    /// # Errors
    /// The repository or its index cannot be read, or `cancel` is raised.
    pub fn changes(
        &self,
        before: &str,
        after: After<'_>,
        cancel: &Cancel,
    ) -> Result<Vec<ChangedFile>, HistoryError> {
        self.read(|repo| {
            let mut comparison = Comparison {
                repo,
                root: &self.root,
                location: &self.location,
                cancel,
                room: MAX_CONTENT_BYTES,
                changed: BTreeMap::new(),
            };
            match after {
                After::Commit(after) => comparison.commits(id_of(before)?, id_of(after)?)?,
                After::Index => comparison.index(id_of(before)?)?,
                After::WorkTree(tree) => comparison.work_tree(id_of(before)?, tree)?,
            }
            if cancel.is_cancelled() {
                return Err(HistoryError("the comparison was stopped".to_owned()));
            }
            Ok(comparison.changed.into_values().collect())
        })
    }
}

pub(crate) fn id_of(id: &str) -> GitResult<ObjectId> {
    ObjectId::from_hex(id.as_bytes()).map_err(HistoryError::of)
}

struct Comparison<'c> {
    repo: &'c Repository,
    root: &'c Path,
    location: &'c Location,
    cancel: &'c Cancel,
    /// How many bytes of contents may still be read.
    room: usize,
    changed: BTreeMap<RepoPath, ChangedFile>,
}

impl Comparison<'_> {
    fn diff(&self, before: ObjectId, after: Option<ObjectId>) -> GitResult<Vec<ChangedBlob>> {
        let limits = TreeLimits { files: MAX_FILES, bytes: MAX_FOLDER_BYTES };
        let tree = |commit: ObjectId| tree_of(self.repo, commit);
        let (before, after) = (tree(before)?, after.map(tree).transpose()?);
        let found = TreeDiff::all(self.repo, limits).of(&before, after.as_ref())?;
        // A part of them would make others look new, or unchanged.
        if found.is_cut {
            Err(HistoryError("too many files to compare".to_owned()))
        } else {
            Ok(found.files)
        }
    }

    fn commits(&mut self, before: ObjectId, after: ObjectId) -> GitResult<()> {
        for file in self.diff(before, Some(after))? {
            let Some(path) = self.below_root(&file.path) else {
                continue;
            };
            if self.cancel.is_cancelled() {
                break;
            }
            let (before, after) = (self.content(file.before)?, self.content(file.after)?);
            self.add(path, before, after);
        }
        Ok(())
    }

    /// The files of a commit below the root, with their blobs.
    fn files_of(&self, commit: ObjectId) -> GitResult<BTreeMap<RepoPath, ObjectId>> {
        let files = self.diff(commit, None)?.into_iter();
        let files = files.filter_map(|file| Some((self.below_root(&file.path)?, file.before?)));
        Ok(files.collect())
    }

    fn index(&mut self, before: ObjectId) -> GitResult<()> {
        let mut old = self.files_of(before)?;
        let mut staged: Vec<(RepoPath, Staged)> =
            staged(self.repo, |path| self.below_root(path))?.into_iter().collect();
        staged.sort_by(|one, other| one.0.cmp(&other.0));
        for (path, staged) in staged {
            let blob = old.remove(&path);
            if blob == Some(staged.blob) || self.cancel.is_cancelled() {
                continue;
            }
            let (before, after) = (self.content(blob)?, self.content(Some(staged.blob))?);
            self.add(path, before, after);
        }
        for (path, blob) in old {
            let before = self.content(Some(blob))?;
            self.add(path, before, Content::Absent);
        }
        Ok(())
    }

    fn work_tree(&mut self, before: ObjectId, tree: WorkTree<'_>) -> GitResult<()> {
        let mut old = self.files_of(before)?;
        let staged = staged(self.repo, |path| self.below_root(path))?;
        for file in tree.files {
            if self.cancel.is_cancelled() {
                return Ok(());
            }
            let blob = old.remove(&file.path);
            if blob.is_some_and(|blob| is_as_staged(file, staged.get(&file.path), blob)) {
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
        for (path, blob) in old {
            // Others are hidden, ignored or excluded.
            if (tree.read)(&path) == Content::Absent {
                let before = self.content(Some(blob))?;
                self.add(path, before, Content::Absent);
            }
        }
        Ok(())
    }

    /// Whether a listed file has the content of a blob. One that is no text is read for this alone.
    fn is_same(&self, file: &FileEntry, content: &Content, blob: ObjectId) -> GitResult<bool> {
        match content {
            Content::Absent => Ok(false),
            Content::Bytes(bytes) => is_blob(self.repo, blob, bytes),
            Content::Unread => {
                let path = self.location.in_root(&file.path);
                let read = Root::open(self.root).read_raw(path, MAX_COMPARED_BYTES);
                read.map_or(Ok(false), |bytes| is_blob(self.repo, blob, &bytes))
            }
        }
    }

    /// A path from the repository's top, relative to the root.
    fn below_root(&self, path: &str) -> Option<RepoPath> {
        self.location.in_tree(path)
    }

    fn content(&mut self, blob: Option<ObjectId>) -> GitResult<Content> {
        let Some(blob) = blob else {
            return Ok(Content::Absent);
        };
        if self.room == 0 {
            return Ok(Content::Unread);
        }
        let bytes = BlobReader::new(self.repo, Vec::new()).bytes(blob)?;
        Ok(bytes.map_or(Content::Unread, Content::Bytes))
    }

    fn add(&mut self, path: RepoPath, before: Content, after: Content) {
        let sizes = [&before, &after].map(|side| side.bytes().map_or(0, <[u8]>::len));
        self.room = self.room.saturating_sub(sizes.iter().sum());
        let file = ChangedFile { path: path.clone(), before, after };
        self.changed.insert(path, file);
    }
}
