//! What a walk finds, gathered from its threads.

use std::path::Path;
use std::sync::Mutex;

use ignore::DirEntry;

use super::survey::left_out;
use super::{Inventory, Walk, listed_file};
use crate::Unsearched;

/// What a walk found.
#[derive(Default)]
pub(super) struct Gathered {
    pub(super) inventory: Inventory,
    /// The entries of [`Inventory::not_listed`], which are grouped at the end.
    pub(super) not_listed: Vec<(Unsearched, String)>,
}

/// What one thread found; it is merged into the result when the thread ends.
pub(super) struct Batch<'a> {
    pub(super) found: Gathered,
    pub(super) into: &'a Mutex<Gathered>,
}

impl Drop for Batch<'_> {
    fn drop(&mut self) {
        if let Ok(mut all) = self.into.lock() {
            let found = &mut self.found;
            all.not_listed.append(&mut found.not_listed);
            let all = &mut all.inventory;
            all.files.append(&mut found.inventory.files);
            all.skipped.add(&found.inventory.skipped);
        }
    }
}

impl Gathered {
    pub(super) fn add(&mut self, walk: &Walk<'_>, entry: &DirEntry) {
        match listed_file(walk, entry) {
            Ok(file) => self.inventory.files.extend(file),
            Err(why) => self.leave_out(walk, entry.path(), why),
        }
    }

    pub(super) fn leave_out(&mut self, walk: &Walk<'_>, path: &Path, why: Unsearched) {
        let skipped = &mut self.inventory.skipped;
        let count = match why {
            Unsearched::Link => &mut skipped.links,
            Unsearched::Special => &mut skipped.special,
            Unsearched::Name => &mut skipped.invalid_names,
            Unsearched::Secret => &mut skipped.refused,
            _ => &mut skipped.unreadable,
        };
        *count += 1;
        if matches!(why, Unsearched::Name | Unsearched::Unreadable) {
            self.not_listed.push((why, left_out(walk.root, &walk.prefix, path, false, why).path));
        }
    }
}
