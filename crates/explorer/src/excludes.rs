//! Which files are left out: errors for invalid patterns, the rule that hides all files, and folders below a root.

use std::path::Path;

use firsthand_source::fs::{Globs, HidingRule, Walk};
use firsthand_tools::{OpenError, RootError};

/// Removes the negated glob (`!pattern`) from the reason: the tools add the `!`, the user did not write it.
pub(crate) fn without_negation(error: OpenError) -> OpenError {
    match error {
        OpenError::Root(RootError::Exclude { glob, reason }) => {
            let reason = own_reason(&glob, &reason);
            OpenError::Root(RootError::Exclude { glob, reason })
        }
        other => other,
    }
}

/// The reason why a glob is invalid, without the negated glob.
pub(crate) fn own_reason(glob: &str, reason: &str) -> String {
    let negated_prefix = format!("error parsing glob '!{}': ", glob.trim_end());
    reason.replace(&negated_prefix, "")
}

/// The ignore rule that hides the first entry by name, if ignore rules hide every file below the root. `None` if a file
/// is hidden by no ignore rule, or if there is no file. Names that begin with a dot do not count. Enters all folders
/// that are not hidden.
#[must_use]
pub fn hiding_rule(root: &Path) -> Option<HidingRule> {
    let excludes = Globs::excluding(root, []).ok()?;
    Walk { skip: &|_| false, threads: 1, ..Walk::new(root, &excludes) }.hiding_rule()
}

/// Whether `path` is `folder` or lies inside it. Follows links; `path` need not exist.
#[must_use]
pub fn is_below(path: &Path, folder: &Path) -> bool {
    let Ok(folder) = folder.canonicalize() else {
        return false;
    };
    let Ok(path) = std::path::absolute(path) else {
        return false;
    };
    let real_path = path.ancestors().find_map(|ancestor| ancestor.canonicalize().ok());
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
