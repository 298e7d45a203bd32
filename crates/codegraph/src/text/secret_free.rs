//! Masks the secrets in texts, and caches which texts hold none: detection is the most expensive part of opening a file
//! whose facts are cached.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use firsthand_source::secrets::{Redacted, has_own_block, redact, searched};

use crate::text::memo::lock;

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
        if found.is_empty() && !has_own_block(raw_bytes) {
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
