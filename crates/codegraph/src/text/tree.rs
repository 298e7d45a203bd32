//! A source tree: which files it has, which of them may be read, and in what of their texts a search matches. It has no
//! state that could become stale.

use super::postings_cache::{PostingsCache, stamp};
use super::store::{Store, key};
use super::words;
use crate::options::{OpenError, Options};
use crate::text::memo::lock;
use firsthand_source::Threads;
use firsthand_source::fs::{FileEntry, Inventory, SourceTree, TreeReader, Workspace};
use firsthand_source::secrets::{Redacted, has_own_text, redact, searched};
use firsthand_source::{Cancel, secrets};
use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

/// The most bytes of a cache on disk.
const MAX_CACHE: u64 = 512 << 20;

/// The roots and the options.
pub(crate) struct Tree {
    files: SourceTree,
    pub(crate) options: Options,
    pub(crate) threads: Threads,
    pub(crate) store: Option<Arc<Store>>,
    pub(crate) secret_free: SecretFreeTexts,
    /// How often the tree was listed.
    listings: AtomicU64,
    /// The last listing that was not cancelled, with a time just before it.
    last_listing: Mutex<Option<(Arc<Inventory>, SystemTime)>>,
    /// The clock by which files that changed a moment ago are detected.
    clock: fn() -> SystemTime,
}

impl Tree {
    /// Opens the tree under the roots. Nothing is read yet.
    pub(crate) fn open(
        workspace: Workspace,
        options: Options,
        clock: fn() -> SystemTime,
    ) -> Result<Tree, OpenError> {
        for root in workspace.roots() {
            let path = root.folder.clone();
            match std::fs::metadata(&path) {
                Ok(metadata) if metadata.is_dir() => {}
                Ok(_) => return Err(OpenError::NotAFolder(path)),
                Err(source) => return Err(OpenError::Root { path, source }),
            }
        }
        let cache = options.cache.as_deref();
        let files = SourceTree::new(workspace, &options.excludes)?;
        Ok(Tree {
            files: match &options.leaves_out {
                Some(leaves_out) => files.without(leaves_out),
                None => files,
            },
            threads: Threads::new(options.threads),
            store: cache.map(|folder| Arc::new(Store::new(folder, MAX_CACHE))),
            secret_free: SecretFreeTexts::default(),
            options,
            listings: AtomicU64::new(0),
            last_listing: Mutex::default(),
            clock,
        })
    }

    /// The present time by the tree's clock.
    pub(crate) fn now(&self) -> SystemTime {
        (self.clock)()
    }

    /// How often the tree was listed.
    pub(crate) fn listings(&self) -> u64 {
        self.listings.load(Ordering::Relaxed)
    }

    /// The last listing that was not cancelled, with a time just before it; `None` before the first.
    pub(crate) fn last_listing(&self) -> Option<(Arc<Inventory>, SystemTime)> {
        lock(&self.last_listing).clone()
    }

    /// The roots, as they were given.
    pub(crate) fn workspace(&self) -> &Workspace {
        self.files.workspace()
    }

    /// Opens the roots, to read files in them.
    pub(crate) fn reader(&self) -> TreeReader {
        self.files.reader()
    }

    /// Lists the files of the tree; only a part of them if `cancel` is cancelled.
    pub(crate) fn inventory(&self, cancel: &Cancel) -> Arc<Inventory> {
        self.listings.fetch_add(1, Ordering::Relaxed);
        let listed_after = self.now();
        let Options { skip, threads, .. } = &self.options;
        let inventory = self.files.inventory(&**skip, *threads, &|| cancel.is_cancelled());
        let inventory = Arc::new(inventory);
        if !cancel.is_cancelled() {
            *lock(&self.last_listing) = Some((Arc::clone(&inventory), listed_after));
        }
        inventory
    }

    /// Whether the tree has no file now. The walk stops at the first one.
    pub(crate) fn is_empty(&self) -> bool {
        self.files.is_empty(&*self.options.skip)
    }

    /// Whether the host's options allow to read a path.
    pub(crate) fn may_read(&self, path: &str) -> bool {
        !(self.options.skip)(path) && !self.files.leaves_out(path)
    }

    /// The version of the rules that mask secrets in texts, if the options say so.
    pub(crate) fn secret_rules(&self) -> Option<u64> {
        self.options.redact.then_some(secrets::RULES)
    }

    /// The text of a file in which a search matches: its secrets are masked if the options say so, and what the host hides.
    pub(crate) fn searched_text(&self, path: &str, raw_bytes: &Arc<Vec<u8>>) -> Arc<Vec<u8>> {
        let text = if self.options.redact {
            self.secret_free.searched_text(raw_bytes)
        } else {
            Arc::clone(raw_bytes)
        };
        let redactor = self.options.redactor.as_ref();
        let hidden = redactor.and_then(|redactor| redactor.overwritten(path, raw_bytes, &text));
        hidden.map_or(text, Arc::new)
    }

    /// Whether the text in which a search matches may differ from the file's, which may hold a secret or not.
    pub(crate) fn may_mask(&self, maybe_secret: bool) -> bool {
        maybe_secret && self.options.redact || self.options.redactor.is_some()
    }

    /// The cached postings of the tree, if it has a store; `entries` were listed after `now`.
    pub(crate) fn postings(&self, entries: &[FileEntry], now: SystemTime) -> Option<PostingsCache> {
        let store = Arc::clone(self.store.as_ref()?);
        let roots = self.workspace().resolved().ok()?;
        let tree = key(&[
            b"tree",
            &roots.key(),
            &self.options.max_file_bytes.to_le_bytes(),
            self.options.excludes.join("\n").as_bytes(),
            &self.secret_rules().unwrap_or_default().to_le_bytes(),
            &words::RULES.to_le_bytes(),
            self.options.redactor.as_ref().map_or("", |redactor| &*redactor.key).as_bytes(),
        ]);
        let stamps: Vec<_> = entries.iter().map(|entry| stamp(entry, now)).collect();
        Some(PostingsCache::open(store, tree, &stamps))
    }
}

// Masks the secrets in texts, and caches which texts hold none: detection is the most expensive part of opening a file
// whose facts are cached.

/// The most hashes in memory. Beyond that all are dropped, since they are cheap to compute again.
const MAX_HASHES: usize = 16_384;

/// The hashes of the texts that hold no secret, and no block of our own.
#[derive(Default)]
pub(crate) struct SecretFreeTexts(Mutex<HashSet<blake3::Hash>>);

impl SecretFreeTexts {
    /// The text of a file as [`searched`] returns it.
    pub(crate) fn searched_text(&self, raw_bytes: &Arc<Vec<u8>>) -> Arc<Vec<u8>> {
        let hash = blake3::hash(raw_bytes);
        if self.contains(&hash) {
            return Arc::clone(raw_bytes);
        }
        if let Some(text) = searched(raw_bytes) {
            return Arc::new(text);
        }
        self.insert(hash);
        Arc::clone(raw_bytes)
    }

    /// The lines of a file that hold a secret, as `secrets::redact` returns them.
    pub(crate) fn redact(&self, raw_bytes: &[u8]) -> Vec<Redacted> {
        let hash = blake3::hash(raw_bytes);
        if self.contains(&hash) {
            return Vec::new();
        }
        let found = redact(raw_bytes);
        if found.is_empty() && !has_own_text(raw_bytes) {
            self.insert(hash);
        }
        found
    }

    fn contains(&self, hash: &blake3::Hash) -> bool {
        lock(&self.0).contains(hash)
    }

    fn insert(&self, hash: blake3::Hash) {
        let mut hashes = lock(&self.0);
        if hashes.len() >= MAX_HASHES {
            hashes.clear();
        }
        hashes.insert(hash);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Earlier calls, with the same text or with others, do not change what is redacted.
    #[test]
    fn a_secret_is_found_every_time() {
        let plain = Arc::new(b"region = eu\nid = 7\n".to_vec());
        let secret = Arc::new(b"region = eu\nid = AKIAIOSFODNN7EXAMPLE\n".to_vec());
        let texts = SecretFreeTexts::default();
        for _ in 0..2 {
            assert!(Arc::ptr_eq(&texts.searched_text(&plain), &plain));
            assert_eq!(texts.redact(&plain), []);
            assert_eq!(texts.redact(&secret), redact(&secret));
            let searched = texts.searched_text(&secret);
            assert!(!searched.ends_with(b"EXAMPLE\n") && searched.len() == secret.len());
        }
        let count = |texts: &SecretFreeTexts| texts.0.lock().unwrap().len();
        assert_eq!(count(&texts), 1);
        for number in 0..=MAX_HASHES {
            texts.redact(number.to_string().as_bytes());
        }
        assert!(count(&texts) <= MAX_HASHES);
    }
}
