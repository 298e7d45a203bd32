//! The files below a folder.

use std::io;
use std::path::{Path, PathBuf};

use firsthand_source::fs::{Globs, Walk};

use super::LoadError;

/// The regular files below a folder of a project, without what is hidden and what git ignores; a file is given as it is.
/// Links are not followed, but for the path itself. The rules of the folders above count up to the repository that the
/// folder is in, or up to the project where it is in none.
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
    let walk = Walk {
        root: &start,
        top: Some(top.unwrap_or(&start)),
        excludes: &excludes,
        skip: &|_| false,
        threads: 0,
    };
    let found = walk.inventory(&|| false);
    if found.skipped.unreadable > 0 {
        let why = format!(
            "{} files or folders below cannot be read",
            found.skipped.unreadable
        );
        return Err(LoadError::at(path)(io::Error::other(why)));
    }
    Ok(found
        .files
        .iter()
        .map(|file| start.join(&file.path))
        .collect())
}
