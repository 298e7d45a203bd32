//! Facts that were already extracted, by content: nothing in it can be stale.

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use crate::facts::Facts;

/// Content and language: facts are a function of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FactKey(pub(crate) [u8; 32]);

impl FactKey {
    pub(crate) fn of(language: &str, text: &[u8]) -> FactKey {
        let mut hasher = blake3::Hasher::new();
        hasher.update(language.as_bytes()).update(&[0]).update(text);
        FactKey(*hasher.finalize().as_bytes())
    }
}

/// Where facts are kept. A store on disk is another implementation of this.
pub(crate) trait FactStore: Send + Sync + Debug {
    fn get(&self, key: &FactKey) -> Option<Arc<Facts>>;
    fn put(&self, key: FactKey, facts: Arc<Facts>);
}

/// Facts in memory, for the life of a graph.
#[derive(Debug, Default)]
pub(crate) struct MemoryStore {
    facts: Mutex<HashMap<FactKey, Arc<Facts>>>,
}

/// Files whose facts are kept. When there are more, all are dropped: they are quick to get again.
const MAX_KEPT: usize = 4_096;

impl FactStore for MemoryStore {
    fn get(&self, key: &FactKey) -> Option<Arc<Facts>> {
        self.facts.lock().ok()?.get(key).cloned()
    }

    fn put(&self, key: FactKey, facts: Arc<Facts>) {
        if let Ok(mut kept) = self.facts.lock() {
            if kept.len() >= MAX_KEPT {
                kept.clear();
            }
            kept.insert(key, facts);
        }
    }
}
