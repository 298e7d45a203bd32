//! Facts that were already extracted, by content: nothing in it can be stale.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crate::facts::Facts;
use crate::languages::Language;
use crate::store::{Key, Store, key};

/// Content and language: facts are a function of both. And the rules by which secrets were overwritten in the content, so
/// that a text that has facts need not be searched for secrets again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FactKey(Key);

impl FactKey {
    /// `rules` is the version of the rules by which secrets were overwritten in the text; `None` if they were not.
    pub(crate) fn of(language: &Language, path: &str, text: &[u8], rules: Option<u64>) -> FactKey {
        // The grammar is not part of this crate's source: its shape stands for its version.
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

/// Facts in memory for the life of a graph and, where there is a store, on disk.
pub(crate) struct FactCache {
    facts: Mutex<HashMap<FactKey, Arc<Facts>>>,
    store: Option<Arc<Store>>,
}

/// Files whose facts are kept in memory. When there are more, all are dropped: they are quick to get
/// again.
const MAX_KEPT: usize = 4_096;

impl FactCache {
    pub(crate) fn new(store: Option<Arc<Store>>) -> FactCache {
        FactCache {
            facts: Mutex::default(),
            store,
        }
    }

    pub(crate) fn get(&self, wanted: &FactKey) -> Option<Arc<Facts>> {
        let near = |entries: &HashMap<_, _>| entries.get(wanted).cloned();
        if let Some(facts) = self.facts.lock().ok().and_then(|entries| near(&entries)) {
            return Some(facts);
        }
        let bytes = self.store.as_ref()?.get(&wanted.0)?;
        let facts = Arc::new(postcard::from_bytes(&bytes).ok()?);
        self.keep(*wanted, Arc::clone(&facts));
        Some(facts)
    }

    /// Keep facts, on disk too.
    pub(crate) fn put(&self, key: FactKey, facts: Arc<Facts>) {
        if let Some(store) = &self.store
            && let Ok(bytes) = postcard::to_stdvec(&*facts)
        {
            store.put(&key.0, &bytes);
        }
        self.keep(key, facts);
    }

    fn keep(&self, key: FactKey, facts: Arc<Facts>) {
        if let Ok(mut entries) = self.facts.lock() {
            if entries.len() >= MAX_KEPT {
                entries.clear();
            }
            entries.insert(key, facts);
        }
    }
}
