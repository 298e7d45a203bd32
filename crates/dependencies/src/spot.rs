//! Where a package may be on disk.

use std::path::PathBuf;

use firsthand_source::RepoPath;
use firsthand_source::fs::{ReadError, Root, names_in};

use crate::{NotInstalled, Package};

/// The largest lock file or manifest that is read, in bytes.
const MAX_TEXT_BYTES: u64 = 64 << 20;

/// A path below a folder in which a tool puts packages, or below the repository. Lock files and links are the
/// repository's, so nothing that they name leads out of that folder: there nothing is read.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    base: PathBuf,
    pub(crate) path: RepoPath,
}

impl Spot {
    /// `None` if the text is no path below a folder.
    pub(crate) fn new(base: impl Into<PathBuf>, path: &str) -> Option<Self> {
        Some(Self { base: base.into(), path: RepoPath::new(path).ok()? })
    }

    /// What is at a path below this one.
    pub(crate) fn below(&self, path: &str) -> Option<Self> {
        Self::new(&self.base, &format!("{}/{path}", self.path))
    }

    pub(crate) fn folder(&self) -> PathBuf {
        self.base.join(&self.path)
    }

    /// The folder if it exists and no link leads out of the base.
    pub(crate) fn found(&self) -> Option<PathBuf> {
        let (base, path) = self.real()?;
        base.join(path).is_dir().then(|| self.folder())
    }

    /// Whether something is here that a link leads to, and it is outside of the base.
    pub(crate) fn leads_out(&self) -> bool {
        self.folder().exists() && self.real().is_none()
    }

    /// Whether this is a file, and no link leads out of the base.
    pub(crate) fn is_file(&self) -> bool {
        self.real().is_some_and(|(base, path)| base.join(path).is_file())
    }

    /// The text of a file; `None` if it is missing or no text, or a link leads out of the base.
    pub(crate) fn text(&self) -> Option<String> {
        String::from_utf8(self.bytes(MAX_TEXT_BYTES).ok()?).ok()
    }

    /// The bytes of a file.
    ///
    /// # Errors
    /// A [`ReadError`]; [`ReadError::Missing`] also if a link leads out of the base.
    pub(crate) fn bytes(&self, limit: u64) -> Result<Vec<u8>, ReadError> {
        let (base, path) = self.real().ok_or(ReadError::Missing)?;
        Root::open(&base).read_raw(path.to_str().ok_or(ReadError::Missing)?, limit)
    }

    /// The names in a folder, sorted; none if a link leads out of the base.
    pub(crate) fn names(&self) -> Vec<String> {
        self.real().map(|(base, path)| names_in(&base.join(path))).unwrap_or_default()
    }

    /// The base and the path in it, both without links, if it exists and no link leads out of the base.
    fn real(&self) -> Option<(PathBuf, PathBuf)> {
        let base = self.base.canonicalize().ok()?;
        let path = self.folder().canonicalize().ok()?.strip_prefix(&base).ok()?.to_owned();
        Some((base, path))
    }
}

/// The package at the first of these spots that exists.
pub(crate) fn at_first_of(
    name: &str,
    version: &str,
    spots: &[Spot],
) -> Result<Package, NotInstalled> {
    let mut found = spots.iter().filter_map(Spot::found);
    match found.next() {
        Some(folder) => Ok(Package::new(name, version, folder)),
        None => Err(NotInstalled::missing(name, version, spots)),
    }
}
