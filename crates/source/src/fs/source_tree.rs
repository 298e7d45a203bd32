//! The files of a workspace that may be listed and read.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::read::{ReadError, Root};
use super::walk::{FileEntry, Inventory, Survey, Walk};
use super::workspace::{Workspace, WorkspaceRoot};
use super::{GlobError, Globs, LeavesOut};
use crate::secrets::is_secret_path;
use crate::{NotSearched, RepoPath};

/// A workspace with the globs of files that are left out. Every other file is listed and read as a [`Walk`] of its root
/// says. No file is opened before it is read.
#[derive(Clone, Debug)]
pub struct SourceTree {
    workspace: Workspace,
    /// For each root, the globs of the caller and those of the root.
    excludes: Vec<Globs>,
    /// For each root, the installed packages that lie in it: their folders in it, and which roots they are.
    packages: Vec<Vec<(PathBuf, usize)>>,
}

/// Whether the file at a path is refused: see [`Walk::skip`].
pub type Skip<'a> = &'a (dyn Fn(&str) -> bool + Sync);

impl SourceTree {
    /// A workspace and globs of files to leave out in all its roots.
    ///
    /// # Errors
    /// A [`GlobError`] for the first glob, also of a root, that is not accepted.
    pub fn new(workspace: Workspace, excludes: &[String]) -> Result<Self, GlobError> {
        let globs = |root: &WorkspaceRoot| {
            let all = excludes.iter().chain(&root.excludes);
            Globs::excluding(&root.folder, all.map(String::as_str))
        };
        let excludes: Result<_, _> = workspace.roots().iter().map(globs).collect();
        let real = |root: &WorkspaceRoot| root.folder.canonicalize().ok();
        let folders: Vec<Option<PathBuf>> = workspace.roots().iter().map(real).collect();
        let packages_in = |root: &Option<PathBuf>| {
            let installed = workspace.roots().iter().zip(&folders).enumerate();
            let installed = installed.filter(|(_, (package, _))| package.installed);
            let below = installed.filter_map(|(at, (_, folder))| {
                let below = folder.as_ref()?.strip_prefix(root.as_ref()?).ok()?;
                (!below.as_os_str().is_empty()).then(|| (below.to_owned(), at))
            });
            below.collect()
        };
        let packages = folders.iter().map(packages_in).collect();
        Ok(Self { excludes: excludes?, packages, workspace })
    }

    /// The same files, without those that a host leaves out beside the globs: as if they were excluded.
    #[must_use]
    pub fn without(self, refused: &LeavesOut) -> Self {
        let roots = self.workspace.roots().iter().zip(self.excludes);
        let beside = |(root, globs): (&WorkspaceRoot, Globs)| {
            globs.beside(root.prefix(), Arc::clone(refused))
        };
        Self { excludes: roots.map(beside).collect(), ..self }
    }

    /// The roots.
    #[must_use]
    pub fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// Whether the globs leave out the file, or a folder that contains it, or the file is one of an installed package that
    /// is a root of its own. Opens no file.
    #[must_use]
    pub fn leaves_out(&self, path: &str) -> bool {
        let located = self.workspace.locate(path);
        located.is_none_or(|(root, path)| {
            self.excludes[root].leave_out(path) || self.is_of_package(root, path)
        })
    }

    /// Whether a path in a root is that of a file which a package has, whose root lies in this one: it is listed there.
    fn is_of_package(&self, root: usize, path: &str) -> bool {
        self.packages[root].iter().any(|(folder, package)| {
            let below = Path::new(path).strip_prefix(folder).ok().and_then(Path::to_str);
            below.is_some_and(|path| !path.is_empty() && !self.excludes[*package].leave_out(path))
        })
    }

    /// Lists the files now. If `stop` returns true, the result is what was found until then.
    #[must_use]
    pub fn inventory(
        &self,
        skip: Skip<'_>,
        threads: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Inventory {
        let mut all = Inventory::default();
        for (root, walk) in self.walks(skip, threads).enumerate() {
            let Inventory { mut files, skipped, not_listed } = walk.inventory(stop);
            self.keep_own(root, &mut files);
            all.files.append(&mut files);
            all.skipped.add(&skipped);
            all.not_listed = NotSearched::joined(all.not_listed, not_listed);
        }
        all.files.sort_unstable();
        all
    }

    /// Whether no root has a file now. Enters folders only until one is found.
    #[must_use]
    pub fn is_empty(&self, skip: Skip<'_>) -> bool {
        self.walks(skip, 1).all(|walk| walk.is_empty())
    }

    /// Lists the files now, and names what is not listed. Files with secrets by their names are left out.
    #[must_use]
    pub fn survey(&self, stop: &(dyn Fn() -> bool + Sync)) -> Survey {
        let mut all = Survey::default();
        for (root, walk) in self.walks(&is_secret_path, 0).enumerate() {
            let mut one = walk.survey(stop);
            self.keep_own(root, &mut one.files);
            all.files.append(&mut one.files);
            all.left_out.append(&mut one.left_out);
            all.stopped |= one.stopped;
        }
        all.files.sort_unstable();
        all.left_out.sort_unstable();
        all
    }

    /// Whether the path exists and would be listed: see [`Walk::admits`].
    #[must_use]
    pub fn admits(&self, path: &RepoPath) -> bool {
        let Some((root, relative)) = self.workspace.locate(path.as_str()) else {
            return false;
        };
        let relative = RepoPath::new(relative).ok();
        let relative = relative.filter(|path| !self.is_of_package(root, path.as_str()));
        relative.is_some_and(|path| self.walk(root, "", &|_| false, 1).admits(&path))
    }

    /// Opens the roots, to read files in them.
    #[must_use]
    pub fn reader(&self) -> TreeReader {
        let roots = self.workspace.roots().iter();
        TreeReader {
            workspace: self.workspace.clone(),
            roots: roots.map(|root| Root::open(&root.folder)).collect(),
        }
    }

    /// Drops the files of a root without a name whose paths are those of a named root, and those of packages in the root
    /// that are roots themselves.
    fn keep_own(&self, root: usize, files: &mut Vec<FileEntry>) {
        if self.workspace.roots().len() > 1 {
            let is_own = |path: &str| {
                let located = self.workspace.locate(path).filter(|(own, _)| *own == root);
                located.is_some_and(|(_, path)| !self.is_of_package(root, path))
            };
            files.retain(|file| is_own(file.path.as_str()));
        }
    }

    /// One walk for each root.
    fn walks<'w>(&'w self, skip: Skip<'w>, threads: usize) -> impl Iterator<Item = Walk<'w>> {
        let roots = self.workspace.roots().iter().enumerate();
        roots.map(move |(index, root)| self.walk(index, root.prefix(), skip, threads))
    }

    fn walk<'w>(
        &'w self,
        root: usize,
        prefix: impl Into<String>,
        skip: Skip<'w>,
        threads: usize,
    ) -> Walk<'w> {
        let folder = &self.workspace.roots()[root].folder;
        let is_installed = self.workspace.roots()[root].installed;
        Walk {
            prefix: prefix.into(),
            is_installed,
            skip,
            threads,
            ..Walk::new(folder, &self.excludes[root])
        }
    }
}

/// The opened roots of a workspace. See [`Root`] for what reading checks; whether a file would be listed is not checked.
#[derive(Debug)]
pub struct TreeReader {
    workspace: Workspace,
    roots: Vec<Root>,
}

impl TreeReader {
    /// See [`Root::read`].
    ///
    /// # Errors
    /// A [`ReadError`]; [`ReadError::Missing`] if the path names no root of several.
    pub fn read(&self, path: &str, limit: u64) -> Result<Vec<u8>, ReadError> {
        let (root, path) = self.locate(path)?;
        root.read(path, limit)
    }

    /// See [`Root::read_undecoded`].
    ///
    /// # Errors
    /// As [`TreeReader::read`].
    pub fn read_undecoded(&self, path: &str, limit: u64) -> Result<Vec<u8>, ReadError> {
        let (root, path) = self.locate(path)?;
        root.read_undecoded(path, limit)
    }

    /// See [`Root::read_raw`].
    ///
    /// # Errors
    /// As [`TreeReader::read`].
    pub fn read_raw(&self, path: &str, limit: u64) -> Result<Vec<u8>, ReadError> {
        let (root, path) = self.locate(path)?;
        root.read_raw(path, limit)
    }

    /// See [`Root::read_into`].
    ///
    /// # Errors
    /// As [`TreeReader::read`].
    pub fn read_into(&self, path: &str, limit: u64, bytes: &mut Vec<u8>) -> Result<(), ReadError> {
        let (root, path) = self.locate(path)?;
        root.read_into(path, limit, bytes)
    }

    fn locate<'p>(&self, path: &'p str) -> Result<(&Root, &'p str), ReadError> {
        let (root, path) = self.workspace.locate(path).ok_or(ReadError::Missing)?;
        Ok((&self.roots[root], path))
    }
}
