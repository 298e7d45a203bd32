//! Opens files for a name: only the parts around it where the language allows that, and as many files as the limits
//! allow.

use std::sync::Arc;

use super::context::{FileWithName, RelationContext};
use crate::facts::languages::{self, Language};
use crate::facts::parsed_file::ParsedFile;
use crate::text::memo::lock;
use firsthand_source::LineIndex;

/// The most bytes that are parsed for one relation.
const MAX_BYTES: u64 = 16 << 20;
/// A file of which only an excerpt is parsed counts as this share of a file, in their number and in their bytes.
const EXCERPT_SHARE: u64 = 16;

impl RelationContext<'_> {
    /// A file with its facts about a name: those of an excerpt of it, where the language allows that, otherwise all. The
    /// same call returns the same facts.
    pub(super) fn open_for_name(&self, path: &str, name: &str) -> Option<Arc<ParsedFile>> {
        // Beyond ASCII, the same name can have several spellings.
        if !has_excerpts(path) || !name.is_ascii() {
            return self.open(path);
        }
        let key = (path.to_owned(), name.to_owned());
        if let Some(known) = lock(&self.excerpts).get(&key) {
            return known.clone();
        }
        if let Some(known) = lock(&self.opened).get(path) {
            return known.clone();
        }
        if self.cancel.is_cancelled() || !self.inventory.contains(path) {
            return None;
        }
        let opened = self.files.open_for_name(path, name, self.cancel);
        let opened = opened.map(|(file, facts_cached)| {
            self.tally.count_opened(facts_cached);
            file
        });
        lock(&self.excerpts).entry(key).or_insert(opened).clone()
    }

    /// A file that does not hold a name, with its imports alone; otherwise as [`RelationContext::open_for_name`] returns
    /// it.
    pub(super) fn open_for_origins(&self, path: &str, name: &str) -> Option<Arc<ParsedFile>> {
        self.open_for_imports(path, name)
            .or_else(|| self.open_for_name(path, name))
    }

    fn open_for_imports(&self, path: &str, name: &str) -> Option<Arc<ParsedFile>> {
        if !has_excerpts(path) || !name.is_ascii() || !self.inventory.contains(path) {
            return None;
        }
        let text = self.listing.reader.read(path).ok()?;
        let language = languages::of_text(path, &text)?;
        let lines = &self.import_lines;
        let facts = lines.facts_without(language, &text, name, self.cancel)?;
        self.tally.count_opened(false);
        Some(Arc::new(ParsedFile {
            path: path.to_owned(),
            lines: LineIndex::of(&text),
            raw_bytes: Arc::clone(&text),
            text,
            language: Some(language),
            facts: Arc::new(facts),
        }))
    }

    /// Like [`RelationContext::parse`], with the facts about a name only where that is less work.
    pub(super) fn parse_for_name(
        &self,
        files: &[FileWithName],
        name: &str,
    ) -> Vec<Arc<ParsedFile>> {
        let is_code = |language: &Language| !language.is_data;
        let taken = self.within_limits(files, is_code, has_excerpts);
        let threads = self.tree.threads;
        threads.filter_map(&taken, 1, |path| self.open_for_name(path, name))
    }

    /// The paths of the first files of the languages that `accepts` selects, as many as the limits allow, in byte order.
    pub(super) fn within_limits<'f>(
        &self,
        files: &'f [FileWithName],
        accepts: fn(&Language) -> bool,
        is_excerpt: fn(&str) -> bool,
    ) -> Vec<&'f str> {
        let accepted = files
            .iter()
            .filter(|file| self.language_of(&file.path).is_some_and(accepts));
        let max_shares = (self.query.max_parsed as u64).saturating_mul(EXCERPT_SHARE);
        let (mut taken, mut shares, mut bytes) = (Vec::new(), 0_u64, 0_u64);
        for file in accepted {
            if shares < max_shares && bytes < MAX_BYTES {
                let is_excerpt = is_excerpt(&file.path);
                shares += if is_excerpt { 1 } else { EXCERPT_SHARE };
                bytes += file.size / if is_excerpt { EXCERPT_SHARE } else { 1 };
                taken.push(file.path.as_str());
            } else {
                self.tally.count_skipped(&file.path);
            }
        }
        taken.sort_unstable();
        taken
    }

    /// The first paths, as many as may be read; the others are counted as skipped.
    pub(super) fn first_paths<'p>(
        &self,
        mut paths: impl Iterator<Item = &'p str>,
        most: usize,
    ) -> Vec<&'p str> {
        let read = paths.by_ref().take(most).collect();
        paths.for_each(|path| self.tally.count_skipped(path));
        read
    }

    /// The language of a file by its name, or by its text if the name has no extension.
    pub(super) fn language_of(&self, path: &str) -> Option<&'static Language> {
        languages::of_unopened(path, || self.listing.reader.read(path).ok())
    }

    /// Whether a file is code: neither data nor prose.
    pub(super) fn is_code(&self, path: &str) -> bool {
        self.language_of(path)
            .is_some_and(|language| !language.is_data)
    }
}

/// Whether the facts about a name come from an excerpt of a file.
fn has_excerpts(path: &str) -> bool {
    languages::of_path(path).is_some_and(|language| language.excerpt.is_some())
}
