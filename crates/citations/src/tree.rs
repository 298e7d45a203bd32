//! The files that citations cite.

mod search;
mod targets;

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::string::FromUtf8Error;

use firsthand_anchors::FileText;
use firsthand_source::fs::{ReadError, Root, text_of};
use firsthand_source::secrets::is_secret_path;
use firsthand_source::{RepoPath, composed, is_path_char, join_path};

use crate::documents::{Kind, inventory, kind_of};
use crate::find::CitationStyle;

/// Larger files, documents and cited ones, are not read.
const MAX_FILE_BYTES: u64 = 4 << 20;

/// The files that a citation may refer to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// These files.
    Files(Vec<RepoPath>),
    /// A file that likely was once in this tree.
    Missing,
    /// A path that leads out of the root.
    Outside,
    /// An absolute path that may be one of another copy of this tree.
    Another,
}

/// The tree below a root. Each cited file is read once.
pub(crate) struct Tree {
    root: Root,
    /// The root's own path, as it was given and without links.
    roots: Vec<String>,
    files: Vec<RepoPath>,
    /// The indices of the files by their names in composed form.
    by_name: HashMap<String, Vec<usize>>,
    folders: HashSet<String>,
    extensions: HashSet<String>,
    cited_files: HashMap<RepoPath, Result<FileText, ReadError>>,
    /// The bytes of files as they are about to be written, which count rather than those on the disk.
    rewritten: HashMap<RepoPath, Vec<u8>>,
    /// What a path means in a document's folder, by how it is written.
    targets: HashMap<(String, String, CitationStyle), Option<Target>>,
}

impl Tree {
    pub(crate) fn open(root: &Path) -> Self {
        let files: Vec<RepoPath> =
            inventory(root).files.into_iter().map(|entry| entry.path).collect();
        let (mut by_name, mut folders) = (HashMap::<String, Vec<usize>>::new(), HashSet::new());
        let mut extensions = HashSet::new();
        for (index, path) in files.iter().map(RepoPath::as_str).enumerate() {
            let name = path.rsplit('/').next().unwrap_or(path);
            by_name.entry(composed(name).into_owned()).or_default().push(index);
            extensions.extend(name.rsplit_once('.').map(|(_, extension)| extension.to_owned()));
            folders.extend(path.match_indices('/').map(|(at, _)| path[..at].to_owned()));
        }
        Self {
            root: Root::open(root),
            roots: spellings_of(root),
            files,
            by_name,
            folders,
            extensions,
            cited_files: HashMap::new(),
            rewritten: HashMap::new(),
            targets: HashMap::new(),
        }
    }

    /// The same tree with these files as they are about to be written, instead of those of an earlier call.
    pub(crate) fn with_rewritten(mut self, rewritten: HashMap<RepoPath, Vec<u8>>) -> Self {
        let before = std::mem::replace(&mut self.rewritten, rewritten);
        let other = before.keys().chain(self.rewritten.keys());
        other.for_each(|path| drop(self.cited_files.remove(path)));
        self
    }

    /// The bytes of a file.
    pub(crate) fn bytes(&self, path: &RepoPath) -> Result<Vec<u8>, ReadError> {
        match self.rewritten.get(path) {
            Some(bytes) => Ok(bytes.clone()),
            None => self.root.read(path.as_str(), MAX_FILE_BYTES),
        }
    }

    /// The text of a document that can be written again: it is in UTF-8.
    pub(crate) fn rewritable(&self, path: &RepoPath) -> Option<String> {
        let on_disk = || self.root.read_undecoded(path.as_str(), MAX_FILE_BYTES).ok();
        let bytes = self.rewritten.get(path).cloned().or_else(on_disk)?;
        std::str::from_utf8(&bytes).ok()?;
        String::from_utf8(text_of(bytes)).ok()
    }

    /// The text of a document.
    pub(crate) fn document(&self, path: &RepoPath) -> Result<String, ReadError> {
        let lossy = |why: FromUtf8Error| String::from_utf8_lossy(why.as_bytes()).into_owned();
        Ok(String::from_utf8(self.bytes(path)?).unwrap_or_else(lossy))
    }

    /// Whether a path is absolute, not in the root, and a file's: in a folder, or of an extension that files of the tree
    /// have.
    pub(crate) fn is_of_another(&self, path: &str) -> bool {
        let Some(inner) = path.strip_prefix('/') else {
            return false;
        };
        let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
        inner.contains('/') || self.extensions.contains(extension)
    }

    /// Whether a text without lines is likely a path of this tree, be there such a file or not: it has a folder, and an
    /// extension that files of the tree have or a folder of the tree as its first one; or it is the name of a file.
    pub(crate) fn is_path(&self, text: &str) -> bool {
        let is_plain = text.chars().all(|c| is_path_char(c) || "[]()".contains(c));
        if !is_plain || text.contains("//") || text.starts_with(['~', '$', '%', '+']) {
            return false;
        }
        let relative = text.trim_start_matches("./").trim_start_matches("../");
        let Some((folder, _)) = relative.split_once('/').filter(|(first, _)| !first.is_empty())
        else {
            // A hidden file is in no list.
            let is_there = |name: &str| {
                let read = self.root.read(name, MAX_FILE_BYTES);
                !matches!(read, Err(ReadError::Missing | ReadError::Folder))
            };
            let is_hidden = relative.starts_with('.') && is_there(relative);
            return is_hidden || self.by_name.contains_key(relative);
        };
        let name = relative.rsplit('/').next().unwrap_or_default();
        // A number behind the name of a folder can be an arity as well: `test/2`.
        if name.bytes().all(|byte| byte.is_ascii_digit()) && !name.is_empty() {
            return self.has(relative);
        }
        let extension = name.rsplit_once('.').map(|(_, extension)| extension);
        let is_known = extension.is_some_and(|extension| self.extensions.contains(extension));
        is_known || self.folders.contains(folder)
    }

    /// Whether a path, from the root, from the folder `here` or from any folder on, is that of a folder.
    pub(crate) fn is_folder(&self, here: &str, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        let suffix = format!("/{}", path.trim_start_matches("./"));
        let joined = ["", here].map(|folder| join_path(folder, path.trim_start_matches('/')));
        let is_known = |path: &String| path.is_empty() || self.folders.contains(path);
        let ends = |folder: &String| folder.ends_with(&suffix);
        joined.iter().flatten().any(is_known) || self.folders.iter().any(ends)
    }

    /// Whether a link without extension, or with that of a page that is built, leads to a page: a file with any extension.
    pub(crate) fn is_page(&self, here: &str, path: &str) -> bool {
        let path = path.strip_suffix(".html").unwrap_or(path);
        let joined = ["", here].map(|folder| join_path(folder, path));
        let mut stems = joined.iter().flatten().map(|path| format!("{path}."));
        stems.any(|stem| {
            let next = self.files.partition_point(|file| file.as_str() < &*stem);
            self.files.get(next).is_some_and(|file| file.as_str().starts_with(&stem))
        })
    }

    /// The files of this name.
    pub(crate) fn namesakes(&self, name: &str) -> Vec<&RepoPath> {
        let indices = self.by_name.get(&*composed(name)).into_iter().flatten();
        indices.filter_map(|&index| self.files.get(index)).collect()
    }

    /// The extensions of its files.
    pub(crate) fn extensions(&self) -> impl Iterator<Item = &str> {
        self.extensions.iter().map(String::as_str)
    }

    /// Whether the tree has a folder or a file at this path.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.folders.contains(path)
            || self.files.binary_search_by(|file| file.as_str().cmp(path)).is_ok()
    }

    /// The files that are no documents of markup.
    pub(crate) fn sources(&self) -> Vec<RepoPath> {
        let is_source = |path: &&RepoPath| kind_of(path.as_str()) == Kind::Source;
        self.files.iter().filter(is_source).cloned().collect()
    }

    /// The present content of a cited file, or why it is not read.
    pub(crate) fn cited(&mut self, path: &RepoPath) -> &Result<FileText, ReadError> {
        if !self.cited_files.contains_key(path) {
            self.cited_files.insert(path.clone(), self.read_cited(path));
        }
        &self.cited_files[path]
    }

    fn read_cited(&self, path: &RepoPath) -> Result<FileText, ReadError> {
        if is_secret_path(path.as_str()) {
            Err(ReadError::Denied)
        } else {
            Ok(FileText::new(self.bytes(path)?).at(path.as_str()))
        }
    }
}

/// The absolute path of a root as it is given, and without links.
fn spellings_of(root: &Path) -> Vec<String> {
    let absolute = std::path::absolute(root).into_iter().chain(root.canonicalize());
    let spelled = absolute.filter_map(|path| path.to_str().map(|path| path.replace('\\', "/")));
    spelled.map(|path| path.trim_end_matches('/').to_owned()).collect()
}
