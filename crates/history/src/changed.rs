//! The files that differ between a commit and a later state.

mod comparison;

use firsthand_source::fs::FileEntry;
use firsthand_source::{Cancel, RepoPath};
use gix::ObjectId;
use gix::bstr::BStr;

use crate::blobs::GitResult;
use crate::{History, HistoryError};
use comparison::{Compared, Comparison};

/// The most bytes of all contents together that are returned.
const MAX_CONTENT_BYTES: usize = 128 << 20;

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
            let id = id
                .map_err(|_| HistoryError::lacking(format!("there is no revision `{revision}`")))?;
            let commit = id.object().map_err(HistoryError::of)?.peel_to_commit();
            let commit =
                commit.map_err(|_| HistoryError::lacking(format!("`{revision}` is no commit")))?;
            Ok(commit.id.to_string())
        })
    }

    /// The id of the best common ancestor of two commits, given by their ids.
    ///
    /// # Errors
    /// They have none, or an object cannot be read.
    pub fn merge_base(&self, one: &str, other: &str) -> Result<String, HistoryError> {
        self.read(|repo| {
            let base = repo.merge_base(id_of(one)?, id_of(other)?).map_err(HistoryError::of)?;
            let lacking = || HistoryError::lacking("there is no common ancestor".to_owned());
            Ok(base.ok_or_else(lacking)?.to_string())
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
            return Err(HistoryError::of("the comparison was stopped"));
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
            let compared = Compared { room, ..Compared::default() };
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
