//! Opens files for a search: their text with secrets masked, and their facts, cached or extracted.

use std::sync::Arc;

use memchr::memmem;

use firsthand_source::{Cancel, LineIndex, secrets};

use super::Inner;
use crate::cache::FactKey;
use crate::extract::{extract, extract_excerpt};
use crate::facts::Facts;
use crate::languages::{self, Language};
use crate::parsed_file::ParsedFile;
use crate::reader::Reader;
use crate::words::is_whole_word;

/// The language of a file, its facts, and whether these were cached.
type FileFacts = (Option<&'static Language>, Arc<Facts>, bool);

impl Inner {
    /// Reads a file and its facts, and whether the facts were cached. `None` if it cannot be read. Once the search is
    /// cancelled only cached facts are used, so that results found before can still be shown.
    pub(crate) fn open_file(
        &self,
        reader: &Reader,
        path: &str,
        cancel: &Cancel,
    ) -> Option<(ParsedFile, bool)> {
        let raw_bytes = reader.read(path).ok()?;
        let (text, facts) = self.text_and_facts(path, &raw_bytes, cancel);
        Some(parsed_file(path, raw_bytes, text, facts))
    }

    /// Reads a file and its facts about a name, in languages in which they come from an excerpt of it; otherwise all its
    /// facts, as [`Inner::open_file`] does.
    pub(crate) fn open_excerpt(
        &self,
        reader: &Reader,
        path: &str,
        name: &str,
        cancel: &Cancel,
    ) -> Option<(ParsedFile, bool)> {
        let raw_bytes = reader.read(path).ok()?;
        let (text, cached) = self.text_and_cached_facts(path, &raw_bytes);
        let excerpt = || {
            let language = languages::of_text(path, &text)?;
            let found = memmem::find_iter(&text, name);
            let at: Vec<usize> = found
                .filter(|&at| is_whole_word(&text, &(at..at + name.len())))
                .collect();
            let facts = extract_excerpt(language, &text, &at, cancel)?;
            Some((Some(language), Arc::new(facts), false))
        };
        let facts = cached
            .or_else(excerpt)
            .unwrap_or_else(|| self.extract_facts(path, &text, cancel));
        Some(parsed_file(path, raw_bytes, text, facts))
    }

    /// The text of a file with its secrets masked, if the options say so, and its facts.
    pub(super) fn text_and_facts(
        &self,
        path: &str,
        raw_bytes: &Arc<Vec<u8>>,
        cancel: &Cancel,
    ) -> (Arc<Vec<u8>>, FileFacts) {
        let (text, cached) = self.text_and_cached_facts(path, raw_bytes);
        let facts = cached.unwrap_or_else(|| self.extract_facts(path, &text, cancel));
        (text, facts)
    }

    /// The text of a file with its secrets masked, if the options say so, and its facts if they are cached.
    fn text_and_cached_facts(
        &self,
        path: &str,
        raw_bytes: &Arc<Vec<u8>>,
    ) -> (Arc<Vec<u8>>, Option<FileFacts>) {
        // Facts are cached for texts whose secrets are masked, so a text with cached facts has no secret.
        if let Some(cached) = self.cached_facts(path, raw_bytes) {
            return (Arc::clone(raw_bytes), Some(cached));
        }
        let text = self.searched_text(raw_bytes);
        let cached = if Arc::ptr_eq(&text, raw_bytes) {
            None
        } else {
            self.cached_facts(path, &text)
        };
        (text, cached)
    }

    /// The cached facts of a text; `None` if there are none, or for an unknown language.
    fn cached_facts(&self, path: &str, text: &[u8]) -> Option<FileFacts> {
        let language = languages::of_text(path, text)?;
        let key = FactKey::of(language, path, text, self.secret_rules());
        Some((Some(language), self.facts.get(&key)?, true))
    }

    /// The version of the rules that mask secrets in texts, if the options say so.
    fn secret_rules(&self) -> Option<u64> {
        self.options.redact.then_some(secrets::RULES)
    }

    /// The text of a file in which a search matches: its secrets are masked if the options say so.
    pub(crate) fn searched_text(&self, raw_bytes: &Arc<Vec<u8>>) -> Arc<Vec<u8>> {
        match self.options.redact {
            true => self.secret_free.searched_text(raw_bytes),
            false => Arc::clone(raw_bytes),
        }
    }

    /// Extracts and caches the facts of a text; empty for an unknown language, or if the extraction was cancelled.
    fn extract_facts(&self, path: &str, text: &[u8], cancel: &Cancel) -> FileFacts {
        let Some(language) = languages::of_text(path, text) else {
            return (None, Arc::default(), false);
        };
        let Some(facts) = extract(language, path, text, cancel) else {
            return (Some(language), Arc::default(), false);
        };
        let facts = Arc::new(facts);
        let key = FactKey::of(language, path, text, self.secret_rules());
        self.facts.put(key, Arc::clone(&facts));
        (Some(language), facts, false)
    }
}

/// A file with its text and facts, and whether these were cached.
fn parsed_file(
    path: &str,
    raw_bytes: Arc<Vec<u8>>,
    text: Arc<Vec<u8>>,
    (language, facts, facts_cached): FileFacts,
) -> (ParsedFile, bool) {
    let opened = ParsedFile {
        path: path.to_owned(),
        lines: LineIndex::of(&text),
        raw_bytes,
        text,
        language,
        facts,
    };
    (opened, facts_cached)
}
