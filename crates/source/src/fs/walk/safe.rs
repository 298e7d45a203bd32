//! A walk with safe defaults, for hosts.

use std::path::Path;

use super::Walk;
use crate::RepoPath;
use crate::fs::{Globs, ReadError, Root};
use crate::secrets::is_secret_path;

impl<'a> Walk<'a> {
    /// A walk of what may be opened below a root: files whose names say that they hold secrets are not listed.
    ///
    /// ```
    /// use firsthand_source::RepoPath;
    /// use firsthand_source::fs::{Globs, ReadError, Walk};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let folder = tempfile::tempdir()?;
    /// for name in ["main.rs", ".env", "left-out.rs"] {
    ///     std::fs::write(folder.path().join(name), "text\n")?;
    /// }
    /// let excludes = Globs::excluding(folder.path(), ["left-*"])?;
    /// let walk = Walk::new(folder.path(), &excludes);
    /// let listed = walk.inventory(&|| false).files;
    /// assert_eq!((listed.len(), listed[0].path.as_str()), (1, "main.rs"));
    /// assert_eq!(walk.read(&listed[0].path, 1 << 20), Ok(b"text\n".to_vec()));
    /// assert_eq!(walk.read(&RepoPath::new("left-out.rs")?, 1 << 20), Err(ReadError::Missing));
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn new(root: &'a Path, excludes: &'a Globs) -> Self {
        Self {
            root,
            top: None,
            excludes,
            skip: &is_secret_path,
            threads: 0,
        }
    }

    /// The bytes of a file that the inventory would list now, of at most `limit` bytes.
    ///
    /// # Errors
    /// A [`ReadError`]; [`ReadError::Missing`] for a hidden file, and for what [`Walk::skip`], the excludes or the
    /// ignore files leave out. Such a file is not opened.
    pub fn read(&self, path: &RepoPath, limit: u64) -> Result<Vec<u8>, ReadError> {
        if (self.skip)(path.as_str()) || !self.admits(path) {
            return Err(ReadError::Missing);
        }
        Root::open(self.root).read(path.as_str(), limit)
    }
}
