//! Why a root has no file to look at.

use std::path::Path;

use firsthand_source::fs::{Globs, HidingRule, Walk};

/// The rule of an ignore file by which the root's first entry is hidden, where such rules hide all of them; `None`
/// where something is not hidden so, or where there is nothing. Walks what is left of the tree.
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
