//! The folders in which coding agents keep their files on a machine.

use std::io;
use std::path::{Path, PathBuf};

use firsthand_source::fs::ReadError;

use crate::edit::EditError;

/// A machine and a project on it.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The user's home folder.
    pub home: PathBuf,
    /// The settings folder of desktop applications: `~/.config`, `~/Library/Application Support`, `%APPDATA%`.
    pub settings: PathBuf,
    /// The project's top folder; `None` outside of a project.
    pub project: Option<PathBuf>,
    /// The folder of the journal of all edits, which undo reads.
    pub records: PathBuf,
    /// The command with which a client starts this program.
    pub command: String,
    /// Returns the folder that an environment variable names, if it is set.
    pub variable: fn(&str) -> Option<PathBuf>,
}

/// A folder in which clients keep files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Folder {
    Home,
    /// `$XDG_CONFIG_HOME`, else `~/.config`.
    Config,
    /// [`Machine::settings`].
    Settings,
    /// The folder that an environment variable names, else a folder below home.
    EnvVar(&'static str, &'static str),
    Project,
}

impl Folder {
    /// A path in this folder.
    pub(crate) const fn at(self, path: &'static str) -> FolderPath {
        FolderPath(self, path)
    }
}

/// A path relative to a [`Folder`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct FolderPath(pub(crate) Folder, pub(crate) &'static str);

/// A path on the machine, and the folder outside of which no link on the path may lead.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    boundary: PathBuf,
    pub(crate) path: PathBuf,
}

/// Why a file cannot be changed.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// A link on the path leads out of the folder that contains the file, or to nothing.
    #[error("a link on the way leads out of {}, or nowhere", .0.display())]
    Link(PathBuf),
    /// The file cannot be read.
    #[error("it cannot be read: {0}")]
    Read(#[from] ReadError),
    /// The file is not UTF-8.
    #[error("it is not UTF-8 text")]
    Encoding,
    /// The text cannot be edited, with the reason.
    #[error("{0}")]
    Edit(String),
    /// The file was changed after it was planned.
    #[error("it was changed meanwhile; run this again")]
    Changed,
    /// The system reports an error.
    #[error("it cannot be written: {0}")]
    Write(#[from] io::Error),
    /// The record of the changes cannot be written, after files may have been changed.
    #[error("{0}")]
    RecordAfterChanges(Box<Problem>),
    /// The record of the changes cannot be written, after an undo restored files.
    #[error("{0}")]
    RecordAfterUndo(Box<Problem>),
}

impl From<EditError> for Problem {
    fn from(why: EditError) -> Self {
        Self::Edit(why.to_string())
    }
}

impl Machine {
    /// Resolves a path on this machine; `None` for a path in the project if there is no project.
    pub(crate) fn target(&self, FolderPath(folder, path): FolderPath) -> Option<Target> {
        let below =
            |boundary: &Path, inner: &str| Target::below(boundary, boundary.join(inner).join(path));
        Some(match folder {
            Folder::Home => below(&self.home, ""),
            Folder::Config => match (self.variable)("XDG_CONFIG_HOME") {
                Some(named) => below(&named, ""),
                None => below(&self.home, ".config"),
            },
            Folder::Settings => match self.settings.strip_prefix(&self.home) {
                Ok(_) => Target::below(&self.home, self.settings.join(path)),
                Err(_) => below(&self.settings, ""),
            },
            Folder::EnvVar(variable, usual) => match (self.variable)(variable) {
                Some(named) => below(&named, ""),
                None => below(&self.home, usual),
            },
            Folder::Project => below(self.project.as_ref()?, ""),
        })
    }

    /// Whether something exists at the path.
    pub(crate) fn exists(&self, at: FolderPath) -> bool {
        let target = self.target(at);
        target.is_some_and(|target| target.path.symlink_metadata().is_ok())
    }

    /// A path for display: relative to the project, else with `~` for the home folder, else absolute.
    pub(crate) fn display_path(&self, path: &Path) -> String {
        let in_project = self.project.as_ref().map(|top| path.strip_prefix(top));
        match (in_project, path.strip_prefix(&self.home)) {
            (Some(Ok(inner)), _) => inner.display().to_string(),
            (_, Ok(inner)) => format!("~/{}", inner.display()),
            _ => path.display().to_string(),
        }
    }
}

impl Target {
    /// The target with `path` appended, in the same boundary.
    pub(crate) fn join(self, path: &Path) -> Self {
        Self {
            path: self.path.join(path),
            ..self
        }
    }

    /// A file in a folder.
    pub(crate) fn below(boundary: &Path, path: PathBuf) -> Self {
        Self {
            boundary: boundary.to_owned(),
            path,
        }
    }

    /// The canonical path, without links; the file and the folders above it need not exist.
    ///
    /// # Errors
    /// [`Problem::Link`] if a link leads out of the boundary, or to nothing.
    pub(crate) fn canonical(&self) -> Result<PathBuf, Problem> {
        let link_error = || Problem::Link(self.boundary.clone());
        let Ok(boundary) = self.boundary.canonicalize() else {
            // The boundary does not exist yet, so no link can be below it.
            return match self.boundary.symlink_metadata() {
                Ok(_) => Err(link_error()),
                Err(_) => Ok(self.path.clone()),
            };
        };
        let existing = self
            .path
            .ancestors()
            .find(|path| path.symlink_metadata().is_ok());
        let existing = existing.ok_or_else(link_error)?;
        let real = existing.canonicalize().map_err(|_| link_error())?;
        let rest = self.path.strip_prefix(existing).map_err(|_| link_error())?;
        match real.starts_with(&boundary) {
            true if rest.as_os_str().is_empty() => Ok(real),
            true => Ok(real.join(rest)),
            false => Err(link_error()),
        }
    }
}
