//! The documents to look at, and the files that they may cite.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use firsthand_source::fs::{Globs, Inventory, ReadError, Root, Walk};
use firsthand_source::secrets::is_secret_path;
use firsthand_source::{LineIndex, RepoPath};

use crate::find::{Citation, CitationStyle};
use crate::quote::Lines;

/// A larger file is not read.
const MOST_BYTES: u64 = 4 << 20;
const MARKDOWN: &[&str] = &[".md", ".markdown", ".mdx"];

/// Why there are no documents.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DocumentsError {
    /// There is nothing at the path.
    Missing(PathBuf),
    /// It is not below the root.
    Outside(PathBuf),
}

impl std::fmt::Display for DocumentsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Missing(path) => write!(f, "{} does not exist", path.display()),
            Self::Outside(path) => write!(f, "{} is not below the root", path.display()),
        }
    }
}

impl std::error::Error for DocumentsError {}

/// The Markdown files at a path: itself, or those of a folder that are neither hidden nor ignored by git.
///
/// # Errors
/// A [`DocumentsError`] where there is nothing, or where it is not below the root.
pub fn documents(root: &Path, given: &Path) -> Result<Vec<RepoPath>, DocumentsError> {
    let real = |path: &Path| {
        path.canonicalize()
            .map_err(|_| DocumentsError::Missing(path.to_owned()))
    };
    let (root, path) = (real(root)?, real(given)?);
    let outside = || DocumentsError::Outside(given.to_owned());
    let below = path.strip_prefix(&root).map_err(|_| outside())?;
    let below = below.to_str().ok_or_else(outside)?;
    if path.is_file() {
        return Ok(vec![RepoPath::new(below).map_err(|_| outside())?]);
    }
    let folder = match below {
        "" => String::new(),
        below => format!("{below}/"),
    };
    let files = inventory(&root).files.into_iter().map(|entry| entry.path);
    let wanted = |path: &RepoPath| {
        let name = path.as_str().to_ascii_lowercase();
        path.as_str().starts_with(&folder) && MARKDOWN.iter().any(|ending| name.ends_with(ending))
    };
    Ok(files.filter(wanted).collect())
}

fn inventory(root: &Path) -> Inventory {
    let Ok(excludes) = Globs::excluding(root, []) else {
        return Inventory::default();
    };
    let walk = Walk {
        root,
        top: Some(root),
        excludes: &excludes,
        skip: &|_| false,
        threads: 0,
    };
    walk.inventory(&|| false)
}

/// A file that is cited, as it is now.
#[derive(Debug)]
pub(crate) struct CitedFile {
    pub(crate) count: u32,
    pub(crate) lines: Lines,
}

/// The tree below a root. Each file is read once.
pub(crate) struct Tree {
    root: Root,
    files: Inventory,
    folders: BTreeSet<String>,
    endings: BTreeSet<String>,
    read: BTreeMap<RepoPath, Result<CitedFile, ReadError>>,
}

impl Tree {
    pub(crate) fn open(root: &Path) -> Self {
        let files = inventory(root);
        let paths = || files.files.iter().map(|entry| entry.path.as_str());
        let folders = paths().flat_map(|path| {
            let ends = path.match_indices('/').map(|(at, _)| at);
            ends.map(|at| path[..at].to_owned())
        });
        let endings = paths().filter_map(|path| Some(path.rsplit_once('.')?.1.to_owned()));
        Self {
            root: Root::open(root),
            folders: folders.collect(),
            endings: endings.filter(|ending| !ending.contains('/')).collect(),
            read: BTreeMap::new(),
            files,
        }
    }

    /// The text of a document.
    pub(crate) fn document(&self, path: &RepoPath) -> Result<String, ReadError> {
        let bytes = self.root.read(path.as_str(), MOST_BYTES)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The files that a citation may mean: the one that it names from the root or from its document's folder, else all
    /// whose paths end so. `None` where it names nothing of this tree, and so need not be a citation.
    pub(crate) fn meant(
        &mut self,
        document: &RepoPath,
        citation: &Citation,
    ) -> Option<Vec<RepoPath>> {
        let folder = document
            .as_str()
            .rsplit_once('/')
            .map_or("", |(folder, _)| folder);
        let relative = citation.path.starts_with("./") || citation.path.starts_with("../");
        let from_root = match citation.path.strip_prefix('/') {
            Some(inner) => below("", inner),
            None if relative => None,
            None => below("", &citation.path),
        };
        let from_folder = match citation.path.starts_with('/') {
            true => None,
            false => below(folder, &citation.path),
        };
        let both = match citation.form {
            CitationStyle::Link => [from_folder, from_root],
            CitationStyle::Text | CitationStyle::Code => [from_root, from_folder],
        };
        let both: Vec<RepoPath> = both.into_iter().flatten().collect();
        for path in &both {
            if !matches!(
                self.cited(path),
                Err(ReadError::Missing | ReadError::Folder)
            ) {
                return Some(vec![path.clone()]);
            }
        }
        let ending = format!("/{}", citation.path.trim_start_matches("./"));
        let like = self.files.files.iter().map(|entry| &entry.path);
        let like: Vec<RepoPath> = like
            .filter(|path| !relative && path.as_str().ends_with(&ending))
            .cloned()
            .collect();
        match like.is_empty() {
            false => Some(like),
            true => self.could_be_here(citation, &both).then(Vec::new),
        }
    }

    /// Whether a file that is not there was one of this tree, by all that is there: a link says so by itself, a path
    /// begins with a folder that is there, and a bare name in code has an ending that files have.
    fn could_be_here(&self, citation: &Citation, paths: &[RepoPath]) -> bool {
        let name = citation.path.rsplit('/').next().unwrap_or_default();
        let Some((stem, ending)) = name.rsplit_once('.') else {
            return citation.form == CitationStyle::Link;
        };
        let known = self.endings.contains(ending) && !stem.is_empty();
        let in_folder = paths.iter().any(|path| {
            let above = path
                .as_str()
                .match_indices('/')
                .map(|(at, _)| &path.as_str()[..at]);
            above
                .into_iter()
                .any(|folder| self.folders.contains(folder))
        });
        match citation.form {
            CitationStyle::Link => true,
            _ if citation.path.contains('/') => in_folder && !ending.is_empty(),
            CitationStyle::Code => known,
            CitationStyle::Text => false,
        }
    }

    pub(crate) fn cited(&mut self, path: &RepoPath) -> &Result<CitedFile, ReadError> {
        let root = &self.root;
        self.read.entry(path.clone()).or_insert_with(|| {
            if is_secret_path(path.as_str()) {
                return Err(ReadError::Denied);
            }
            let bytes = root.read(path.as_str(), MOST_BYTES)?;
            Ok(CitedFile {
                count: LineIndex::of(&bytes).count(),
                lines: Lines::of(&bytes),
            })
        })
    }
}

/// A path below a folder, with `..` taken away; `None` where it leads out of the root.
fn below(folder: &str, path: &str) -> Option<RepoPath> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    RepoPath::new(&parts.join("/")).ok()
}
