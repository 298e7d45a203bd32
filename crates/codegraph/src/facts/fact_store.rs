//! The facts of texts: cached, or extracted here or in a process of its own.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use firsthand_source::{Cancel, Syntax};

use super::Facts;
use super::extract::{
    Watch, comments, comments_and_names, excerpt, extract, extract_excerpt, given_up, is_risky,
    stack_for, syntax,
};
use super::isolation::Isolated;
use super::languages::{self, Language};
use super::parsed_file::ParsedFile;
use crate::text::memo::lock;
use crate::text::store::{Key, Store, key};
use crate::text::tree::Tree;
use crate::text::words::{is_word_byte, wholes};

/// The language of a file, its facts, and whether these were cached.
type FileFacts = (Option<&'static Language>, Arc<Facts>, bool);

/// The facts of the texts of a tree.
pub(crate) struct FactStore {
    pub(crate) tree: Arc<Tree>,
    cache: FactCache,
}

impl FactStore {
    pub(crate) fn new(tree: Tree) -> FactStore {
        FactStore {
            cache: FactCache { facts: Mutex::default(), store: tree.store.clone() },
            tree: Arc::new(tree),
        }
    }

    /// A file of these bytes with its facts, and whether the facts were cached. Once the search is cancelled only cached
    /// facts are used, so that results found before can still be shown.
    pub(crate) fn parsed(
        &self,
        path: &str,
        raw_bytes: Arc<Vec<u8>>,
        name: Option<&str>,
        cancel: &Cancel,
    ) -> (ParsedFile, bool) {
        let (text, cached) = self.text_and_cached_facts(path, &raw_bytes);
        let (language, facts, facts_cached) = cached
            .or_else(|| facts_about(path, &text, name?, cancel))
            .unwrap_or_else(|| self.extract_facts(path, &text, cancel));
        let parsed = ParsedFile::new(path, raw_bytes, text, language, facts);
        (parsed, facts_cached)
    }

    /// The text of a file with its secrets masked, if the options say so, and its facts if they are cached.
    fn text_and_cached_facts(
        &self,
        path: &str,
        raw_bytes: &Arc<Vec<u8>>,
    ) -> (Arc<Vec<u8>>, Option<FileFacts>) {
        // Facts are cached for texts whose secrets are masked, so a text with cached facts has no secret; but it may have
        // what the host hides in this file alone.
        let is_plain = self.tree.options.redactor.is_none();
        if let Some(cached) = self.cached_facts(path, raw_bytes).filter(|_| is_plain) {
            return (Arc::clone(raw_bytes), Some(cached));
        }
        let text = self.tree.searched_text(path, raw_bytes);
        let is_known = is_plain && Arc::ptr_eq(&text, raw_bytes);
        let cached = if is_known { None } else { self.cached_facts(path, &text) };
        (text, cached)
    }

    /// The cached facts of a text; `None` if there are none, or for an unknown language.
    fn cached_facts(&self, path: &str, text: &[u8]) -> Option<FileFacts> {
        let language = languages::of_text(path, text)?;
        let key = FactKey::of(language, path, text, self.tree.secret_rules());
        Some((Some(language), self.cache.get(&key)?, true))
    }

    /// Extracts and caches the facts of a text; empty for an unknown language, or if the extraction was cancelled.
    fn extract_facts(&self, path: &str, text: &[u8], cancel: &Cancel) -> FileFacts {
        let Some(language) = languages::of_text(path, text) else {
            return (None, Arc::default(), false);
        };
        let (facts, keep) = self.extract(language, path, text, cancel);
        let Some(facts) = facts.map(Arc::new) else {
            return (Some(language), Arc::default(), false);
        };
        if keep {
            let key = FactKey::of(language, path, text, self.tree.secret_rules());
            self.cache.put(key, Arc::clone(&facts));
        }
        (Some(language), facts, false)
    }

    /// Extracts the facts of a text, here or, if a parser could end this process, in a process of its own; and whether
    /// another extraction would have the same result. `None` if the extraction was cancelled.
    fn extract(
        &self,
        language: &'static Language,
        path: &str,
        text: &[u8],
        cancel: &Cancel,
    ) -> (Option<Facts>, bool) {
        if !is_risky(language, text) {
            let (facts, outgrown) = extract_here(language, path, text, cancel);
            if !outgrown {
                return (facts, true);
            }
        }
        let isolation = self.tree.options.isolation.as_ref();
        let isolated = isolation.map(|isolation| isolation.extract(path, text, cancel));
        match isolated.unwrap_or(Isolated::NotRun) {
            Isolated::Facts(facts) => (Some(*facts), true),
            Isolated::Failed => (Some(given_up(language, path, text)), true),
            Isolated::NotRun if cancel.is_cancelled() => (None, false),
            Isolated::NotRun => (Some(given_up(language, path, text)), false),
        }
    }
}

/// The facts about a name that come from an excerpt of a text, if its language has such.
fn facts_about(path: &str, text: &[u8], name: &str, cancel: &Cancel) -> Option<FileFacts> {
    let language = languages::of_text(path, text)?;
    let at: Vec<usize> = wholes(text, name, is_word_byte).collect();
    let ranges = excerpt(language, text, &at)?;
    let length = ranges.iter().map(|range| range.len()).sum();
    let facts = with_stack_for(length, || {
        let watch = Watch::of_length(length);
        extract_excerpt(language, text, &ranges, &at, &watch, cancel)
    });
    Some((Some(language), Arc::new(facts??), false))
}

/// The byte ranges of the comments and docstrings of a text; none without a thread for it.
pub(crate) fn comments_of(path: &str, text: &[u8], cancel: &Cancel) -> Vec<Range<usize>> {
    parts_of(path, text, |language| comments(language, text, cancel))
}

/// The comments of a text as [`comments_of`] returns them, each for itself, and the names of its code.
pub(crate) fn comments_and_names_of(path: &str, text: &[u8], cancel: &Cancel) -> Vec<Range<usize>> {
    parts_of(path, text, |language| comments_and_names(language, text, cancel))
}

/// The comments, literals and keywords of a text by their byte ranges, in order; they do not overlap. `path` decides the
/// language, and the text may be a part of the file. Empty for an unknown language, and for a text that is not parsed
/// because it would take too much time or memory.
#[must_use]
pub fn syntax_of(path: &str, text: &[u8], cancel: &Cancel) -> Vec<(Range<usize>, Syntax)> {
    parts_of(path, text, |language| syntax(language, text, cancel))
}

/// What `find` finds in a text of a known language.
fn parts_of<T: Send>(
    path: &str,
    text: &[u8],
    find: impl FnOnce(&'static Language) -> Vec<T> + Send,
) -> Vec<T> {
    let language = languages::of_text(path, text);
    let found = language.and_then(|language| with_stack_for(text.len(), || find(language)));
    found.unwrap_or_default()
}

/// Longer texts are parsed on a thread with a stack of their size.
const OWN_STACK: usize = 8 << 10;

/// Extracts the facts of a text in this process, and whether the process has grown too much for that.
fn extract_here(
    language: &'static Language,
    path: &str,
    text: &[u8],
    cancel: &Cancel,
) -> (Option<Facts>, bool) {
    let extracted = with_stack_for(text.len(), || {
        let watch = Watch::of_length(text.len());
        let facts = extract(language, path, text, &watch, cancel);
        (facts, watch.is_outgrown())
    });
    // Without a thread for it, it is as if the process had grown too much.
    extracted.unwrap_or((None, true))
}

/// Runs a parser for a text of this length where the stack is large enough; `None` if the system starts no thread.
fn with_stack_for<T: Send>(length: usize, run: impl FnOnce() -> T + Send) -> Option<T> {
    if length <= OWN_STACK {
        return Some(run());
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(stack_for(length));
        match thread.spawn_scoped(scope, run).ok()?.join() {
            Ok(done) => Some(done),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// The hash of a text and its language, which determine the facts, and of the version of the rules that masked its
/// secrets: with the version, a text with cached facts need not be checked for secrets again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct FactKey(Key);

impl FactKey {
    /// `rules` is the version of the rules that masked secrets in the text; `None` if none did.
    fn of(language: &Language, path: &str, text: &[u8], rules: Option<u64>) -> FactKey {
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

/// The facts of texts: in memory while the graph exists and, with a store, on disk. The keys are hashes of contents, so
/// no entry can be stale.
struct FactCache {
    facts: Mutex<HashMap<FactKey, Arc<Facts>>>,
    store: Option<Arc<Store>>,
}

/// The most files whose facts are in memory. Beyond that all are dropped, since they are cheap to extract again.
const MAX_CACHED: usize = 4_096;

impl FactCache {
    fn get(&self, key: &FactKey) -> Option<Arc<Facts>> {
        let in_memory = lock(&self.facts).get(key).cloned();
        in_memory.or_else(|| {
            let bytes = self.store.as_ref()?.get(&key.0)?;
            let facts = Arc::new(postcard::from_bytes(&bytes).ok()?);
            self.insert(*key, Arc::clone(&facts));
            Some(facts)
        })
    }

    /// Adds facts, also to the store on disk.
    fn put(&self, key: FactKey, facts: Arc<Facts>) {
        if let Some(store) = &self.store
            && let Ok(bytes) = postcard::to_stdvec(&*facts)
        {
            store.put(&key.0, &bytes);
        }
        self.insert(key, facts);
    }

    fn insert(&self, key: FactKey, facts: Arc<Facts>) {
        let mut entries = lock(&self.facts);
        if entries.len() >= MAX_CACHED {
            entries.clear();
        }
        entries.insert(key, facts);
    }
}
