//! The default root.

use std::path::{Path, PathBuf};

/// The top folder of the git repository around the working folder; `.` if that is the working folder, the home folder
/// or the root of the file system, or if there is no repository.
pub(crate) fn default_root() -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let home = directories::BaseDirs::new();
    let home = home.as_ref().map(directories::BaseDirs::home_dir);
    match here.ancestors().find(|folder| is_repository(folder)) {
        // A home folder that is a git repository is not the default root for folders in it.
        Some(top) if top != here && Some(top) != home && top.parent().is_some() => top.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Whether a folder is the home folder or the top of the file system, which has projects rather than is one.
pub(crate) fn is_above_projects(folder: &Path) -> bool {
    let home = directories::BaseDirs::new();
    let is_home = home.is_some_and(|home| is_same_path(home.home_dir(), folder));
    let real = folder.canonicalize();
    is_home || real.is_ok_and(|real| real.parent().is_none())
}

/// The root in which an interrupted run is resumed: the explicit one, or the recorded one if it is the default root
/// here. A transcript from someone else thus cannot choose which folder is read.
///
/// # Errors
/// The recorded root, if it is another one.
pub(crate) fn resume_root(explicit: Option<&Path>, recorded: PathBuf) -> Result<PathBuf, PathBuf> {
    match explicit {
        Some(root) => Ok(root.to_owned()),
        None if is_same_path(&recorded, &default_root()) => Ok(recorded),
        None => Err(recorded),
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
