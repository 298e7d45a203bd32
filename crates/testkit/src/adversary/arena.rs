//! A repository in a temporary folder, and conversations about it, shared by several attempts; and the changes of its
//! files between the observation and the report.

use std::path::Path;

use firsthand_registry::RepoPath;
use firsthand_source::wire_names;
use tempfile::TempDir;

use super::tree::symlink;
use super::{SeededRandom, Session, Tree};
use crate::folder::write_file;
use crate::oracle::read_regular;

/// The number of consecutive attempts with the same repository.
pub const ATTEMPTS_PER_ARENA: u64 = 40;

/// A repository, its folder, and two conversations about it.
pub struct Arena {
    /// The repository.
    pub tree: Tree,
    /// The conversation whose report is attacked.
    pub session: Session,
    /// Another conversation about the same repository.
    pub other_session: Session,
    folder: TempDir,
}

impl Arena {
    /// The arena of an attempt.
    ///
    /// # Panics
    /// Where its folder cannot be written.
    #[must_use]
    pub fn of(seed: u64, attempt: u64) -> Self {
        let mut rng = SeededRandom::of(!seed, attempt / ATTEMPTS_PER_ARENA);
        let tree = Tree::new(&mut rng);
        let session = Session::new(&tree, &mut rng);
        let other_session = Session::new(&tree, &mut rng);
        // A folder in memory is faster, where the system has one.
        let memory = Path::new("/dev/shm");
        let folder =
            if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
        let folder = folder.expect("a temporary folder can be made");
        tree.write(folder.path()).expect("a temporary folder can be written");
        Self { tree, session, other_session, folder }
    }

    /// The folder.
    #[must_use]
    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    /// The present bytes of a regular file; `None` behind a symbolic link.
    #[must_use]
    pub fn bytes(&self, path: &RepoPath) -> Option<Vec<u8>> {
        read_regular(self.root(), path.as_str()).ok()
    }
}

wire_names! {
    /// How a file changes.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub enum FileChange {
        /// One of its bytes is changed.
        Byte => "byte",
        /// Two lines are inserted at its start.
        Inserted => "inserted",
        /// It ends earlier.
        Truncated => "truncated",
        /// It is gone.
        Removed => "removed",
        /// It is replaced by a folder.
        Folder => "folder",
        /// It is replaced by a symbolic link to the same bytes elsewhere.
        Linked => "linked",
        /// Lines are added at its end.
        Grown => "grown",
    }
}

impl FileChange {
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
