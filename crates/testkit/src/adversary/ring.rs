//! A repository in a folder of its own, and the conversations about it: the ground of several
//! attempts.

use std::path::{Path, PathBuf};

use firsthand_registry::RepoPath;
use tempfile::TempDir;

use super::{SeededRandom, Session, Tree};

/// So many attempts in a row have the same repository.
pub const RING: u64 = 40;

/// A repository, its folder, and two conversations about it.
pub struct Arena {
    /// The repository.
    pub tree: Tree,
    /// The conversation whose report is attacked.
    pub here: Session,
    /// Another one.
    pub elsewhere: Session,
    folder: TempDir,
}

impl Arena {
    /// The ring of an attempt.
    ///
    /// # Panics
    /// Where its folder cannot be written.
    #[must_use]
    pub fn of(seed: u64, attempt: u64) -> Self {
        let mut dice = SeededRandom::of(!seed, attempt / RING);
        let tree = Tree::new(&mut dice);
        let here = Session::new(&tree, &mut dice);
        let elsewhere = Session::new(&tree, &mut dice);
        // Memory is faster, where it can be had as a folder.
        let memory = Path::new("/dev/shm");
        let folder = match memory.is_dir() {
            true => tempfile::tempdir_in(memory),
            false => tempfile::tempdir(),
        };
        let folder = folder.expect("a temporary folder can be made");
        tree.write(folder.path())
            .expect("a temporary folder can be written");
        Self {
            tree,
            here,
            elsewhere,
            folder,
        }
    }

    /// The folder.
    #[must_use]
    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    /// What stands in a file now, for whom no link is a file.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "the adversary's own folder")]
    pub fn bytes(&self, path: &RepoPath) -> Option<Vec<u8>> {
        let mut at = PathBuf::from(self.root());
        for part in path.as_str().split('/') {
            at.push(part);
            if at.symlink_metadata().ok()?.is_symlink() {
                return None;
            }
        }
        at.is_file().then(|| std::fs::read(&at).ok())?
    }
}
