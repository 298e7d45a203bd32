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
    /// The words with which a client starts this program.
    pub command: Vec<String>,
    /// The folders in which programs are searched for, as PATH names them.
    pub path: Vec<PathBuf>,
    /// Returns the folder that an environment variable names, if it is set.
    pub variable: fn(&str) -> Option<PathBuf>,
}

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
    /// The record of earlier changes cannot be read: it is damaged, or of a later version of this program.
    #[error("init.json: {0}")]
    Record(String),
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
    /// Resolves a path as the clients' files have it; `None` for a path in the project if there is no project.
    ///
    /// `~/x` is in the home folder, `${SETTINGS}/x` in [`Machine::settings`], `${VARIABLE:-~/y}/x` in the folder that the
    /// variable names, else in `~/y`, and any other path in the project.
    pub(crate) fn target(&self, path: &str) -> Option<Target> {
        let variable = path.strip_prefix("${").and_then(|path| path.split_once('}'));
        let Some((variable, inner)) = variable else {
            return Some(match path.strip_prefix("~/") {
                Some(inner) => Target::below(&self.home, self.home.join(inner)),
                None => Target::below(self.project.as_ref()?, self.project.as_ref()?.join(path)),
            });
        };
        let inner = inner.trim_start_matches('/');
        let (name, usual) = variable.split_once(":-~").unwrap_or((variable, ""));
        Some(match (self.variable)(name) {
            _ if name == "SETTINGS" && self.settings.starts_with(&self.home) => {
                Target::below(&self.home, self.settings.join(inner))
            }
            _ if name == "SETTINGS" => Target::below(&self.settings, self.settings.join(inner)),
            Some(named) => Target::below(&named, named.join(inner)),
            None => {
                let usual = self.home.join(usual.trim_start_matches('/'));
                Target::below(&self.home, usual.join(inner))
            }
        })
    }

    /// The file that a command's first word starts: a path as it is, a name by [`Machine::path`]; `None` if there is none.
    #[must_use]
    pub fn program(&self, word: &str) -> Option<PathBuf> {
        self.program_in(word, self.path.iter())
    }

    /// As [`Self::program`], with the folders in which a name is searched for.
    pub(crate) fn program_in<'f>(
        &self,
        word: &str,
        mut folders: impl Iterator<Item = &'f PathBuf>,
    ) -> Option<PathBuf> {
        let suffixes: &[&str] = if cfg!(windows) { &[".exe", ".cmd", ".bat", ""] } else { &[""] };
        let in_folder = |folder: &PathBuf| {
            let mut names = suffixes.iter().map(|suffix| format!("{word}{suffix}"));
            names.find_map(|name| Some(folder.join(name)).filter(|file| file.is_file()))
        };
        match Path::new(word).components().count() {
            0 => None,
            1 => folders.find_map(in_folder),
            _ => in_folder(&PathBuf::new()).filter(|file| file.is_absolute()),
        }
    }

    /// Whether something exists at the path.
    pub(crate) fn exists(&self, path: &str) -> bool {
        let target = self.target(path);
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
    /// A file in a folder.
    pub(crate) fn below(boundary: &Path, path: PathBuf) -> Self {
        Self { boundary: boundary.to_owned(), path }
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
        let existing = self.path.ancestors().find(|path| path.symlink_metadata().is_ok());
        let existing = existing.ok_or_else(link_error)?;
        let real = existing.canonicalize().map_err(|_| link_error())?;
        let rest = self.path.strip_prefix(existing).map_err(|_| link_error())?;
        if !real.starts_with(&boundary) {
            Err(link_error())
        } else if rest.as_os_str().is_empty() {
            Ok(real)
        } else {
            Ok(real.join(rest))
        }
    }
}

/// Whether a path of the clients' files is in the project.
pub(crate) fn is_in_project(path: &str) -> bool {
    !path.starts_with(['~', '$'])
}
