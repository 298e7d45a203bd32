//! Whether a path lies inside a folder.

use std::path::Path;

/// Whether `path` is `folder` or lies inside it. Follows links; `path` need not exist.
#[must_use]
pub fn is_below(path: &Path, folder: &Path) -> bool {
    let Ok(folder) = folder.canonicalize() else {
        return false;
    };
    let Ok(path) = std::path::absolute(path) else {
        return false;
    };
    let real_path = path
        .ancestors()
        .find_map(|ancestor| ancestor.canonicalize().ok());
    real_path.is_some_and(|real_path| real_path.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_does_not_exist_can_be_below_a_folder() {
        let root = tempfile::tempdir().unwrap();
        let (inside, other) = (root.path().join("repo"), root.path().join("repo2"));
        std::fs::create_dir_all(inside.join("src")).unwrap();
        std::fs::create_dir(&other).unwrap();
        let check = |path: &Path, expect| assert_eq!(is_below(path, &inside), expect, "{path:?}");
        check(&inside, true);
        check(&inside.join("not/there/yet"), true);
        check(&inside.join("src/../cache"), true);
        check(&other.join("cache"), false);
        check(root.path(), false);
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(inside.join("src"), other.join("link")).unwrap();
            check(&other.join("link/cache"), true);
        }
    }
}
