//! Finds the documents to check, and the files that they cite.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use firsthand_source::fs::{Globs, Inventory, ReadError, Root, Walk};
use firsthand_source::secrets::{is_secret_path, redact};
use firsthand_source::{LineIndex, RepoPath, folder, join_path};

use crate::find::{Citation, CitationStyle};
use crate::quote::NonBlankLines;

/// Larger files, documents and cited ones, are not read.
const MAX_FILE_BYTES: u64 = 4 << 20;
const MARKDOWN_EXTENSIONS: &[&str] = &[".md", ".markdown", ".mdx"];

/// Why there are no documents.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DocumentsError {
    /// There is nothing at the path.
    #[error("{} does not exist", .0.display())]
    Missing(PathBuf),
    /// The path is not below the root, or not UTF-8.
    #[error("{} is not below the root", .0.display())]
    Outside(PathBuf),
}

/// The documents at a path: the file itself, whatever its extension, or the Markdown files below a folder that are
/// neither hidden nor ignored by git.
///
/// # Errors
/// A [`DocumentsError`] where there is nothing, or where it is not below the root.
pub fn documents(root: &Path, location: &Path) -> Result<Vec<RepoPath>, DocumentsError> {
    let real = |path: &Path| {
        path.canonicalize()
            .map_err(|_| DocumentsError::Missing(path.to_owned()))
    };
    let (root, path) = (real(root)?, real(location)?);
    let outside = || DocumentsError::Outside(location.to_owned());
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
    let is_document = |path: &RepoPath| {
        let name = path.as_str().to_ascii_lowercase();
        path.as_str().starts_with(&folder)
            && MARKDOWN_EXTENSIONS
                .iter()
                .any(|extension| name.ends_with(extension))
    };
    Ok(files.filter(is_document).collect())
}

/// The files below a root that are neither hidden nor ignored by git.
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

/// The present content of a cited file.
#[derive(Debug)]
pub(crate) struct CitedFile {
    pub(crate) line_count: u32,
    pub(crate) lines: NonBlankLines,
}

/// The tree below a root. Each cited file is read once.
pub(crate) struct Tree {
    root: Root,
    files: Inventory,
    folders: BTreeSet<String>,
    extensions: BTreeSet<String>,
    cited_files: BTreeMap<RepoPath, Result<CitedFile, ReadError>>,
}

impl Tree {
    pub(crate) fn open(root: &Path) -> Self {
        let files = inventory(root);
        let paths = || files.files.iter().map(|entry| entry.path.as_str());
        let folders = paths().flat_map(|path| {
            let slashes = path.match_indices('/').map(|(at, _)| at);
            slashes.map(|at| path[..at].to_owned())
        });
        let extensions = paths().filter_map(|path| Some(path.rsplit_once('.')?.1.to_owned()));
        Self {
            root: Root::open(root),
            folders: folders.collect(),
            extensions: extensions
                .filter(|extension| !extension.contains('/'))
                .collect(),
            cited_files: BTreeMap::new(),
            files,
        }
    }

    /// The text of a document.
    pub(crate) fn document(&self, path: &RepoPath) -> Result<String, ReadError> {
        let bytes = self.root.read(path.as_str(), MAX_FILE_BYTES)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The files that a citation may refer to: the file at its path, relative to the root or to the document's folder;
    /// else all files whose paths end with it; else none, if it is likely a citation of a file that no longer exists.
    /// `None` if the text is likely no citation of this tree.
    pub(crate) fn candidates(
        &mut self,
        document: &RepoPath,
        citation: &Citation,
    ) -> Option<Vec<RepoPath>> {
        let inside_root = |folder: &str, path: &str| {
            join_path(folder, path).and_then(|path| RepoPath::new(&path).ok())
        };
        let relative = citation.path.starts_with("./") || citation.path.starts_with("../");
        let from_root = match citation.path.strip_prefix('/') {
            Some(inner) => inside_root("", inner),
            None if relative => None,
            None => inside_root("", &citation.path),
        };
        let from_folder = match citation.path.starts_with('/') {
            true => None,
            false => inside_root(folder(document.as_str()), &citation.path),
        };
        let exact = match citation.style {
            CitationStyle::Link => [from_folder, from_root],
            CitationStyle::Text | CitationStyle::Code => [from_root, from_folder],
        };
        let exact: Vec<RepoPath> = exact.into_iter().flatten().collect();
        for path in &exact {
            if !matches!(
                self.cited(path),
                Err(ReadError::Missing | ReadError::Folder)
            ) {
                return Some(vec![path.clone()]);
            }
        }
        let suffix = format!("/{}", citation.path.trim_start_matches("./"));
        let with_suffix = self.files.files.iter().map(|entry| &entry.path);
        let with_suffix: Vec<RepoPath> = with_suffix
            .filter(|path| !relative && path.as_str().ends_with(&suffix))
            .cloned()
            .collect();
        match with_suffix.is_empty() {
            false => Some(with_suffix),
            true => self.is_likely_citation(citation, &exact).then(Vec::new),
        }
    }

    /// Whether the text likely cites a file of this tree although the file does not exist: it is a link, its path
    /// begins with an existing folder, or it is a bare name in a code span with an extension that files of this tree
    /// have.
    fn is_likely_citation(&self, citation: &Citation, paths: &[RepoPath]) -> bool {
        let name = citation.path.rsplit('/').next().unwrap_or_default();
        let Some((stem, extension)) = name.rsplit_once('.') else {
            return citation.style == CitationStyle::Link;
        };
        let has_known_extension = self.extensions.contains(extension) && !stem.is_empty();
        let in_folder = paths.iter().any(|path| {
            let above = path
                .as_str()
                .match_indices('/')
                .map(|(at, _)| &path.as_str()[..at]);
            above
                .into_iter()
                .any(|folder| self.folders.contains(folder))
        });
        match citation.style {
            CitationStyle::Link => true,
            _ if citation.path.contains('/') => in_folder && !extension.is_empty(),
            CitationStyle::Code => has_known_extension,
            CitationStyle::Text => false,
        }
    }

    /// The present content of a cited file, or why it is not read.
    pub(crate) fn cited(&mut self, path: &RepoPath) -> &Result<CitedFile, ReadError> {
        let root = &self.root;
        self.cited_files.entry(path.clone()).or_insert_with(|| {
            if is_secret_path(path.as_str()) {
                return Err(ReadError::Denied);
            }
            let bytes = root.read(path.as_str(), MAX_FILE_BYTES)?;
            Ok(CitedFile {
                line_count: LineIndex::of(&bytes).count(),
                lines: NonBlankLines::of(&shown(&bytes)),
            })
        })
    }
}

/// The text of a file as other commands show it: a quote of a secret does not stand in it, whether it is right or wrong.
fn shown(bytes: &[u8]) -> Vec<u8> {
    let lines = LineIndex::of(bytes);
    let (mut out, mut at) = (Vec::with_capacity(bytes.len()), 0);
    for hidden in redact(bytes) {
        let line = lines.bytes(hidden.line, hidden.line);
        out.extend_from_slice(&bytes[at..line.start]);
        out.extend_from_slice(hidden.text.as_bytes());
        at = line.start + lines.line(bytes, hidden.line).len();
    }
    out.extend_from_slice(&bytes[at..]);
    out
}
