//! Finds the ignore rule that hides all files of a root.

use std::path::Path;

use firsthand_source::fs::{Globs, HidingRule, Walk};

/// The ignore rule that hides the first entry by name, if ignore rules hide every file below the root. `None` if a file
/// is hidden by no ignore rule, or if there is no file. Names that begin with a dot do not count. Enters all folders
/// that are not hidden.
#[must_use]
pub fn hiding_rule(root: &Path) -> Option<HidingRule> {
    let walk = Walk {
        root,
        top: None,
        excludes: &Globs::excluding(root, []).ok()?,
        skip: &|_| false,
        threads: 1,
    };
    walk.hiding_rule()
}
