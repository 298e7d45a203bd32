//! Why a root, a path or a file cannot be used.

use std::io;
use std::path::PathBuf;

use firsthand_source::{PathError, RepoPath, fs};

/// Why a root cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RootError {
    /// There is nothing at the path.
    #[error("{} does not exist", .0.display())]
    Missing(PathBuf),
    /// It is a file or something else.
    #[error("{} is not a folder", .0.display())]
    NotAFolder(PathBuf),
    /// The system returned another error.
    #[error("{} cannot be read: {source}", path.display())]
    Unreadable {
        /// The root as given.
        path: PathBuf,
        /// The system's error message.
        source: io::Error,
    },
    /// An exclude is not a valid glob.
    #[error("{glob:?} is not a valid glob to exclude: {reason}")]
    Exclude {
        /// The glob as given.
        glob: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// Why a path from a model does not resolve to a path inside the root.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ResolveError {
    /// It is empty or absolute, or it contains `..` or NUL.
    #[error(transparent)]
    Path(#[from] PathError),
    /// It, or a folder in it, is a symbolic link.
    #[error("`{link}` is a symbolic link and links are not followed{}", link_target_note(.inside.as_ref()))]
    Link {
        /// The part of the path that is the link.
        link: RepoPath,
        /// The path without links, if that is inside the root.
        inside: Option<RepoPath>,
    },
}

impl RootError {
    pub(super) fn of(path: PathBuf, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::NotFound => Self::Missing(path),
            io::ErrorKind::NotADirectory => Self::NotAFolder(path),
            _ => Self::Unreadable { path, source },
        }
    }
}

fn link_target_note(inside: Option<&RepoPath>) -> String {
    match inside {
        Some(path) => format!("; it leads to `{path}`"),
        None => "; it leads nowhere, or out of the repository".to_owned(),
    }
}

/// Why a file was not read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// There is no such file.
    #[error("there is no file `{0}`")]
    Missing(RepoPath),
    /// It, or a folder in it, is a symbolic link.
    #[error(transparent)]
    Link(ResolveError),
    /// Its name indicates that it contains secrets.
    #[error("`{0}` is left out: by its name it holds secrets")]
    Secret(RepoPath),
    /// It is hidden, ignored by git, or excluded.
    #[error("`{0}` is left out: it is hidden, ignored by git, or excluded by the host")]
    Ignored(RepoPath),
    /// Anything else; of a folder a model is told what shows it.
    #[error("`{path}` cannot be read: {why}{}", if *.why == fs::ReadError::Folder { "; list_files shows what is in it" } else { "" })]
    Unreadable {
        /// The file.
        path: RepoPath,
        /// Why.
        why: fs::ReadError,
    },
}
