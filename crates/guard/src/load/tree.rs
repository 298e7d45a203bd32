//! The files below a folder.

use std::io;
use std::path::{Path, PathBuf};

use firsthand_source::fs::{Globs, Walk};

use super::LoadError;

/// The regular files below a folder of a project, without hidden files and files that git ignores; for the path of a
/// file, that file. Links are not followed, except at `path` itself. Ignore rules of the folders above apply up to the
/// top of the repository that contains the folder, or up to the project's folder if there is no repository.
pub(super) fn files(path: &Path, project: &Path) -> Result<Vec<PathBuf>, LoadError> {
    let start = path.canonicalize().map_err(LoadError::at(path))?;
    if !start.is_dir() {
        return Ok(vec![start]);
    }
    let project = project.canonicalize().unwrap_or_default();
    let has_git = |folder: &&Path| folder.join(".git").symlink_metadata().is_ok();
    let top = start.ancestors().find(has_git);
    let top = top.or_else(|| start.ancestors().find(|above| *above == project));
    let excludes =
        Globs::excluding(&start, []).map_err(|why| LoadError::at(path)(io::Error::other(why)))?;
    let top = Some(top.unwrap_or(&start));
    let walk = Walk { top, skip: &|_| false, ..Walk::new(&start, &excludes) };
    let found = walk.inventory(&|| false);
    if found.skipped.unreadable > 0 {
        let why = format!("{} files or folders below cannot be read", found.skipped.unreadable);
        return Err(LoadError::at(path)(io::Error::other(why)));
    }
    Ok(found.files.iter().map(|file| start.join(&file.path)).collect())
}
