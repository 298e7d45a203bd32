//! A repository in a temporary folder, and conversations about it, shared by several
//! attempts.

use std::path::{Path, PathBuf};

use firsthand_registry::RepoPath;
use tempfile::TempDir;

use super::{SeededRandom, Session, Tree};

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
        let folder = match memory.is_dir() {
            true => tempfile::tempdir_in(memory),
            false => tempfile::tempdir(),
        };
        let folder = folder.expect("a temporary folder can be made");
        tree.write(folder.path())
            .expect("a temporary folder can be written");
        Self {
            tree,
            session,
            other_session,
            folder,
        }
    }

    /// The folder.
    #[must_use]
    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    /// The present bytes of a regular file; `None` behind a symbolic link.
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
