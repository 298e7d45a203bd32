//! The files below a folder.

use std::path::{Path, PathBuf};

use super::LoadError;
use super::disk::list;
use super::ignored::Rules;

/// The regular files below a folder of a project, without what is hidden and what git ignores; a file is given as it is.
/// Links are not followed, but for the path itself.
pub(super) fn files(path: &Path, project: &Path) -> Result<Vec<PathBuf>, LoadError> {
    let start = path.canonicalize().map_err(LoadError::at(path))?;
    if !start.is_dir() {
        return Ok(vec![start]);
    }
    let project = project.canonicalize().unwrap_or_default();
    let above = Rules::above(&start, &project);
    let (mut found, mut folders) = (Vec::new(), vec![(start, above)]);
    while let Some((folder, above)) = folders.pop() {
        let rules = Rules::of(&folder, above);
        for path in list(&folder)? {
            let about = path.symlink_metadata().map_err(LoadError::at(&path))?;
            if !rules.want(&path, about.is_dir()) {
                continue;
            }
            if about.is_dir() {
                folders.push((path, rules.clone()));
            } else if about.is_file() {
                found.push(path);
            }
        }
    }
    Ok(found)
}
