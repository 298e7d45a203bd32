//! The bytes, lines and facts of a file that was opened for a result.

use std::sync::Arc;

use crate::answer::Declaration;
use crate::facts::languages::Language;
use crate::facts::{Facts, Span, Symbol};
use crate::text::window::Place;
use firsthand_source::{LineIndex, LineRange, clip, join_at_most};

/// The most files that a note names.
const MAX_NAMED_FILES: usize = 3;
/// The longest signature, in characters.
const MAX_SIGNATURE: usize = 240;

/// A file that was read and, if its language is known, parsed.
#[derive(Clone)]
pub(crate) struct ParsedFile {
    pub(crate) path: String,
    /// The bytes of the file as read, which results show.
    pub(crate) raw_bytes: Arc<Vec<u8>>,
    /// The bytes that are searched: secrets are replaced by `_`.
    pub(crate) text: Arc<Vec<u8>>,
    pub(crate) lines: LineIndex,
    pub(crate) language: Option<&'static Language>,
    /// Empty for an unknown language.
    pub(crate) facts: Arc<Facts>,
}

/// A note about the files that were not parsed because that would have taken too long; `None` if there are none.
pub(crate) fn given_up_note<'a>(files: impl Iterator<Item = &'a ParsedFile>) -> Option<String> {
    let mut paths: Vec<&str> = files
        .filter(|file| file.facts.given_up)
        .map(|file| file.path.as_str())
        .collect();
    paths.sort_unstable();
    (!paths.is_empty()).then(|| note_of(&paths))
}

/// The note that these files, at least one, were not parsed.
pub(crate) fn note_of(given_up: &[&str]) -> String {
    let named = join_at_most(given_up, MAX_NAMED_FILES);
    format!("too slow to parse, so searched as text without declarations: {named}")
}

impl ParsedFile {
    /// Whether the scope of the file contains the name of a declaration: the declaration has no container, or the
    /// language puts the members of a type into the scope of the type, and the container is no function.
    pub(crate) fn is_outer(&self, symbol: &Symbol) -> bool {
        let unscoped = self.language_is(|language| language.unscoped_members);
        match symbol.container {
            None => true,
            Some(container) => unscoped && !self.facts.symbols[container as usize].is_function(),
        }
    }

    /// The number of bytes that its text, raw and with secrets masked, takes in memory; its facts are not counted.
    pub(crate) fn text_bytes(&self) -> usize {
        let masked = !Arc::ptr_eq(&self.raw_bytes, &self.text);
        self.raw_bytes.len() + if masked { self.text.len() } else { 0 }
    }

    /// Whether its language is known and has a property.
    pub(crate) fn language_is(&self, has: impl FnOnce(&Language) -> bool) -> bool {
        self.language.is_some_and(has)
    }

    pub(crate) fn slice(&self, span: &Span) -> &str {
        std::str::from_utf8(self.bytes(span)).unwrap_or_default()
    }

    fn bytes(&self, span: &Span) -> &[u8] {
        let range = span.start as usize..span.end as usize;
        self.text.get(range).unwrap_or_default()
    }

    pub(crate) fn line(&self, offset: u32) -> u32 {
        self.lines.line_at(offset as usize)
    }

    /// The declaration with this index, as a result shows it.
    pub(crate) fn declaration(&self, index: usize) -> Declaration {
        let symbol = &self.facts.symbols[index];
        Declaration {
            name: symbol.name.clone(),
            qualified: symbol.qualified.clone(),
            kind: symbol.kind.clone(),
            range: symbol.range(),
            head: LineRange::one(symbol.name_line).hull(LineRange::one(symbol.signature_end)),
            is_test: symbol.test,
            is_constructor: self.is_constructor(symbol),
            signature: self.signature(symbol),
        }
    }

    /// Whether a declaration makes the values of the type around it: by its kind, or by its name, which the language
    /// fixes or which is that of the type.
    fn is_constructor(&self, symbol: &Symbol) -> bool {
        let container = symbol.container.map(|at| &self.facts.symbols[at as usize]);
        let has_its_name = container.is_some_and(|around| around.name == symbol.name);
        let has_fixed_name =
            self.language_is(|language| language.constructors.contains(&symbol.name.as_str()));
        let is_member = container.is_some_and(Symbol::is_type) && symbol.is_function();
        symbol.kind == "constructor" || (is_member && (has_its_name || has_fixed_name))
    }

    /// A declaration up to its body, on one line.
    fn signature(&self, symbol: &Symbol) -> String {
        let span = symbol.code.start..symbol.body.max(symbol.name_span.end);
        let text = String::from_utf8_lossy(self.bytes(&span));
        let words: Vec<&str> = text.split_whitespace().collect();
        let joined = words.join(" ");
        let shown = joined.trim_end_matches(['{', ':', '=', ' ']);
        clip(shown, MAX_SIGNATURE).into_owned()
    }
}

/// The place of a declaration, from which its windows are computed.
pub(crate) fn place_of(file: &ParsedFile, index: usize) -> Place {
    let symbol = &file.facts.symbols[index];
    let inner = file.facts.symbols[index + 1..]
        .iter()
        .take_while(|other| other.span.start < symbol.span.end)
        .map(|other| (other.start, other.end))
        .collect();
    let name_and_signature_end = Some((symbol.name_line, symbol.signature_end));
    Place {
        start: symbol.start,
        end: symbol.end,
        name_and_signature_end,
        inner,
    }
}
