//! The roots of a question: one folder, or several with names.

mod name;
mod text;

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::RepoPath;
pub use name::{RootName, WorkspaceError};

/// What stands between the name of a root and a path in it. It ends like a folder, so that no relative path (`..`)
/// leads from one root to another, and no file of a single root is taken for one of a named root.
const SEPARATOR: &str = ":/";

/// The roots of a question. A single root has no name, and a path in it is that of the file. Of several roots each has
/// a name, and every path begins with it: `web:/src/api.ts`. Installed packages have names and can stand beside a root
/// without one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Workspace(Arc<[WorkspaceRoot]>);

/// One root of a [`Workspace`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct WorkspaceRoot {
    /// Its name; `None` for a single root.
    pub name: Option<RootName>,
    /// Its folder.
    pub folder: PathBuf,
    /// Globs of files that are left out in this root alone, in `.gitignore` syntax without negation.
    pub excludes: Vec<String>,
    /// Whether it is an installed package and no repository: ignore files above it, settings in it and the history around
    /// it do not count.
    pub installed: bool,
    /// What every path in it begins with.
    prefix: String,
}

impl WorkspaceRoot {
    /// A root without a name.
    fn unnamed(folder: impl Into<PathBuf>) -> Self {
        Self {
            name: None,
            folder: folder.into(),
            excludes: Vec::new(),
            installed: false,
            prefix: String::new(),
        }
    }

    /// A named root.
    #[must_use]
    pub fn named(name: RootName, folder: impl Into<PathBuf>) -> Self {
        Self { prefix: format!("{name}{SEPARATOR}"), name: Some(name), ..Self::unnamed(folder) }
    }

    /// An installed package, or a folder `below` of one. What it has installed for itself is left out.
    #[must_use]
    pub fn installed(name: RootName, folder: impl Into<PathBuf>, below: Option<&RepoPath>) -> Self {
        let mut root = Self::named(name, folder);
        if let Some(below) = below {
            root.prefix += &format!("{}/", below.as_str());
        }
        root.excludes.push("node_modules/".to_owned());
        root.installed = true;
        root
    }

    /// Whether a root is called so: by its name, or without one as its folder is.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        match &self.name {
            Some(own) => own.as_str() == name,
            None => RootName::of_folder(&self.folder).is_some_and(|own| own.as_str() == name),
        }
    }

    /// What every path in this root begins with; empty for a root without a name.
    #[must_use]
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// A path of the workspace as one in this root; `None` if it is in another root.
    #[must_use]
    pub fn relative<'p>(&self, path: &'p str) -> Option<&'p str> {
        let relative = path.strip_prefix(&self.prefix);
        relative.filter(|path| !path.is_empty())
    }
}

impl Workspace {
    /// One root without a name.
    #[must_use]
    pub fn single(folder: impl Into<PathBuf>) -> Self {
        Self(Arc::new([WorkspaceRoot::unnamed(folder)]))
    }

    /// Named roots; one alone has its name, too.
    ///
    /// # Errors
    /// A [`WorkspaceError`] if there is none, two have one name, or one lies in another.
    pub fn of(
        roots: impl IntoIterator<Item = (RootName, PathBuf)>,
    ) -> Result<Self, WorkspaceError> {
        let roots = roots.into_iter();
        let roots: Vec<_> =
            roots.map(|(name, folder)| WorkspaceRoot::named(name, folder)).collect();
        let real: Vec<PathBuf> = roots.iter().map(|root| real_folder(&root.folder)).collect();
        for (at, inner) in roots.iter().enumerate() {
            for (other, outer) in roots.iter().enumerate().filter(|(other, _)| *other != at) {
                let is_inside = real[at].starts_with(&real[other]);
                if is_inside && let (Some(inner), Some(outer)) = (&inner.name, &outer.name) {
                    let (inner, outer) = (inner.clone(), outer.clone());
                    return Err(WorkspaceError::Nested { inner, outer });
                }
            }
        }
        Self::of_roots(roots)
    }

    /// The same roots, and installed packages beside them.
    ///
    /// # Errors
    /// [`WorkspaceError::SameName`] if the paths of one could be those of another.
    pub fn with_installed(
        &self,
        packages: impl IntoIterator<Item = WorkspaceRoot>,
    ) -> Result<Self, WorkspaceError> {
        Self::of_roots(self.0.iter().cloned().chain(packages).collect())
    }

    fn of_roots(roots: Vec<WorkspaceRoot>) -> Result<Self, WorkspaceError> {
        for (at, root) in roots.iter().enumerate() {
            let holds = |other: &WorkspaceRoot| {
                let is_named = other.name.is_some();
                let (one, other) = (&root.prefix, &other.prefix);
                is_named && (one.starts_with(other.as_str()) || other.starts_with(one.as_str()))
            };
            if let Some(name) = root.name.as_ref().filter(|_| roots[..at].iter().any(holds)) {
                return Err(WorkspaceError::SameName(name.clone()));
            }
        }
        if roots.is_empty() { Err(WorkspaceError::Empty) } else { Ok(Self(roots.into())) }
    }

    /// The same roots, in each of which further globs are left out.
    #[must_use]
    pub fn excluding(&self, mut globs: impl FnMut(&WorkspaceRoot) -> Vec<String>) -> Self {
        let roots = self.0.iter().map(|root| {
            let mut root = root.clone();
            let further = globs(&root);
            root.excludes.extend(further);
            root
        });
        Self(roots.collect())
    }

    /// The roots, in the order in which they were named.
    #[must_use]
    pub fn roots(&self) -> &[WorkspaceRoot] {
        &self.0
    }

    /// The folder of the root without a name; `None` if all have one.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        let mut roots = self.0.iter();
        let root = roots.find(|root| root.name.is_none())?;
        Some(&root.folder)
    }

    /// The index of the root of a path, and the path in it; `None` if the path names no root of several.
    #[must_use]
    pub fn locate<'p>(&self, path: &'p str) -> Option<(usize, &'p str)> {
        let in_root = |(index, root): (usize, &WorkspaceRoot)| Some((index, root.relative(path)?));
        let roots = || self.0.iter().enumerate();
        // Every path could be one of a root without a name.
        let mut named = roots().filter(|(_, root)| root.name.is_some());
        let mut unnamed = roots().filter(|(_, root)| root.name.is_none());
        named.find_map(in_root).or_else(|| unnamed.find_map(in_root))
    }

    /// The name of the root that a path begins with, if that is none of these; `""` for a path without one where all of
    /// these have names.
    #[must_use]
    pub fn missing_root<'p>(&self, path: &'p str) -> Option<&'p str> {
        let named = path.split_once(SEPARATOR).filter(|(name, _)| RootName::new(name).is_ok());
        let Some((name, _)) = named else {
            return self.folder().is_none().then_some("");
        };
        let is_given = |root: &WorkspaceRoot| match &root.name {
            Some(own) => own.as_str() == name,
            None => root.folder.join(format!("{name}:")).is_dir(),
        };
        (!self.0.iter().any(is_given)).then_some(name)
    }

    /// Where a file is on disk, whether or not it exists; `None` if the path names no root of several.
    #[must_use]
    pub fn on_disk(&self, path: &str) -> Option<PathBuf> {
        let (root, relative) = self.locate(path)?;
        Some(self.0[root].folder.join(relative))
    }

    /// The path of a file or folder on disk; `None` if it is in no root, is a root itself or has no [`RepoPath`].
    /// Compares the folders as they were given.
    #[must_use]
    pub fn path_of(&self, on_disk: &Path) -> Option<RepoPath> {
        let root = self.innermost(|root| on_disk.starts_with(&root.folder))?;
        let relative = on_disk.strip_prefix(&root.folder).ok()?;
        let parts: Option<Vec<&str>> = relative.iter().map(|part| part.to_str()).collect();
        let parts = parts?.join("/");
        let is_root = parts.is_empty();
        RepoPath::new(&format!("{}{parts}", root.prefix())).ok().filter(|_| !is_root)
    }

    /// A path or glob as a person writes it, as one of the workspace: absolute below a root, or the name of a root,
    /// `:` and the path in it (`web:src/api.ts`); a root without a name is called as its folder is. Any other text is
    /// returned unchanged.
    #[must_use]
    pub fn inside<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let below = |root: &WorkspaceRoot| {
            let below = text.strip_prefix(&*root.folder.to_string_lossy())?;
            let is_below = below.is_empty() || below.starts_with('/');
            is_below.then(|| below.trim_start_matches('/'))
        };
        if let Some(root) = self.innermost(|root| below(root).is_some()) {
            let below = below(root).unwrap_or_default();
            return match &root.name {
                Some(_) => Cow::Owned(format!("{}{below}", root.prefix())),
                None => Cow::Borrowed(below),
            };
        }
        let Some((name, path)) = text.split_once(':') else {
            return Cow::Borrowed(text);
        };
        match self.0.iter().find(|root| root.is_called(name)) {
            Some(root) if root.name.is_none() => Cow::Borrowed(path.trim_start_matches('/')),
            Some(_) if !path.starts_with('/') => Cow::Owned(format!("{name}{SEPARATOR}{path}")),
            _ => Cow::Borrowed(text),
        }
    }

    /// Of the roots for which this holds, the one whose folder is deepest.
    fn innermost(&self, holds: impl Fn(&WorkspaceRoot) -> bool) -> Option<&WorkspaceRoot> {
        let all = self.0.iter().filter(|root| holds(root));
        all.max_by_key(|root| root.folder.components().count())
    }

    /// Bytes that are the same for the same roots with the same excludes alone.
    #[must_use]
    pub fn key(&self) -> Vec<u8> {
        let mut key = Vec::new();
        let mut push = |part: &[u8]| {
            key.extend_from_slice(&(part.len() as u64).to_le_bytes());
            key.extend_from_slice(part);
        };
        for root in &*self.0 {
            push(root.prefix().as_bytes());
            push(root.folder.as_os_str().as_encoded_bytes());
            push(root.excludes.join("\n").as_bytes());
        }
        key
    }

    /// The same roots with their folders absolute and without links.
    ///
    /// # Errors
    /// The system's error for the first folder that cannot be resolved, with the folder.
    pub fn resolved(&self) -> Result<Self, (PathBuf, std::io::Error)> {
        let resolve = |root: &WorkspaceRoot| match root.folder.canonicalize() {
            Ok(folder) => Ok(WorkspaceRoot { folder, ..root.clone() }),
            Err(error) => Err((root.folder.clone(), error)),
        };
        let roots: Result<Vec<_>, _> = self.0.iter().map(resolve).collect();
        Ok(Self(roots?.into()))
    }
}

fn real_folder(folder: &Path) -> PathBuf {
    let real = folder.canonicalize();
    real.unwrap_or_else(|_| folder.to_owned())
}

#[cfg(test)]
mod tests;
