//! Finds the ignore rule that hides all files of a root.

use std::path::Path;

use firsthand_source::fs::{Globs, HidingRule, Walk};

/// The ignore rule that hides the root's first entry, if ignore rules hide every entry; `None` if some entry is not
/// hidden by one, or if the root is empty. Walks the rest of the tree.
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
