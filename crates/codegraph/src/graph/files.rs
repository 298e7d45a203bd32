//! Files as a search opens them: their text without secrets, and their facts, extracted or kept.

use std::sync::Arc;

use firsthand_source::{Cancel, LineIndex, secrets};

use super::Inner;
use crate::cache::FactKey;
use crate::extract::extract;
use crate::facts::Facts;
use crate::languages::{self, Language};
use crate::opened::Opened;
use crate::reader::Reader;

/// The language of a file, its facts, and whether these were known before.
type KnownFacts = (Option<&'static Language>, Arc<Facts>, bool);

impl Inner {
    /// Read a file and its facts; also whether the facts were known. `None` when it cannot be read. Once
    /// the search is cancelled only facts that are known count: what was found can still be shown.
    pub(crate) fn open_file(
        &self,
        reader: &Reader,
        path: &str,
        cancel: &Cancel,
    ) -> Option<(Opened, bool)> {
        let shown = reader.read(path).ok()?;
        let (text, (language, facts, known)) = self.text_and_facts(path, &shown, cancel);
        let opened = Opened {
            path: path.to_owned(),
            lines: LineIndex::of(&text),
            shown,
            text,
            language,
            facts,
        };
        Some((opened, known))
    }

    /// A file's text as it is searched, and its facts.
    pub(super) fn text_and_facts(
        &self,
        path: &str,
        shown: &Arc<Vec<u8>>,
        cancel: &Cancel,
    ) -> (Arc<Vec<u8>>, KnownFacts) {
        let rules = self.options.redact.then_some(secrets::RULES);
        // Facts are kept of texts as they are searched: a text that has some holds no secret.
        if let Some(kept) = self.kept_facts(path, shown, rules) {
            return (Arc::clone(shown), kept);
        }
        let text = self.searched(shown);
        let kept = match Arc::ptr_eq(&text, shown) {
            true => None,
            false => self.kept_facts(path, &text, rules),
        };
        let facts = kept.unwrap_or_else(|| self.extract_facts(path, &text, rules, cancel));
        (text, facts)
    }

    /// The facts that were kept of a text.
    fn kept_facts(&self, path: &str, text: &[u8], rules: Option<u64>) -> Option<KnownFacts> {
        let language = languages::of_text(path, text)?;
        let key = FactKey::of(language, path, text, rules);
        Some((Some(language), self.facts.get(&key)?, true))
    }

    /// A file's text as it is searched: with its secrets overwritten, where they are to be left out.
    pub(crate) fn searched(&self, shown: &Arc<Vec<u8>>) -> Arc<Vec<u8>> {
        match self.options.redact {
            true => self.plain.searched(shown),
            false => Arc::clone(shown),
        }
    }

    /// Extracts and keeps the facts of a text; empty for a language that is not known.
    fn extract_facts(
        &self,
        path: &str,
        text: &[u8],
        rules: Option<u64>,
        cancel: &Cancel,
    ) -> KnownFacts {
        let Some(language) = languages::of_text(path, text) else {
            return (None, Arc::default(), false);
        };
        let Some(facts) = extract(language, path, text, cancel) else {
            return (Some(language), Arc::default(), false);
        };
        let facts = Arc::new(facts);
        let key = FactKey::of(language, path, text, rules);
        self.facts.put(key, Arc::clone(&facts));
        (Some(language), facts, false)
    }
}
