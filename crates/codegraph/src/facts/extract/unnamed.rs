//! What a module exports without a name: it is declared by the name of its file.

use super::Raw;
use crate::facts::{DEFAULT, Import, MODULE, Span};

impl Raw {
    /// Gives what a file exports without a name that of the file, `stem`, and its exports this name. If the file declares
    /// the name otherwise, as a component around which the export wraps something, it stays without a declaration of its own.
    pub(super) fn name_by_file(&mut self, stem: Option<&str>, text: &[u8]) {
        let slice = |span: &Span| text.get(span.start as usize..span.end as usize);
        let stem = stem.filter(|stem| {
            let mut named = self.symbols.values().filter(|symbol| !symbol.unnamed);
            !named.any(|symbol| slice(&symbol.name) == Some(stem.as_bytes()))
        });
        let Some(stem) = stem else {
            // A function that is assigned has the name of what it is assigned to.
            self.symbols.retain(|_, symbol| !symbol.unnamed || symbol.is_named_there);
            return;
        };
        let mut exports = Vec::new();
        for symbol in self.symbols.values_mut().filter(|symbol| symbol.unnamed) {
            let word = slice(&symbol.name).unwrap_or_default();
            let exported = if word == DEFAULT.as_bytes() { DEFAULT } else { MODULE };
            symbol.given_name = Some(stem.to_owned());
            exports.push(Import {
                at: symbol.code.start..symbol.code.start + 1,
                within: Some(0..0),
                ..Import::new(exported, stem, "").reexported(true)
            });
        }
        exports.sort_by_key(|export| export.at.start);
        // An object stays one, whose parts are what the file calls so.
        self.facts.imports.retain(|import| {
            !(import.name.is_empty() && exports.iter().any(|export| export.local == import.local))
        });
        self.facts.imports.append(&mut exports);
    }
}
