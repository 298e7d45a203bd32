//! The cache of extracted facts. Its keys are hashes of contents, so no entry can be stale.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crate::facts::Facts;
use crate::facts::languages::Language;
use crate::text::store::{Key, Store, key};

/// The hash of a text and its language, which determine the facts, and of the version of the rules that masked its
/// secrets: with the version, a text with cached facts need not be checked for secrets again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FactKey(Key);

impl FactKey {
    /// `rules` is the version of the rules that masked secrets in the text; `None` if none did.
    pub(crate) fn of(language: &Language, path: &str, text: &[u8], rules: Option<u64>) -> FactKey {
        // The grammar is not part of this crate's source, so its node kinds identify its version.
        let grammar = (language.grammar)();
        let shape = [
            grammar.abi_version(),
            grammar.node_kind_count(),
            grammar.parse_state_count(),
            grammar.field_count(),
        ];
        let shape = shape.map(usize::to_le_bytes);
        FactKey(key(&[
            b"facts",
            language.key(path).as_bytes(),
            shape.as_flattened(),
            &rules.unwrap_or_default().to_le_bytes(),
            text,
        ]))
    }
}

/// The facts of files: in memory while the graph exists and, with a store, on disk.
pub(crate) struct FactCache {
    facts: Mutex<HashMap<FactKey, Arc<Facts>>>,
    store: Option<Arc<Store>>,
}

/// The most files whose facts are in memory. Beyond that all are dropped, since they are cheap to extract again.
const MAX_CACHED: usize = 4_096;

impl FactCache {
    pub(crate) fn new(store: Option<Arc<Store>>) -> FactCache {
        FactCache {
            facts: Mutex::default(),
            store,
        }
    }

    pub(crate) fn get(&self, key: &FactKey) -> Option<Arc<Facts>> {
        let in_memory = |entries: &HashMap<_, _>| entries.get(key).cloned();
        if let Some(facts) = self
            .facts
            .lock()
            .ok()
            .and_then(|entries| in_memory(&entries))
        {
            return Some(facts);
        }
        let bytes = self.store.as_ref()?.get(&key.0)?;
        let facts = Arc::new(postcard::from_bytes(&bytes).ok()?);
        self.insert(*key, Arc::clone(&facts));
        Some(facts)
    }

    /// Adds facts, also to the store on disk.
    pub(crate) fn put(&self, key: FactKey, facts: Arc<Facts>) {
        if let Some(store) = &self.store
            && let Ok(bytes) = postcard::to_stdvec(&*facts)
        {
            store.put(&key.0, &bytes);
        }
        self.insert(key, facts);
    }

    fn insert(&self, key: FactKey, facts: Arc<Facts>) {
        if let Ok(mut entries) = self.facts.lock() {
            if entries.len() >= MAX_CACHED {
                entries.clear();
            }
            entries.insert(key, facts);
        }
    }
}
