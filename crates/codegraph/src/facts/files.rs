//! The files of one listing with their facts: a file is read once while the reader's cache has room for its bytes, and
//! parsed once while there is room for it here.

use super::extract::{Watch, extract_excerpt};
use super::fact_store::{FactStore, comments_and_names_of};
use super::languages::Language;
use super::parsed_file::ParsedFile;
use super::{Facts, Import};
use crate::text::listing::{Listing, Overlay, Reader};
use crate::text::memo::{Memo, remembered};
use firsthand_source::Cancel;
use firsthand_source::fs::Inventory;
use memchr::memmem;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

/// The files of one state of the tree, shared by all queries on it.
pub(crate) struct Files {
    pub(crate) listing: Listing,
    store: Arc<FactStore>,
    parsed: Memo<String, ParsedFile>,
    comments_and_names: Memo<String, Vec<Range<usize>>>,
}

impl Files {
    /// Lists the tree now; only a part of it if `cancel` is cancelled.
    pub(crate) fn of(store: &Arc<FactStore>, reader: Reader, cancel: &Cancel) -> Files {
        Self::of_listing(store, Listing::of(&store.tree, reader, cancel))
    }

    /// The files of a listing that was made before, after this time.
    pub(crate) fn listed(
        store: &Arc<FactStore>,
        inventory: Arc<Inventory>,
        listed_after: SystemTime,
    ) -> Files {
        let reader = Reader::of(&store.tree);
        let listing = Listing::with_inventory(&store.tree, reader, inventory, listed_after);
        Self::of_listing(store, listing)
    }

    /// The same files with other contents of some of them: [`Listing::overlaid`].
    pub(crate) fn overlaid(&self, overlay: Overlay) -> Files {
        Self::of_listing(&self.store, self.listing.overlaid(overlay))
    }

    fn of_listing(store: &Arc<FactStore>, listing: Listing) -> Files {
        Files {
            listing,
            store: Arc::clone(store),
            parsed: Memo::new(ParsedFile::text_bytes),
            comments_and_names: Memo::new(|ranges| size_of_val(&ranges[..])),
        }
    }

    /// A file with its facts, and whether the file or its facts were cached. `None` if it cannot be read.
    pub(crate) fn open(&self, path: &str, cancel: &Cancel) -> Option<(Arc<ParsedFile>, bool)> {
        let mut facts_cached = true;
        let parsed = self.parsed.get_or_compute(path.to_owned(), cancel, || {
            let raw_bytes = self.listing.reader.read(path).ok()?;
            let (parsed, cached) = self.store.parsed(path, raw_bytes, None, cancel);
            facts_cached = cached;
            Some(Arc::new(parsed))
        });
        Some((parsed?, facts_cached))
    }

    /// The comments of a file and the names of its code: [`comments_and_names_of`].
    pub(crate) fn comments_and_names(
        &self,
        file: &ParsedFile,
        cancel: &Cancel,
    ) -> Arc<Vec<Range<usize>>> {
        let find = || Some(Arc::new(comments_and_names_of(&file.path, &file.text, cancel)));
        let found = self.comments_and_names.get_or_compute(file.path.clone(), cancel, find);
        found.unwrap_or_default()
    }

    /// A file with its facts about a name, as [`FactStore::parsed_for_name`] returns it, and whether the facts were
    /// cached. It is not stored, since it serves this name only.
    pub(crate) fn open_for_name(
        &self,
        path: &str,
        name: &str,
        cancel: &Cancel,
    ) -> Option<(Arc<ParsedFile>, bool)> {
        let raw_bytes = self.listing.reader.read(path).ok()?;
        let (parsed, cached) = self.store.parsed(path, raw_bytes, Some(name), cancel);
        Some((Arc::new(parsed), cached))
    }
}

// The imports of files that do not hold a name, line by line: each distinct line is parsed once. A name in C is
// followed through thousands of headers that share their includes.

/// The name of a language, and the bytes of a line.
type LineOf = (&'static str, Vec<u8>);

/// The imports of the lines that were parsed.
#[derive(Default)]
pub(crate) struct ImportLines(Mutex<HashMap<LineOf, Vec<Import>>>);

impl ImportLines {
    /// The facts about `name` of a text that does not hold it: its imports, without their positions. `None` if the text
    /// holds the name, or if the language has no excerpts.
    pub(crate) fn facts_without(
        &self,
        language: &'static Language,
        text: &[u8],
        name: &str,
        cancel: &Cancel,
    ) -> Option<Facts> {
        let excerpt = language.excerpt?;
        if memmem::find(text, name.as_bytes()).is_some() {
            return None;
        }
        let lines = excerpt(text, &[])?;
        let imports = lines.into_iter().flat_map(|line| {
            let key = (language.name, text[line].to_vec());
            remembered(&self.0, key, |(_, line)| imports_of(language, line, cancel))
        });
        let imports = imports.collect();
        Some(Facts { imports, ..Facts::default() })
    }
}

fn imports_of(language: &Language, line: &[u8], cancel: &Cancel) -> Vec<Import> {
    let watch = Watch::of_length(line.len());
    let whole = 0..line.len();
    let parts = std::slice::from_ref(&whole);
    let facts = extract_excerpt(language, line, parts, &[], &watch, cancel);
    facts.unwrap_or_default().imports
}

#[cfg(test)]
mod tests;
