//! The files that differ between a commit and a later state.

use std::collections::{BTreeMap, BTreeSet};

use firsthand_source::fs::{FileEntry, Root};
use firsthand_source::{Cancel, RepoPath};
use gix::bstr::BStr;
use gix::{ObjectId, Repository};

use crate::blobs::{BlobReader, GitResult};
use crate::present::is_blob;
use crate::staged::{Index, is_as_staged};
use crate::trees::{ChangedBlob, FoundBlobs, TreeDiff, WHOLE_TREES, tree_of};
use crate::{History, HistoryError};

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

/// What differs between two states.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Changes {
    /// The files, by path; those of submodules, too, of which both commits are there.
    pub files: Vec<ChangedFile>,
    /// The folders of submodules that differ and whose files were not compared: they are new, gone, not checked out, or
    /// their commits are not there.
    pub submodules: Vec<RepoPath>,
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

    /// The files below the root in which a commit, given by its id, and a later state differ. A file whose line ends git
    /// converted does not, nor one that a sparse checkout leaves out. A submodule is compared from the commit that the
    /// earlier state has of it.
    ///
    /// # Errors
    /// The repository or its index cannot be read, or `cancel` is raised.
    pub fn changes(
        &self,
        before: &str,
        after: After<'_>,
        cancel: &Cancel,
    ) -> Result<Changes, HistoryError> {
        let compared = self.compared(before, after, MAX_CONTENT_BYTES, cancel)?;
        if cancel.is_cancelled() {
            return Err(HistoryError("the comparison was stopped".to_owned()));
        }
        let files = compared.files.into_values().collect();
        Ok(Changes { files, submodules: compared.submodules.into_iter().collect() })
    }

    fn compared(
        &self,
        before: &str,
        after: After<'_>,
        room: usize,
        cancel: &Cancel,
    ) -> Result<Compared, HistoryError> {
        self.read(|repo| {
            let compared = Compared { room, files: BTreeMap::new(), submodules: BTreeSet::new() };
            let mut comparison = Comparison { repo, history: self, cancel, compared };
            match after {
                After::Commit(after) => comparison.commits(id_of(before)?, id_of(after)?)?,
                After::Index => comparison.index(id_of(before)?)?,
                After::WorkTree(tree) => comparison.work_tree(id_of(before)?, tree)?,
            }
            Ok(comparison.compared)
        })
    }

    /// The history of a submodule that is checked out in a folder of the root; `None` if it cannot be read.
    fn of_submodule(&self, path: &RepoPath) -> Option<Self> {
        let parts = self.location.in_root(path).split('/');
        let folder = parts.fold(self.root.clone(), |folder, part| folder.join(part));
        // No link leads to it, and the repository is its own.
        let is_own = folder.canonicalize().ok()? == folder && folder.join(".git").exists();
        is_own.then(|| Self::at(&folder, format!("{path}/")).ok().flatten())?
    }
}

pub(crate) fn id_of(id: &str) -> GitResult<ObjectId> {
    ObjectId::from_hex(id.as_bytes()).map_err(HistoryError::of)
}

/// What was found to differ.
struct Compared {
    /// How many bytes of contents may still be read.
    room: usize,
    files: BTreeMap<RepoPath, ChangedFile>,
    /// Those that were not compared.
    submodules: BTreeSet<RepoPath>,
}

struct Comparison<'c> {
    repo: &'c Repository,
    history: &'c History,
    cancel: &'c Cancel,
    compared: Compared,
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
        if found.is_cut {
            Err(HistoryError("too many files to compare".to_owned()))
        } else {
            Ok(found)
        }
    }

    fn commits(&mut self, before: ObjectId, after: ObjectId) -> GitResult<()> {
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

    fn index(&mut self, before: ObjectId) -> GitResult<()> {
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

    fn work_tree(&mut self, before: ObjectId, tree: WorkTree<'_>) -> GitResult<()> {
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
        let left = old.files.keys().chain(index.files.keys()).cloned();
        for path in left.collect::<BTreeSet<_>>() {
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

    /// Whether a listed file has the content of a blob. One that is no text is read for this alone.
    fn is_same(&self, file: &FileEntry, content: &Content, blob: ObjectId) -> GitResult<bool> {
        match content {
            Content::Absent => Ok(false),
            Content::Bytes(bytes) => is_blob(self.repo, blob, bytes),
            Content::Unread => {
                let path = self.history.location.in_root(&file.path);
                let read = Root::open(&self.history.root).read_raw(path, MAX_COMPARED_BYTES);
                read.map_or(Ok(false), |bytes| is_blob(self.repo, blob, &bytes))
            }
        }
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
        let bytes = BlobReader::new(self.repo, Vec::new()).bytes(blob)?;
        Ok(bytes.map_or(Content::Unread, Content::Bytes))
    }

    fn add(&mut self, path: RepoPath, before: Content, after: Content) {
        let sizes = [&before, &after].map(|side| side.bytes().map_or(0, <[u8]>::len));
        self.compared.room = self.compared.room.saturating_sub(sizes.iter().sum());
        let file = ChangedFile { path: path.clone(), before, after };
        self.compared.files.insert(path, file);
    }
}
