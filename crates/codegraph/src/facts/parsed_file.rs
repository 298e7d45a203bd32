//! The bytes, lines and facts of a file that was opened for a result.

use super::lookups::Lookups;
use crate::answer::Declaration;
use crate::facts::{Anonymous, Facts, Import, Language, Own, Reference, Span, Symbol};
use crate::text::window::Place;
use crate::text::words::is_name_char;
use firsthand_source::{LineIndex, LineRange, clip, join_at_most};
use std::sync::Arc;

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
    pub(super) lookups: Lookups,
}

/// Sorts files by path, and keeps each once.
pub(crate) fn distinct_files(files: &mut Vec<Arc<ParsedFile>>) {
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files.dedup_by(|a, b| a.path == b.path);
}

/// A note about the files that were not parsed because that would have taken too long; `None` if there are none.
pub(crate) fn given_up_note<'a>(files: impl Iterator<Item = &'a ParsedFile>) -> Option<String> {
    let mut paths: Vec<&str> =
        files.filter(|file| file.facts.given_up).map(|file| file.path.as_str()).collect();
    paths.sort_unstable();
    (!paths.is_empty()).then(|| note_of(&paths))
}

/// The note that these files, at least one, were not parsed.
pub(crate) fn note_of(given_up: &[&str]) -> String {
    let named = join_at_most(given_up, MAX_NAMED_FILES);
    format!("too slow to parse, so searched as text without declarations: {named}")
}

impl ParsedFile {
    pub(crate) fn new(
        path: &str,
        raw_bytes: Arc<Vec<u8>>,
        text: Arc<Vec<u8>>,
        language: Option<&'static Language>,
        facts: Arc<Facts>,
    ) -> ParsedFile {
        ParsedFile {
            path: path.to_owned(),
            lines: LineIndex::of(&text),
            raw_bytes,
            text,
            language,
            facts,
            lookups: Lookups::default(),
        }
    }

    /// Whether the scope of the file contains the name of a declaration: the declaration has no container, or the
    /// language puts the members of a type into the scope of the type, and the container is no function.
    pub(crate) fn is_outer(&self, symbol: &Symbol) -> bool {
        let unscoped = self.language().unscoped_members;
        let around = self.facts.container(symbol);
        around.is_none_or(|around| unscoped && !around.is_function())
    }

    /// The number of bytes that its text, raw and with secrets masked, takes in memory; its facts are not counted.
    pub(crate) fn text_bytes(&self) -> usize {
        let masked = !Arc::ptr_eq(&self.raw_bytes, &self.text);
        self.raw_bytes.len() + if masked { self.text.len() } else { 0 }
    }

    /// The namespace that it declares last, which is that of the whole file in a language of packages.
    pub(crate) fn package_name(&self) -> Option<&str> {
        self.facts.namespace_at(u32::MAX)
    }

    /// The rules of its language; those of an unknown language decide nothing.
    pub(crate) fn language(&self) -> &'static Language {
        self.language.unwrap_or(&Language::PLAIN)
    }

    pub(crate) fn slice(&self, span: &Span) -> &str {
        std::str::from_utf8(self.bytes(span)).unwrap_or_default()
    }

    /// Whether the text of a span is this name.
    pub(crate) fn spells(&self, span: &Span, name: &str) -> bool {
        (span.end - span.start) as usize == name.len() && self.bytes(span) == name.as_bytes()
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

    /// Whether a declaration makes the values of the type around it, or before its name: by its kind, or by its name, which
    /// the language fixes or which is that of the type.
    pub(crate) fn is_constructor(&self, symbol: &Symbol) -> bool {
        let name = symbol.name.as_str();
        let has_its_name = |of: &str| of == name || self.language().constructors.contains(&name);
        let is_function = symbol.is_function() || symbol.is_prototype();
        let is_in_type = self.facts.container(symbol).is_none_or(Symbol::is_type);
        symbol.kind == "constructor"
            || is_function && is_in_type && symbol.qualifier().is_some_and(has_its_name)
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
    Place { start: symbol.start, end: symbol.end, name_and_signature_end, inner }
}

impl Symbol {
    /// The last name in its qualified name before its own: `Type` in `Type::method`.
    pub(crate) fn qualifier(&self) -> Option<&str> {
        let before = self.qualified.strip_suffix(self.name.as_str())?;
        before.split(|c| !is_name_char(c) && c != '-').rfind(|part| !part.is_empty())
    }
}

impl Facts {
    /// The namespace that the file declares for what is at `offset`, besides those that are declarations themselves.
    pub(crate) fn namespace_at(&self, offset: u32) -> Option<&str> {
        let before = self.namespaces.partition_point(|(at, _)| *at <= offset);
        let last = before.checked_sub(1).map(|at| &self.namespaces[at]);
        last.map(|(_, name)| name.as_str())
    }

    /// The innermost declaration that contains the byte at `offset`.
    pub(crate) fn enclosing(&self, offset: u32) -> Option<usize> {
        let before = self.symbols.partition_point(|symbol| symbol.span.start <= offset);
        let mut at = before.checked_sub(1)?;
        loop {
            if self.symbols[at].span.end > offset {
                return Some(at);
            }
            at = match self.symbols[at].container {
                Some(container) => container as usize,
                None => return None,
            };
        }
    }

    /// The declarations that contain the byte at `offset`, innermost first.
    pub(crate) fn around(&self, offset: u32) -> impl Iterator<Item = usize> {
        let inside = self.enclosing(offset).into_iter();
        inside.flat_map(|at| std::iter::once(at).chain(self.containers(at)))
    }

    /// The innermost type that contains the byte at `offset`.
    pub(crate) fn type_around(&self, offset: u32) -> Option<usize> {
        self.around(offset).find(|&at| self.symbols[at].is_type())
    }

    /// The type without a name that contains the byte at `offset`, if no other type is nearer.
    pub(crate) fn anonymous_around(&self, offset: u32) -> Option<&Anonymous> {
        let around = self.anonymous.iter().filter(|one| one.body.contains(&offset));
        let innermost = around.max_by_key(|one| one.body.start);
        innermost.filter(|one| self.is_nearest(one, offset))
    }

    /// Whether no type with a name is between one without a name and the byte at `offset` in it.
    pub(crate) fn is_nearest(&self, one: &Anonymous, offset: u32) -> bool {
        let named = self.type_around(offset).map(|at| &self.symbols[at]);
        named.is_none_or(|named| named.code.start <= one.body.start)
    }

    /// The innermost part that says what `this` is at the byte `offset`, if it begins at `from` or later.
    pub(crate) fn self_part(&self, from: u32, offset: u32) -> Option<&(Span, Own)> {
        let begun = self.selves.partition_point(|(part, _)| part.start <= offset);
        let parts = self.selves[..begun].iter().rev();
        let mut within = parts.take_while(|(part, _)| part.start >= from);
        within.find(|(part, _)| part.contains(&offset))
    }

    /// The innermost function that contains the byte at `offset`.
    pub(crate) fn function_around(&self, offset: u32) -> Option<usize> {
        self.around(offset).find(|&at| self.symbols[at].is_function())
    }

    /// The reference that begins at `offset`.
    pub(crate) fn reference_at(&self, offset: u32) -> Option<&Reference> {
        let found = self.references.binary_search_by_key(&offset, |reference| reference.span.start);
        found.ok().map(|at| &self.references[at])
    }

    /// The innermost declaration whose body contains the byte at `offset`: the part of a declaration before its body,
    /// such as its signature, belongs to the enclosing scope.
    pub(crate) fn scope(&self, offset: u32) -> Option<usize> {
        self.around(offset).find(|&at| self.symbols[at].body <= offset)
    }

    /// The declarations that contain the symbol with index `at`, innermost first, without itself.
    pub(crate) fn containers(&self, at: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.symbols[at].container, |&index| {
            self.symbols[index as usize].container
        })
        .map(|index| index as usize)
    }

    /// The declarations directly in the one with index `at`.
    pub(crate) fn members(&self, at: usize) -> impl Iterator<Item = usize> {
        let end = self.symbols[at].span.end;
        let inside = (at + 1..self.symbols.len()).zip(&self.symbols[at + 1..]);
        let inside = inside.take_while(move |(_, symbol)| symbol.span.start < end);
        let own = inside.filter(move |(_, symbol)| symbol.container == u32::try_from(at).ok());
        own.map(|(member, _)| member)
    }

    /// The declaration around a declaration.
    pub(crate) fn container(&self, symbol: &Symbol) -> Option<&Symbol> {
        symbol.container.map(|at| &self.symbols[at as usize])
    }

    /// Whether byte `offset` is in a statement that imports.
    pub(crate) fn is_import(&self, offset: u32) -> bool {
        self.imports.iter().any(|import| import.at.contains(&offset))
    }

    /// Whether byte `offset` is in what a file has before its code: in an import, or in a [header](Self::headers).
    pub(crate) fn is_before_code(&self, offset: u32) -> bool {
        self.is_import(offset) || self.headers.iter().any(|header| header.contains(&offset))
    }

    /// The imports that bind a name at byte `offset`: those of a part of the file hide the others.
    pub(crate) fn imports_as<'f>(
        &'f self,
        name: &'f str,
        offset: u32,
    ) -> impl Iterator<Item = &'f Import> {
        let is_meant = move |import: &&Import| import.local == name && import.visible_at(offset);
        let mut meant = self.imports.iter().filter(is_meant);
        let is_inner = meant.any(|import| import.within.is_some());
        self.imports.iter().filter(is_meant).filter(move |one| !is_inner || one.within.is_some())
    }

    /// The imports of all names of a module.
    pub(crate) fn stars(&self) -> impl Iterator<Item = &Import> {
        let imports = self.imports.iter();
        imports.filter(|import| import.local.is_empty() && import.name == "*")
    }
}
