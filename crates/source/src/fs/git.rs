//! Where git keeps the repository of a checkout, and whether its files may be read.
//!
//! Whoever wrote a tree also wrote its `.git`: it may be a link, or a file that names another repository, and what is in
//! it may be pipes, devices, or links to anywhere. A repository outside of its checkout is used only if it names the
//! checkout itself, which only its owner can write: that is how git connects further worktrees and submodules. One in a
//! folder of its own (`git init --separate-git-dir`) names no checkout; its index records the files of the checkout.

mod index;
mod verify;

use std::io::BufRead as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::read::{ReadError, read_unfollowed};

pub(super) use index::TrackedFiles;

/// The most bytes of a file with one path or one reference.
const MAX_POINTER_BYTES: u64 = 8 << 10;
/// The most bytes of a repository's own configuration.
const MAX_CONFIG_BYTES: u64 = 1 << 20;

/// The folders of a repository, as seen from one of its checkouts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GitFolder {
    own: PathBuf,
    common: PathBuf,
}

/// Why the repository of a checkout is not read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GitError {
    /// `.git` is neither a folder nor a regular file that names one.
    #[error("`.git` is not used: {0}")]
    Unusable(ReadError),
    /// `.git` leads to a repository that does not name this checkout as one of its own.
    #[error("`.git` leads to a repository that does not name this folder as its checkout")]
    Foreign,
    /// The repository takes objects from another one.
    #[error(
        "the repository takes objects from another repository (`objects/info/alternates`), which is not opened; `git repack \
         -ad` copies them, then that file can be deleted; a diff of `git diff` needs no history"
    )]
    Alternates,
    /// Objects or references are kept in a way that is not read.
    #[error(
        "the repository's {what} `{format}` is not read; a diff of `git diff` needs no history"
    )]
    Format {
        /// What is kept in that way.
        what: &'static str,
        /// The name of the format.
        format: String,
    },
    /// A file of the repository cannot be read safely.
    #[error("`{path}` of the repository is not used: {why}")]
    Unsafe {
        /// Relative to the repository's folder.
        path: String,
        /// What is wrong with it.
        why: ReadError,
    },
    /// HEAD leads to something else than an object or a branch.
    #[error("HEAD names no branch and no commit")]
    Head,
    /// The repository has too many files to check.
    #[error("the repository has too many files of its own to check")]
    TooManyFiles,
}

impl GitFolder {
    /// The repository of the checkout in this folder, which has `.git`; `None` if it has none.
    ///
    /// # Errors
    /// A [`GitError`] if `.git` is a link, or leads to a repository that does not name the folder as its checkout.
    pub fn of(checkout: &Path) -> Result<Option<Self>, GitError> {
        let path = checkout.join(".git");
        let metadata = match std::fs::symlink_metadata(&path) {
            Ok(metadata) => metadata,
            Err(error) => {
                return match ReadError::from(error) {
                    // A folder that cannot be entered has nothing to read.
                    ReadError::Missing | ReadError::Denied => Ok(None),
                    why => Err(GitError::Unusable(why)),
                };
            }
        };
        if metadata.is_dir() {
            // Only the folder of a further worktree has a file of this name.
            return match path.join("commondir").symlink_metadata() {
                Ok(_) => Err(GitError::Foreign),
                Err(_) => Ok(Some(Self { own: path.clone(), common: path })),
            };
        }
        let line = first_line(&path, MAX_POINTER_BYTES).map_err(GitError::Unusable)?;
        let target = line.as_deref().and_then(|line| line.strip_prefix("gitdir: "));
        let own = target.and_then(|target| checkout.join(target).canonicalize().ok());
        let (Some(own), Ok(checkout)) = (own, checkout.canonicalize()) else {
            return Err(GitError::Foreign);
        };
        let found =
            Self::of_worktree(&own, &checkout).or_else(|| Self::of_one_checkout(own, &checkout));
        found.map(Some).ok_or(GitError::Foreign)
    }

    /// The folder with the checkout's HEAD and index.
    #[must_use]
    pub fn own(&self) -> &Path {
        &self.own
    }

    /// The folder that all checkouts of the repository share, with objects, references and configuration.
    #[must_use]
    pub fn common(&self) -> &Path {
        &self.common
    }

    /// The address from which the repository was cloned, as its configuration names it: it may have a password.
    #[must_use]
    pub fn remote(&self) -> Option<String> {
        let config = read_unfollowed(&self.common.join("config"), MAX_CONFIG_BYTES).ok()?;
        setting(&config, "[remote \"origin\"]", "url")
    }

    /// The repository of a further worktree: `<common>/worktrees/<name>` is its own folder, whose file `gitdir` names
    /// the `.git` of the checkout.
    fn of_worktree(own: &Path, checkout: &Path) -> Option<Self> {
        let worktrees = own.parent().filter(|folder| folder.ends_with("worktrees"))?;
        let common = worktrees.parent()?;
        let line = |name: &str| first_line(&own.join(name), MAX_POINTER_BYTES).ok().flatten();
        // Nothing else is read of a repository that does not name the checkout.
        let named_checkout = own.join(line("gitdir")?);
        let is_git_file = named_checkout.ends_with(".git");
        if !is_git_file || named_checkout.parent()?.canonicalize().ok()? != checkout {
            return None;
        }
        let named_common = own.join(line("commondir")?).canonicalize().ok()?;
        (named_common == common)
            .then(|| Self { own: own.to_path_buf(), common: common.to_path_buf() })
    }

    /// The repository of a submodule, which git keeps below `modules` of another one: its configuration names the
    /// checkout. Also a repository that is inside of its checkout, or in a folder of its own.
    fn of_one_checkout(own: PathBuf, checkout: &Path) -> Option<Self> {
        let has_common = own.join("commondir").symlink_metadata().is_ok();
        let names_checkout = || {
            // The configuration of any other repository is not opened.
            own.ancestors().skip(1).find(|folder| folder.ends_with("modules"))?;
            let config = read_unfollowed(&own.join("config"), MAX_CONFIG_BYTES).ok()?;
            let named = own.join(setting(&config, "[core]", "worktree")?).canonicalize().ok()?;
            (named == checkout).then_some(())
        };
        // A folder `.git` is the repository of the folder around it, and what is in it belongs to that.
        let is_apart = !has_common && own.ancestors().all(|folder| !folder.ends_with(".git"));
        let records_checkout = || is_apart && TrackedFiles::are_of(&own, checkout);
        let is_own = own.starts_with(checkout) || names_checkout().is_some() || records_checkout();
        (is_own && !has_common).then(|| Self { common: own.clone(), own })
    }
}

/// The first line of a regular file, without its end; `None` if it is empty or not UTF-8.
fn first_line(path: &Path, limit: u64) -> Result<Option<String>, ReadError> {
    let bytes = read_unfollowed(path, limit)?;
    let line = bytes.lines().next().and_then(Result::ok);
    Ok(line.filter(|line| !line.is_empty()))
}

/// The last value of a setting in a section of a configuration, as git writes it: `[core]`, `[remote "origin"]`.
fn setting(config: &[u8], section: &str, name: &str) -> Option<String> {
    let text = std::str::from_utf8(config).ok()?;
    let mut is_inside = false;
    let mut found = None;
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            is_inside = line.eq_ignore_ascii_case(section);
        } else if let Some((key, value)) = line.split_once('=')
            && is_inside
            && key.trim().eq_ignore_ascii_case(name)
        {
            found = Some(value.trim().trim_matches('"').to_owned());
        }
    }
    found
}

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
        Some(Self { folder: folder.to_path_buf(), git, tracked: OnceLock::new() })
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

    /// The folder in which it begins.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// What git tracks; `None` if `.git` is not used.
    pub(super) fn tracked(&self) -> Option<&TrackedFiles> {
        let git = self.git.as_ref().ok()?;
        Some(self.tracked.get_or_init(|| TrackedFiles::of(git.own())))
    }

    /// Whether its checkout may lack files that it should have: it is a sparse one, or has submodules. The index is not
    /// read.
    pub(super) fn may_be_partial(&self) -> bool {
        let is_there = |path: PathBuf| path.symlink_metadata().is_ok();
        let sparse = |git: &GitFolder| is_there(git.own().join("info/sparse-checkout"));
        self.git.as_ref().is_ok_and(sparse) || is_there(self.folder.join(".gitmodules"))
    }

    /// Whether git tracks the file, or a file below the folder. The path is below the repository's folder.
    pub(super) fn tracks(&self, path: &Path, is_folder: bool) -> bool {
        let (Some(tracked), Ok(path)) = (self.tracked(), path.strip_prefix(&self.folder)) else {
            return false;
        };
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
