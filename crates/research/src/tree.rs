//! Which tree a run is over, so that others look at the same one.

use std::sync::{Arc, Mutex, PoisonError};

use firsthand_source::fs::Inventory;

use crate::RepoStages;

/// The id of a tree: the same wherever the same files stand at the same commit.
pub trait Tree: Send + Sync {
    /// The id as it is now. Blocks.
    fn id(&self) -> String;
}

/// The files and the commit that an id was made of, and the id.
type Known = (Arc<Inventory>, String, String);

/// The id that was made last, and of what. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct TreeIdCache(Arc<Mutex<Option<Known>>>);

impl Tree for RepoStages {
    /// By the paths and the contents of the files that are looked at, and the commit that history begins at. Files
    /// are read again only where the system says that some changed.
    fn id(&self) -> String {
        let files = self.retriever.files();
        let head = self.retriever.head();
        let mut known = self.tree.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, at, id)) = &*known
            && of.files == files.files
            && *at == head
        {
            return id.clone();
        }
        let mut hasher = blake3::Hasher::new();
        hasher.update(head.as_bytes());
        for entry in &files.files {
            let content = match self.retriever.present(&entry.path) {
                Some(bytes) => blake3::hash(&bytes),
                // Too large to be looked at, or gone.
                None => blake3::hash(&entry.size.to_le_bytes()),
            };
            hasher.update(blake3::hash(entry.path.as_str().as_bytes()).as_bytes());
            hasher.update(content.as_bytes());
        }
        let id = hasher.finalize().to_hex().to_string();
        *known = Some((files, head, id.clone()));
        id
    }
}
