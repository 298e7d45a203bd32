//! Changes of files between the observation and the report, and their reversal.

use std::path::Path;

use super::tree::symlink;
use super::{SeededRandom, Tree};
use crate::folder::write_file;

/// How a file changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FileChange {
    /// One of its bytes is changed.
    Byte,
    /// Two lines are inserted at its start.
    Inserted,
    /// It ends earlier.
    Truncated,
    /// It is gone.
    Removed,
    /// It is replaced by a folder.
    Folder,
    /// It is replaced by a symbolic link to the same bytes elsewhere.
    Linked,
    /// Lines are added at its end.
    Grown,
}

impl FileChange {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Byte,
        Self::Inserted,
        Self::Truncated,
        Self::Removed,
        Self::Folder,
        Self::Linked,
        Self::Grown,
    ];

    /// The file's bytes after the change; `None` where it is no regular file any more.
    #[must_use]
    pub fn bytes(self, before: &[u8], rng: &mut SeededRandom) -> Option<Vec<u8>> {
        let mut bytes = before.to_vec();
        match self {
            Self::Byte => {
                let at = rng.below(bytes.len());
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1;
                }
            }
            Self::Inserted => drop(bytes.splice(..0, *b"// new\n// new\n")),
            Self::Truncated => bytes.truncate(rng.below(before.len())),
            Self::Grown => bytes.extend_from_slice(b"\nmore\n"),
            Self::Removed | Self::Folder | Self::Linked => return None,
        }
        Some(bytes)
    }

    /// Changes the file in the folder.
    ///
    /// # Errors
    /// Where the folder cannot be written.
    pub fn apply(
        self,
        tree: &Tree,
        root: &Path,
        path: &str,
        rng: &mut SeededRandom,
    ) -> std::io::Result<()> {
        let before = &tree.files[path];
        if let Some(bytes) = self.bytes(before, rng) {
            return write_file(root, path, &bytes);
        }
        std::fs::remove_file(root.join(path))?;
        match self {
            Self::Folder => std::fs::create_dir(root.join(path)),
            Self::Linked => {
                write_file(root, ".elsewhere", before)?;
                symlink(root, path, &root.join(".elsewhere"))
            }
            _ => Ok(()),
        }
    }

    /// Puts the file back.
    ///
    /// # Errors
    /// Where the folder cannot be written.
    pub fn undo(self, tree: &Tree, root: &Path, path: &str) -> std::io::Result<()> {
        match self {
            Self::Folder => std::fs::remove_dir(root.join(path))?,
            Self::Linked => std::fs::remove_file(root.join(path))?,
            _ => {}
        }
        write_file(root, path, &tree.files[path])
    }
}
