//! The repository that begins in a folder of a walk: what it tracks, and whether it is another checkout of the same one.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::git::{GitError, GitFolder, TrackedFiles};

/// A repository that begins in a folder.
#[derive(Debug)]
pub(super) struct Repository {
    folder: PathBuf,
    /// The error if `.git` is not used.
    git: Result<GitFolder, GitError>,
    /// Read at the first use: most walks ask for nothing.
    tracked: OnceLock<Arc<TrackedFiles>>,
}

impl Repository {
    /// The repository that begins in a folder, if the folder has `.git`, whatever that is.
    pub(super) fn in_folder(folder: &Path) -> Option<Self> {
        let git = GitFolder::of(folder).transpose()?;
        Some(Self {
            folder: folder.to_path_buf(),
            git,
            tracked: OnceLock::new(),
        })
    }

    /// Whether git's ignore rules of the folders above do not apply in it: `.git` is a folder or a regular file.
    pub(super) fn begins(&self) -> bool {
        !matches!(self.git, Err(GitError::Unusable(_)))
    }

    /// The path of its `info/exclude`.
    ///
    /// # Errors
    /// `.git` cannot be used, or the folder of the file is a link.
    pub(super) fn exclude_path(&self) -> Result<Option<PathBuf>, ()> {
        match &self.git {
            Ok(git) => {
                let info = git.common().join("info");
                match info.symlink_metadata() {
                    Ok(metadata) if metadata.is_symlink() => Err(()),
                    _ => Ok(Some(info.join("exclude"))),
                }
            }
            Err(GitError::Unusable(_)) => Err(()),
            Err(_) => Ok(None),
        }
    }

    /// Whether git tracks the file, or a file below the folder. The path is below the repository's folder.
    pub(super) fn tracks(&self, path: &Path, is_folder: bool) -> bool {
        let (Ok(git), Ok(path)) = (&self.git, path.strip_prefix(&self.folder)) else {
            return false;
        };
        let tracked = self.tracked.get_or_init(|| TrackedFiles::of(git.own()));
        match path.to_str() {
            Some(path) if std::path::MAIN_SEPARATOR == '/' => tracked.contains(path, is_folder),
            Some(path) => {
                tracked.contains(&path.replace(std::path::MAIN_SEPARATOR, "/"), is_folder)
            }
            None => false,
        }
    }

    /// Whether both are checkouts of one repository, such as a worktree inside of another.
    pub(super) fn shares_repository(&self, other: &Self) -> bool {
        let common = |repository: &Self| repository.git.as_ref().ok()?.common().canonicalize().ok();
        common(self).is_some_and(|own| common(other) == Some(own))
    }
}
