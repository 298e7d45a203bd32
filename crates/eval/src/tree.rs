//! The source trees of tasks: a folder for each repository at a commit, written once.

mod git;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use firsthand::Cancel;
use serde::Serialize;

use crate::task::Task;

/// The folder of source trees, and the git directories to export them from.
#[derive(Debug)]
pub struct Trees {
    folder: PathBuf,
    git_dirs: Vec<(String, PathBuf)>,
    mirrors_folder: Option<PathBuf>,
    cache: Mutex<TreeCache>,
}

#[derive(Debug, Default)]
struct TreeCache {
    trees: BTreeMap<String, Result<PathBuf, TreeError>>,
    counts: TreeCounts,
}

/// Counts of written trees, and of their files that were written or left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct TreeCounts {
    /// Trees that did not exist before.
    pub made: u64,
    /// Files that were written.
    pub files: u64,
    /// Symbolic links, which are left out.
    pub links: u64,
    /// Submodules, which are left out.
    pub submodules: u64,
    /// Files whose content is not in the git directory.
    pub missing: u64,
    /// Files whose path leaves the folder, has a `.git` component or a backslash, is not UTF-8, or differs from another
    /// path only by case.
    pub refused: u64,
}

/// Why there is no tree for a task.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TreeError {
    /// No git directory of the repository was given.
    #[error("no git directory of the repository")]
    NoGitDir,
    /// The git directory does not contain the commit.
    #[error("the git directory does not hold the commit")]
    NoCommit,
    /// The commit's tree lacks the folder in which the question is to be asked.
    #[error("the tree has no folder of the task's root")]
    NoRoot,
    /// The tree cannot be written, or git cannot be run.
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
    /// Opens a folder of trees, and creates it if it is missing.
    ///
    /// # Errors
    /// The system's error if the folder cannot be created.
    pub fn open(folder: impl Into<PathBuf>) -> io::Result<Self> {
        let folder = folder.into();
        std::fs::create_dir_all(&folder)?;
        Ok(Self {
            folder,
            git_dirs: Vec::new(),
            mirrors_folder: None,
            cache: Mutex::default(),
        })
    }

    /// Adds the git directory (or the work tree) of one repository, `OWNER/NAME`.
    #[must_use]
    pub fn git_dir(mut self, repo: impl Into<String>, path: impl Into<PathBuf>) -> Self {
        self.git_dirs.push((repo.into(), path.into()));
        self
    }

    /// Sets a folder with git directories: `OWNER+NAME` or `OWNER/NAME`, with or without the suffix `.git`, or with a
    /// folder `repo` or `.git` in it.
    #[must_use]
    pub fn mirrors(mut self, folder: impl Into<PathBuf>) -> Self {
        self.mirrors_folder = Some(folder.into());
        self
    }

    /// The counts so far.
    #[must_use]
    pub fn counts(&self) -> TreeCounts {
        self.lock().counts
    }

    /// Returns the folder of a repository at a commit, and exports it if it is missing. Concurrent callers wait.
    ///
    /// # Errors
    /// A [`TreeError`]. Unless it is a cancellation, it is cached: later calls for the same tree return the same error.
    pub fn tree(&self, repo: &str, commit: &str, cancel: &Cancel) -> Result<PathBuf, TreeError> {
        let short: String = commit.chars().take(12).collect();
        let name = format!("{}-{short}", repo.replace('/', "+"));
        let mut cache = self.lock();
        if let Some(tree) = cache.trees.get(&name) {
            return tree.clone();
        }
        let path = self.folder.join(&name);
        let tree = match path.is_dir() {
            true => Ok(path),
            false => self.export(repo, commit, &path, &mut cache.counts, cancel),
        };
        if tree != Err(TreeError::Cancelled) {
            cache.trees.insert(name, tree.clone());
        }
        tree
    }

    /// Returns the folder in which a task is asked: the tree of its commit, or the task's root in it.
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

    /// Writes the tree to `path`, and adds what was written to `counts`.
    fn export(
        &self,
        repo: &str,
        commit: &str,
        path: &Path,
        counts: &mut TreeCounts,
        cancel: &Cancel,
    ) -> Result<PathBuf, TreeError> {
        let git_dir = self.find_git_dir(repo).ok_or(TreeError::NoGitDir)?;
        // An existing tree is complete: it is renamed to this path only after the last file is written.
        let partial = tempfile::Builder::new()
            .prefix(".partial-")
            .tempdir_in(&self.folder)?;
        let unfinished_tree = partial.path().join("tree");
        std::fs::create_dir(&unfinished_tree)?;
        let written = git::export(&git_dir, commit, &unfinished_tree, cancel)?;
        match std::fs::rename(&unfinished_tree, path) {
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
        let mirrored = self.mirrors_folder.iter().flat_map(|folder| {
            [repo.replace('/', "+"), repo.to_owned()]
                .into_iter()
                .flat_map(|name| {
                    let mirror = folder.join(&name);
                    [
                        mirror.join("repo"),
                        folder.join(format!("{name}.git")),
                        mirror,
                    ]
                })
        });
        let mut candidates = named
            .into_iter()
            .chain(mirrored)
            .flat_map(|path| [path.join(".git"), path]);
        candidates.find(|path| path.join("HEAD").is_file() && path.join("objects").is_dir())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, TreeCache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TreeCounts {
    /// Adds the counts of the files of one more written tree.
    fn add(&mut self, more: Self) {
        self.made += 1;
        self.files += more.files;
        self.links += more.links;
        self.submodules += more.submodules;
        self.missing += more.missing;
        self.refused += more.refused;
    }
}
