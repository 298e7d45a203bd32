//! One listing of a tree, with what was read for it.

use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use firsthand_source::Cancel;
use firsthand_source::fs::Inventory;

use super::files_by_name::FilesByName;
use super::memo::Memo;
use super::postings_cache::PostingsCache;
use super::reader::Reader;
use super::tree::Tree;

/// A listing of the tree, shared by all queries on one state of it.
pub(crate) struct Listing {
    pub(crate) tree: Arc<Tree>,
    pub(crate) inventory: Arc<Inventory>,
    pub(crate) reader: Reader,
    /// A time just before the tree was listed.
    listed_after: SystemTime,
    postings: OnceLock<Option<PostingsCache>>,
    /// For a set of names, which of them occur in which files.
    pub(super) files_by_names: Memo<Vec<String>, FilesByName>,
}

impl Listing {
    /// Lists the tree now; only a part of it if `cancel` is cancelled.
    pub(crate) fn of(tree: &Arc<Tree>, reader: Reader, cancel: &Cancel) -> Listing {
        let listed_after = tree.now();
        Listing {
            inventory: Arc::new(tree.inventory(cancel)),
            tree: Arc::clone(tree),
            reader,
            listed_after,
            postings: OnceLock::new(),
            files_by_names: Memo::new(FilesByName::bytes),
        }
    }

    /// The posting lists of earlier scans of the tree, if it has a store.
    pub(crate) fn postings(&self) -> Option<&PostingsCache> {
        let entries = &self.inventory.files;
        let open = || self.tree.postings(entries, self.listed_after);
        self.postings.get_or_init(open).as_ref()
    }
}
