//! The languages of files that a relation has not opened.

use super::context::RelationContext;
use crate::facts::languages::{self, Language};

impl RelationContext<'_> {
    /// The language of a file by its name, or by its text if the name has no extension.
    pub(super) fn language_of(&self, path: &str) -> Option<&'static Language> {
        languages::of_path(path).or_else(|| {
            let read = || self.listing.reader.read(path).ok();
            let text = languages::may_be_unnamed(path).then(read).flatten()?;
            languages::of_text(path, &text)
        })
    }

    /// Whether a file is code: neither data nor prose.
    pub(super) fn is_code(&self, path: &str) -> bool {
        self.language_of(path)
            .is_some_and(|language| !language.is_data)
    }
}
