//! The id of the searched tree, so that other workers search the same one.

use std::sync::{Arc, Mutex, PoisonError};

use firsthand_source::fs::Inventory;

use crate::RepoStages;

/// Identifies a tree: equal files at the same commit have the same id.
pub trait Tree: Send + Sync {
    /// The id of the present tree. Blocks.
    fn id(&self) -> String;
}

/// The files and the HEAD commit, and the id computed from them.
type CachedId = (Arc<Inventory>, String, String);

/// Caches the last id. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct TreeIdCache(Arc<Mutex<Option<CachedId>>>);

impl Tree for RepoStages {
    /// Computes the id from the paths and contents of the searched files, and the HEAD commit. Files are read again
    /// only if the listing or the HEAD commit changed.
    fn id(&self) -> String {
        let files = self.retriever.files();
        let head = self.retriever.head();
        let mut cached = self.tree.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((cached_files, cached_head, id)) = &*cached
            && cached_files.files == files.files
            && *cached_head == head
        {
            return id.clone();
        }
        let mut hasher = blake3::Hasher::new();
        hasher.update(head.as_bytes());
        for entry in &files.files {
            let content = match self.retriever.present_bytes(&entry.path) {
                Ok(Some(bytes)) => blake3::hash(&bytes),
                // The file is too large to be searched, cannot be read, or was deleted.
                _ => blake3::hash(&entry.size.to_le_bytes()),
            };
            hasher.update(blake3::hash(entry.path.as_str().as_bytes()).as_bytes());
            hasher.update(content.as_bytes());
        }
        let id = hasher.finalize().to_hex().to_string();
        *cached = Some((files, head, id.clone()));
        id
    }
}
