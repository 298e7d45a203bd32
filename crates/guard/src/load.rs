//! Reads a project from the disk: its settings, its vocabulary, its sources. No other module of the library touches the
//! disk.

use std::io;
use std::path::{Path, PathBuf};

use firsthand_source::fs::{Globs, ReadError, Walk, read_named};

use crate::config::{Config, ConfigError};
use crate::finding::{Finding, SourceFile};
use crate::language::Language;
use crate::vocabulary::{Vocabulary, dependencies};

/// Why a project cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A file or folder cannot be read.
    #[error("{}: {why}", path.display())]
    Read {
        /// Its path.
        path: PathBuf,
        /// The system's error message.
        why: io::Error,
    },
    /// The settings are invalid.
    #[error("{}: {why}", path.display())]
    Config {
        /// The path of the settings.
        path: PathBuf,
        /// The error.
        why: ConfigError,
    },
}

impl LoadError {
    /// Converts an I/O error at `path`.
    fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        |why| Self::Read { path, why }
    }
}

/// The largest settings or list that is read, in bytes.
const MAX_INPUT_BYTES: u64 = 256 << 20;

/// Larger source files, in bytes, are skipped: they were not written by people.
const MAX_SOURCE_BYTES: u64 = 1 << 20;

/// A project with its settings.
#[derive(Debug)]
pub struct Project {
    /// The folder that paths in the settings are relative to.
    pub root: PathBuf,
    /// The settings.
    pub config: Config,
}

/// The result of a check: the checked files, the skipped ones, and the findings.
#[derive(Debug, Default)]
pub struct CheckResult {
    /// The production files, sorted.
    pub files: Vec<SourceFile>,
    /// The findings, sorted.
    pub findings: Vec<Finding>,
    /// The production files that were skipped, because they are too long or not text; sorted.
    pub skipped: Vec<String>,
}

#[cfg(feature = "text")]
impl CheckResult {
    /// The findings for people, with the lines they are about; empty without findings.
    pub fn text(&self, config: &Config, color: bool) -> String {
        let source = |path: &str| {
            let file = self.files.iter().find(|file| file.path == path);
            let settings = (path == config.name()).then_some(config.text());
            file.map(|file| file.text.as_str()).or(settings)
        };
        crate::text(&self.findings, source, color)
    }
}

impl Project {
    /// Reads settings; their folder is the project's root.
    ///
    /// # Errors
    /// A [`LoadError`] if they cannot be read or are invalid.
    pub fn open(settings: &Path) -> Result<Self, LoadError> {
        let text = read(settings)?;
        let name = settings.file_name().unwrap_or_default().to_string_lossy();
        let config = Config::parse(&name, &text)
            .map_err(|why| LoadError::Config { path: settings.to_owned(), why })?;
        let root = match settings.parent() {
            Some(parent) if parent != Path::new("") => parent.to_owned(),
            _ => PathBuf::from("."),
        };
        Ok(Self { root, config })
    }

    /// A folder without settings: all its files except tests are production code.
    pub fn bare(root: &Path) -> Self {
        Self { root: root.to_owned(), config: Config::default() }
    }

    /// The banned words: the terms of the settings, and those of a list, or else of the settings' file of terms. Names
    /// of dependencies are not banned.
    ///
    /// # Errors
    /// A [`LoadError`] if a file cannot be read.
    pub fn vocabulary(&self, list: Option<&Path>) -> Result<Vocabulary, LoadError> {
        let kept = self.config.raw.vocabulary.terms_file.as_ref().map(|file| self.root.join(file));
        let mut vocabulary = Vocabulary::of(self.config.terms());
        if let Some(list) = list.or(kept.as_deref()) {
            vocabulary = vocabulary.and(Vocabulary::parse(&read(list)?));
        }
        for file in &self.config.raw.dependencies.files {
            let names = dependencies(file, &read(&self.root.join(file))?);
            vocabulary = vocabulary.without(names);
        }
        Ok(vocabulary)
    }

    /// Checks the project, or the given files and folders. In a folder, hidden files, files that git ignores, and links
    /// are skipped; a given path is not. Ignore files that are not regular files, or are very large, are not used.
    ///
    /// # Errors
    /// [`LoadError`], where a file cannot be read.
    pub fn check(
        &self,
        paths: &[PathBuf],
        vocabulary: &Vocabulary,
    ) -> Result<CheckResult, LoadError> {
        let (files, skipped) = self.files(paths)?;
        let findings = if paths.is_empty() {
            crate::check(&files, &self.config, vocabulary)
        } else {
            crate::check_part(&files, &self.config, vocabulary)
        };
        Ok(CheckResult { files, findings, skipped })
    }

    fn files(&self, paths: &[PathBuf]) -> Result<(Vec<SourceFile>, Vec<String>), LoadError> {
        let root = [self.root.clone()];
        let paths = if paths.is_empty() { &root } else { paths };
        let (mut files, mut skipped) = (Vec::new(), Vec::new());
        for path in paths {
            for path in files_below(path, &self.root)? {
                match self.file(&path)? {
                    Some(Ok(file)) => files.push(file),
                    Some(Err(name)) => skipped.push(name),
                    None => {}
                }
            }
        }
        files.sort_by(|a: &SourceFile, b| a.path.cmp(&b.path));
        files.dedup_by(|a, b| a.path == b.path);
        skipped.sort();
        skipped.dedup();
        Ok((files, skipped))
    }

    /// Reads a file; returns only its name if it is too large or not UTF-8. `None` if it is not production code or not
    /// a regular file.
    fn file(&self, path: &Path) -> Result<Option<Result<SourceFile, String>>, LoadError> {
        let name = self.relative_path(path);
        if Language::of(&name).is_none() || !self.config.is_production(&name) {
            return Ok(None);
        }
        match read_named(path, MAX_SOURCE_BYTES).map(String::from_utf8) {
            Ok(Ok(text)) => Ok(Some(Ok(SourceFile { path: name, text }))),
            // A file that is not UTF-8 is skipped.
            Ok(Err(_)) | Err(ReadError::TooLarge { .. }) => Ok(Some(Err(name))),
            Err(ReadError::Special | ReadError::Folder) => Ok(None),
            Err(why) => Err(LoadError::at(path)(io::Error::other(why))),
        }
    }

    /// A path with `/` and links resolved: relative to the root, or absolute outside of it.
    fn relative_path(&self, path: &Path) -> String {
        let canonical = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let (path, root) = (canonical(path), canonical(&self.root));
        let inside = path.strip_prefix(&root).unwrap_or(&path);
        inside.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
    }
}

/// The text of a file that the caller or the settings name.
fn read(path: &Path) -> Result<String, LoadError> {
    let bytes = read_named(path, MAX_INPUT_BYTES).map_err(io::Error::other);
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other));
    text.map_err(LoadError::at(path))
}

/// The regular files below a folder of a project, without hidden files and files that git ignores; for the path of a
/// file, that file. Links are not followed, except at `path` itself. Ignore rules of the folders above apply up to the
/// top of the repository that contains the folder, or up to the project's folder if there is no repository.
fn files_below(path: &Path, project: &Path) -> Result<Vec<PathBuf>, LoadError> {
    let start = path.canonicalize().map_err(LoadError::at(path))?;
    if !start.is_dir() {
        return Ok(vec![start]);
    }
    let project = project.canonicalize().unwrap_or_default();
    let has_git = |folder: &&Path| folder.join(".git").symlink_metadata().is_ok();
    let top = start.ancestors().find(has_git);
    let top = top.or_else(|| start.ancestors().find(|above| *above == project));
    let excludes =
        Globs::excluding(&start, []).map_err(|why| LoadError::at(path)(io::Error::other(why)))?;
    let top = Some(top.unwrap_or(&start));
    let walk = Walk { top, skip: &|_| false, ..Walk::new(&start, &excludes) };
    let found = walk.inventory(&|| false);
    if found.skipped.unreadable > 0 {
        let why = format!("{} files or folders below cannot be read", found.skipped.unreadable);
        return Err(LoadError::at(path)(io::Error::other(why)));
    }
    Ok(found.files.iter().map(|file| start.join(&file.path)).collect())
}
