//! The sandbox: one root folder or several, and the only access to the files below them.

mod errors;

use std::fmt;
use std::io;
use std::sync::Arc;

use firsthand_agent::{Cancel, Policy};
use firsthand_registry::MaskedFile;
use firsthand_source::RepoPath;
use firsthand_source::fs::{self, SourceTree, Survey, Workspace};
use firsthand_source::secrets::{is_secret_path, redact};

use crate::policy::{joined, leaves_out};
use crate::similar_paths::no_root;
pub use errors::{ReadError, ResolveError, RootError};

/// The roots of a question. Files below them can be read, and nothing else.
///
/// A file can be read if a walk of the tree would list it: if it is not hidden, not ignored by git, not
/// excluded, and not a link. Each read checks this again, so a new file can be read at once.
pub struct Sandbox {
    files: SourceTree,
    /// The policy of the host.
    host: Option<Arc<dyn Policy>>,
    /// The globs of files to exclude in all roots, as the host wrote them.
    exclude_globs: Vec<String>,
    max_file_bytes: u64,
}

impl fmt::Debug for Sandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let globs = (&self.files, &self.exclude_globs, self.max_file_bytes);
        f.debug_tuple("Sandbox").field(&globs).finish()
    }
}

impl Sandbox {
    /// Opens the roots. `excludes` are globs of further files to exclude, in `.gitignore` syntax without negation (`!`);
    /// files larger than `max_file_bytes` are not read.
    ///
    /// # Errors
    /// A [`RootError`] where a root is missing, not a folder or unreadable, or a glob is invalid.
    pub fn open(
        roots: impl Into<Workspace>,
        excludes: &[String],
        max_file_bytes: u64,
    ) -> Result<Self, RootError> {
        let given = roots.into();
        let resolved = given.resolved();
        let real = resolved.map_err(|(folder, source)| RootError::of(folder, source))?;
        for (root, given) in real.roots().iter().zip(given.roots()) {
            let listed = fs::try_list(&root.folder);
            listed.map_err(|source| RootError::of(given.folder.clone(), source))?;
        }
        let files = SourceTree::new(real, excludes)
            .map_err(|error| RootError::Exclude { glob: error.glob, reason: error.reason })?;
        Ok(Self { files, host: None, exclude_globs: excludes.to_vec(), max_file_bytes })
    }

    /// The same roots under a policy of the host: without the files that it refuses.
    pub(crate) fn under(self, host: Arc<dyn Policy>) -> Self {
        let files = self.files.without(&leaves_out(Arc::clone(&host)));
        Self { files, host: Some(host), ..self }
    }

    /// A file without its secrets, and without what the policy of the host hides in it.
    #[must_use]
    pub fn masked(&self, path: &RepoPath, bytes: Arc<Vec<u8>>) -> MaskedFile {
        let Some(host) = &self.host else {
            return MaskedFile::new(path.clone(), bytes);
        };
        let redacted = joined(redact(&bytes), host.redact(path, &bytes));
        MaskedFile::with_redacted(path.clone(), bytes, redacted)
    }

    /// The policy of the host.
    pub(crate) fn host(&self) -> Option<&Arc<dyn Policy>> {
        self.host.as_ref()
    }

    /// The roots, absolute and without links.
    #[must_use]
    pub fn workspace(&self) -> &Workspace {
        self.files.workspace()
    }

    /// The largest file that is read, in bytes.
    #[must_use]
    pub fn max_file_bytes(&self) -> u64 {
        self.max_file_bytes
    }

    /// Parses a path that a model wrote. The file need not exist.
    ///
    /// # Errors
    /// A [`ResolveError`] if it is not a relative path inside the root, or contains a link.
    pub fn resolve(&self, text: &str) -> Result<RepoPath, ResolveError> {
        // The white space around a path is removed, unless a file has exactly that name.
        let exact = RepoPath::new(text).ok();
        let on_disk = |path: &RepoPath| self.workspace().on_disk(path.as_str());
        let exists =
            |path: &RepoPath| on_disk(path).is_some_and(|at| at.symlink_metadata().is_ok());
        let path = match exact.filter(exists) {
            Some(path) => self.in_package(&path).unwrap_or(path),
            None => RepoPath::new(&self.workspace().inside(text.trim()))?,
        };
        match self.link_in(&path) {
            Some(error) => Err(error),
            None => Ok(path),
        }
    }

    /// Where a path begins with the name of a root that is not here: a sentence that says so, and with what paths begin.
    #[must_use]
    pub fn no_root(&self, path: &str) -> Option<String> {
        no_root(path, self.workspace())
    }

    /// The path, in the root of an installed package, of what a path in a root around that leads to.
    fn in_package(&self, path: &RepoPath) -> Option<RepoPath> {
        let is_there = |path: &RepoPath| !self.files.leaves_out(path.as_str());
        let on_disk = self.workspace().on_disk(path.as_str()).filter(|_| !is_there(path))?;
        self.workspace().path_of(&on_disk).filter(is_there)
    }

    /// Whether the host's globs exclude the path, or a folder that contains it, or its policy refuses it. Opens no file.
    #[must_use]
    pub fn excludes(&self, path: &RepoPath) -> bool {
        self.files.leaves_out(path.as_str())
    }

    /// The host's globs of excluded files.
    pub(crate) fn exclude_globs(&self) -> &[String] {
        &self.exclude_globs
    }

    /// The text of a file that a walk of the tree would list now, as [`fs::text_of`] has it.
    ///
    /// # Errors
    /// A [`ReadError`] with the reason why the file is not read.
    pub fn read(&self, path: &RepoPath) -> Result<Vec<u8>, ReadError> {
        if is_secret_path(path.as_str()) {
            return Err(ReadError::Secret(path.clone()));
        }
        if let Some(error) = self.link_in(path) {
            return Err(ReadError::Link(error));
        }
        let read = || self.read_text(path).map_err(|why| self.read_error(path, why));
        if self.lists(path) {
            return read();
        }
        // A path without a regular file is not listed either; it has a more exact reason than `Ignored`.
        let ignored = ReadError::Ignored(path.clone());
        let on_disk = self.workspace().on_disk(path.as_str());
        match on_disk.map(std::fs::symlink_metadata) {
            Some(Ok(metadata)) if metadata.is_file() => Err(ignored),
            _ => read().and(Err(ignored)),
        }
    }

    /// As [`Sandbox::read`], for a file that was read before; `None` where it is gone, or must not be read any more.
    ///
    /// # Errors
    /// The file exists, and the system returned an error.
    pub fn present_bytes(&self, path: &RepoPath) -> io::Result<Option<Vec<u8>>> {
        match self.read(path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(ReadError::Unreadable { why, .. }) if why.may_pass() => Err(io::Error::other(why)),
            Err(_) => Ok(None),
        }
    }

    /// Whether a walk of the tree would list the file or the folder now. Reads only the folders on its path.
    pub(crate) fn lists(&self, path: &RepoPath) -> bool {
        self.files.admits(path)
    }

    /// Every file that may be read now, and what else is in the tree.
    pub(crate) fn survey(&self, cancel: &Cancel) -> Survey {
        self.files.survey(&|| cancel.is_cancelled())
    }

    /// The text of a file that a walk has just listed.
    ///
    /// # Errors
    /// A [`fs::ReadError`] with the reason why it is not read.
    pub(crate) fn read_text(&self, path: &RepoPath) -> Result<Vec<u8>, fs::ReadError> {
        self.files.reader().read(path.as_str(), self.max_file_bytes)
    }

    /// As [`Sandbox::read_text`], in its own encoding, and also of a file that is too large for other searches.
    ///
    /// # Errors
    /// As [`Sandbox::read_text`].
    pub(crate) fn read_large(&self, path: &RepoPath) -> Result<Vec<u8>, fs::ReadError> {
        let limit = self.max_file_bytes.max(fs::MAX_LARGE_BYTES);
        self.files.reader().read_undecoded(path.as_str(), limit)
    }

    /// As [`Sandbox::read_large`], text or not.
    ///
    /// # Errors
    /// A [`fs::ReadError`]; never [`fs::ReadError::Binary`], [`fs::ReadError::Nul`] or [`fs::ReadError::Utf16`].
    pub(crate) fn read_raw(&self, path: &RepoPath) -> Result<Vec<u8>, fs::ReadError> {
        self.files.reader().read_raw(path.as_str(), self.max_file_bytes.max(fs::MAX_LARGE_BYTES))
    }

    /// Why a file was not read, for the model.
    fn read_error(&self, path: &RepoPath, why: fs::ReadError) -> ReadError {
        let path = path.clone();
        match why {
            fs::ReadError::Missing => ReadError::Missing(path),
            fs::ReadError::Link => match self.link_in(&path) {
                Some(link) => ReadError::Link(link),
                None => ReadError::Unreadable { path, why },
            },
            why => ReadError::Unreadable { path, why },
        }
    }

    /// The error for the first link in the path, if it contains one.
    fn link_in(&self, path: &RepoPath) -> Option<ResolveError> {
        let (root, relative) = self.workspace().locate(path.as_str())?;
        let root = &self.workspace().roots()[root];
        let mut full = root.folder.clone();
        for part in relative.split('/') {
            full.push(part);
            let metadata = std::fs::symlink_metadata(&full).ok()?;
            if metadata.is_symlink() {
                let link = self.workspace().path_of(&full)?;
                let real = root.folder.join(relative).canonicalize().ok();
                let inside = real.and_then(|real| self.workspace().path_of(&real));
                return Some(ResolveError::Link { link, inside });
            }
        }
        None
    }
}
