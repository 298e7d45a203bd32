//! The imports of files that do not hold a name, line by line: each distinct line is parsed once. A name in C is
//! followed through thousands of headers that share their includes.

use std::collections::HashMap;
use std::sync::Mutex;

use firsthand_source::Cancel;
use memchr::memmem;

use super::extract::{Watch, extract_excerpt};
use super::languages::Language;
use super::{Facts, Import};
use crate::text::memo::remembered;

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
        Some(Facts {
            imports,
            ..Facts::default()
        })
    }
}

fn imports_of(language: &Language, line: &[u8], cancel: &Cancel) -> Vec<Import> {
    let watch = Watch::of_length(line.len());
    let whole = 0..line.len();
    let parts = std::slice::from_ref(&whole);
    let facts = extract_excerpt(language, line, parts, &[], &watch, cancel);
    facts.unwrap_or_default().imports
}
