//! Members that a call in the body of a type makes by naming them: `has_many :votes` of Ruby, `field :votes` of Elixir. Such a
//! call may as well name what is declared elsewhere, as `before_action :check` does, so that it declares a name that nothing
//! else declares and that the tree uses elsewhere. No word that makes members is known.

use crate::facts::parsed_file::distinct_files;
use crate::facts::{Facts, ParsedFile, Span, Symbol};
use crate::relations::{RelationContext, SymbolQuery, Target, fits};
use crate::text::memo::lock;
use crate::text::words::{is_name_byte, is_name_char, wholes};
use std::sync::Arc;

/// The most files with a name that are opened for such a call.
const MAX_FILES: usize = 200;
/// The most bytes from the beginning of such a call to the name.
const MAX_CALL_BYTES: usize = 400;

/// The members of the queried name and qualifiers that calls make, one for each type; empty if the name is used nowhere else.
pub(super) fn members(
    context: &RelationContext<'_>,
    name: &SymbolQuery,
    qualifiers: &[String],
) -> Vec<Target> {
    let word = name.name.as_str();
    let plain = word.trim_end_matches(['?', '!']);
    if plain.is_empty() || !plain.bytes().all(is_name_byte) {
        return Vec::new();
    }
    let with_name = context.files_with(&[word.to_owned()]);
    let is_of_symbols = |path: &str| {
        let language = context.language_of(path);
        language.is_some_and(|language| language.calls_make_members)
    };
    let is_asked = |path: &str| name.path.as_ref().is_none_or(|only| only == path);
    let all: usize = with_name.iter().map(|file| file.count as usize).sum();
    let paths = with_name.iter().map(|file| file.path.as_str());
    let paths = paths.filter(|path| is_of_symbols(path)).take(MAX_FILES);
    let opened = paths.filter_map(|path| context.open(path));
    let mut found = Vec::new();
    let mut named = 0;
    for file in opened {
        let at = named_at(&file, word);
        named += at.len();
        let is_included = context.factor(&file.path).is_some() && is_asked(&file.path);
        let at: Vec<u32> = at
            .into_iter()
            .filter(|at| is_included && name.line.is_none_or(|line| file.line(*at) == line))
            .collect();
        if !at.is_empty() {
            found.extend(with_members(&file, word, &at));
        }
    }
    found.retain(|target| fits(target, qualifiers));
    if named >= all {
        return Vec::new();
    }
    let mut files: Vec<Arc<ParsedFile>> = found.iter().map(|own| Arc::clone(&own.file)).collect();
    distinct_files(&mut files);
    let mut opened = lock(&context.opened);
    for file in files {
        opened.insert(file.path.clone(), Some(file));
    }
    found
}

/// Where calls in the bodies of types name a member first, or in the list of symbols that they begin with.
fn named_at(file: &Arc<ParsedFile>, word: &str) -> Vec<u32> {
    let is_named = |at: &u32| {
        let around = file.facts.enclosing(*at).map(|around| &file.facts.symbols[around]);
        let is_in_type = around.is_some_and(|around| around.is_type() || around.kind == "module");
        is_in_type && begins_call(&file.text[..*at as usize])
    };
    let found = wholes(&file.text, word, is_name_byte).map(|at| at as u32);
    found.filter(is_named).collect()
}

/// Whether a text ends with a call at the beginning of a line up to the first of its arguments, a symbol, or up to a later one
/// if all before are symbols: `make :a, :`.
fn begins_call(before: &[u8]) -> bool {
    let from = before.len().saturating_sub(MAX_CALL_BYTES);
    let before = String::from_utf8_lossy(&before[from..]);
    let Some(mut rest) = before.strip_suffix(':') else {
        return false;
    };
    while let Some(list) = rest.trim_end().strip_suffix(',') {
        let other = list.trim_end_matches(|c| is_name_char(c) || matches!(c, '?' | '!'));
        match other.strip_suffix(':').filter(|_| other.len() < list.len()) {
            Some(shorter) => rest = shorter,
            None => return false,
        }
    }
    let is_spaced = rest.ends_with([' ', '(']);
    let callee = rest.trim_end_matches('(').trim_end_matches(' ');
    let outer = callee.trim_end_matches(is_name_char);
    let indent = outer.trim_end_matches([' ', '\t']);
    is_spaced && outer.len() < callee.len() && (indent.is_empty() || indent.ends_with('\n'))
}

/// The declarations of the names at these bytes in their types, the first of each type, in the file with them.
fn with_members(file: &Arc<ParsedFile>, word: &str, at: &[u32]) -> Vec<Target> {
    let mut facts = Facts::clone(&file.facts);
    let mut added: Vec<u32> = Vec::new();
    for at in at {
        let Some(container) = facts.enclosing(*at) else { continue };
        let is_known = |symbol: &Symbol| {
            symbol.name == word && symbol.container == u32::try_from(container).ok()
        };
        if !facts.symbols.iter().any(is_known) {
            add(&mut facts, file, container, *at..*at + word.len() as u32);
            added.push(*at);
        }
    }
    let (raw, text) = (Arc::clone(&file.raw_bytes), Arc::clone(&file.text));
    let file = Arc::new(ParsedFile::new(&file.path, raw, text, file.language, Arc::new(facts)));
    let own = Target::all(&file).filter(|target| {
        let symbol = target.symbol();
        symbol.name == word && added.contains(&symbol.name_span.start)
    });
    own.collect()
}

/// Adds a member whose declaration is the line of its name.
fn add(facts: &mut Facts, file: &ParsedFile, container: usize, name_span: Span) {
    let line = file.line(name_span.start);
    let bytes = file.lines.bytes(line, line);
    let own = file.text.get(bytes.clone()).unwrap_or_default();
    let indent = own.len() - own.trim_ascii_start().len();
    let span = (bytes.start + indent) as u32..(bytes.start + own.trim_ascii_end().len()) as u32;
    let around = &facts.symbols[container];
    let name = file.slice(&name_span).to_owned();
    // Where a bare name is a call, so is that of a member.
    let kind = if file.language().bare_calls { "method" } else { "field" };
    let symbol = Symbol {
        qualified: format!("{}{}{name}", around.qualified, file.language().separator),
        name,
        kind: kind.to_owned(),
        container: u32::try_from(container).ok(),
        code: span.clone(),
        body: span.end,
        span,
        start: line,
        end: line,
        name_line: line,
        signature_end: line,
        test: around.test,
        name_span: name_span.clone(),
        ..Symbol::default()
    };
    let before = |other: &Symbol| other.span.start <= symbol.span.start;
    let at = facts.symbols.partition_point(before);
    for other in &mut facts.symbols {
        other.container = other.container.map(|own| own + u32::from(own as usize >= at));
    }
    facts.symbols.insert(at, symbol);
    facts.references.retain(|reference| reference.span.start != name_span.start);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_begins_with_symbols() {
        let check = |before: &str, expect: bool| {
            assert_eq!(begins_call(before.as_bytes()), expect, "{before}");
        };
        check("class A\n  has_many :", true);
        check("  has_many(:", true);
        check("  delegate :a, :b?,\n    :", true);
        check("has_many :", true);
        check("  has_many a, :", false);
        check("  x = make :", false);
        check("  a.make :", false);
        check("  make a: :", false);
        check("  :", false);
        check("  ::", false);
        check("  A::", false);
        check("  make", false);
    }
}
