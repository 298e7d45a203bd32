//! The default root.

use std::path::{Path, PathBuf};

/// The top of the git repository that the working folder is in; the working folder itself, as `.`, where it is that
/// top or is in none.
pub(crate) fn default_root() -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let home = directories::BaseDirs::new();
    let home = home.as_ref().map(directories::BaseDirs::home_dir);
    match here.ancestors().find(|folder| is_repository(folder)) {
        // Whoever keeps a whole home folder in git does not mean it by a folder in it.
        Some(top) if top != here && Some(top) != home && top.parent().is_some() => top.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Whether two paths lead to the same existing file or folder.
pub(crate) fn is_same_path(one: &Path, other: &Path) -> bool {
    let real = one.canonicalize().ok();
    real.is_some() && real == other.canonicalize().ok()
}

/// Whether a folder is the top of a git repository; in a worktree or submodule `.git` is a file.
fn is_repository(folder: &Path) -> bool {
    let git = folder.join(".git");
    git.is_file() || git.join("HEAD").is_file()
}
