//! Trees of tasks: a folder for each repository at a commit, written once.

mod git;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use firsthand::Cancel;
use serde::Serialize;

use crate::task::Task;

/// Where trees are, and where they can be made from.
#[derive(Debug)]
pub struct Trees {
    folder: PathBuf,
    git_dirs: Vec<(String, PathBuf)>,
    mirrors: Option<PathBuf>,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    trees: BTreeMap<String, Result<PathBuf, TreeError>>,
    counts: TreeCounts,
}

/// What was written, and what was left out of it. Counts of files, but for `made`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct TreeCounts {
    /// Trees that were not there before.
    pub made: u64,
    /// Files that were written.
    pub files: u64,
    /// Symbolic links, left out.
    pub links: u64,
    /// Submodules, left out.
    pub submodules: u64,
    /// Files whose content the git directory does not hold.
    pub missing: u64,
    /// Files whose path leaves the folder, is not UTF-8, or stands already there in another case.
    pub refused: u64,
}

/// Why a task has no tree.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TreeError {
    /// Nothing was named to make it from.
    #[error("no git directory of the repository")]
    NoGitDir,
    /// There is a git directory, but not that commit in it.
    #[error("the git directory does not hold the commit")]
    NoCommit,
    /// The commit's tree lacks the folder in which the question is to be asked.
    #[error("the tree has no folder of the task's root")]
    NoRoot,
    /// It cannot be written, or git cannot be run.
    #[error("the tree cannot be made: {0}")]
    Failed(String),
    /// The caller cancelled.
    #[error("cancelled")]
    Cancelled,
}

impl From<io::Error> for TreeError {
    fn from(error: io::Error) -> Self {
        Self::Failed(error.to_string())
    }
}

impl Trees {
    /// Trees below `folder`, which is made where it is missing.
    ///
    /// # Errors
    /// The system's error message, where the folder cannot be made.
    pub fn open(folder: impl Into<PathBuf>) -> io::Result<Self> {
        let folder = folder.into();
        std::fs::create_dir_all(&folder)?;
        Ok(Self {
            folder,
            git_dirs: Vec::new(),
            mirrors: None,
            known: Mutex::default(),
        })
    }

    /// The git directory (or the work tree it belongs to) of one repository, `OWNER/NAME`.
    #[must_use]
    pub fn git_dir(mut self, repo: impl Into<String>, path: impl Into<PathBuf>) -> Self {
        self.git_dirs.push((repo.into(), path.into()));
        self
    }

    /// A folder with git directories: `OWNER+NAME` or `OWNER/NAME`, with or without `.git` behind it,
    /// or with a folder `repo` or `.git` in it.
    #[must_use]
    pub fn mirrors(mut self, folder: impl Into<PathBuf>) -> Self {
        self.mirrors = Some(folder.into());
        self
    }

    /// What was written until now.
    #[must_use]
    pub fn counts(&self) -> TreeCounts {
        self.lock().counts
    }

    /// The tree of a repository at a commit; made now where it is not there. Another caller that asks
    /// meanwhile waits.
    ///
    /// # Errors
    /// A [`TreeError`]; for the same tree it is the same every time.
    pub fn tree(&self, repo: &str, commit: &str, cancel: &Cancel) -> Result<PathBuf, TreeError> {
        let short: String = commit.chars().take(12).collect();
        let name = format!("{}-{short}", repo.replace('/', "+"));
        let mut known = self.lock();
        if let Some(tree) = known.trees.get(&name) {
            return tree.clone();
        }
        let path = self.folder.join(&name);
        let tree = match path.is_dir() {
            true => Ok(path),
            false => self.make(repo, commit, &path, &mut known.counts, cancel),
        };
        if tree != Err(TreeError::Cancelled) {
            known.trees.insert(name, tree.clone());
        }
        tree
    }

    /// The folder in which a task is asked: the tree of its commit, or the task's root in it.
    ///
    /// # Errors
    /// A [`TreeError`].
    pub fn root(&self, task: &Task, cancel: &Cancel) -> Result<PathBuf, TreeError> {
        let tree = self.tree(&task.repo, &task.base, cancel)?;
        let Some(root) = task.root() else {
            return Ok(tree);
        };
        let root = tree.join(root);
        root.is_dir().then_some(root).ok_or(TreeError::NoRoot)
    }

    fn make(
        &self,
        repo: &str,
        commit: &str,
        path: &Path,
        counts: &mut TreeCounts,
        cancel: &Cancel,
    ) -> Result<PathBuf, TreeError> {
        let git_dir = self.find_git_dir(repo).ok_or(TreeError::NoGitDir)?;
        // A tree that is there is whole: it gets its name only when the last file is written.
        let partial = tempfile::Builder::new()
            .prefix(".partial-")
            .tempdir_in(&self.folder)?;
        let inner = partial.path().join("tree");
        std::fs::create_dir(&inner)?;
        let written = git::export(&git_dir, commit, &inner, cancel)?;
        match std::fs::rename(&inner, path) {
            // Another process was faster.
            Err(_) if path.is_dir() => {}
            done => done?,
        }
        counts.add(written);
        Ok(path.to_owned())
    }

    fn find_git_dir(&self, repo: &str) -> Option<PathBuf> {
        let named = self.git_dirs.iter().find(|(name, _)| name == repo);
        let named = named.map(|(_, path)| path.clone());
        let mirrored = self.mirrors.iter().flat_map(|folder| {
            [repo.replace('/', "+"), repo.to_owned()]
                .into_iter()
                .flat_map(|name| {
                    let plain = folder.join(&name);
                    [
                        plain.join("repo"),
                        folder.join(format!("{name}.git")),
                        plain,
                    ]
                })
        });
        let mut places = named
            .into_iter()
            .chain(mirrored)
            .flat_map(|path| [path.join(".git"), path]);
        places.find(|path| path.join("HEAD").is_file() && path.join("objects").is_dir())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TreeCounts {
    fn add(&mut self, more: Self) {
        self.made += 1;
        self.files += more.files;
        self.links += more.links;
        self.submodules += more.submodules;
        self.missing += more.missing;
        self.refused += more.refused;
    }
}
