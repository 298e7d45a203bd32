//! What has the name of its file: a component, by the parts of the file that are parsed and the declaration that stands for
//! it; and what a module exports without a name.

use std::collections::HashSet;
use std::ops::Range;

use tree_sitter::Point;

use super::Raw;
use crate::facts::{DEFAULT, Facts, Import, Language, MODULE, Span, Symbol};
use firsthand_source::LineIndex;

/// The ranges of code as ranges of tree-sitter. Without code it is one empty range, since a parser without ranges
/// parses the whole file.
pub(super) fn included_ranges(text: &[u8], code: &[Range<usize>]) -> Vec<tree_sitter::Range> {
    let (mut at, mut here) = (0, Point::new(0, 0));
    // The ranges are in ascending order, so every line is counted once.
    let mut point = |to: usize| {
        let passed = text.get(at..to).unwrap_or_default();
        here = match memchr::memrchr(b'\n', passed) {
            Some(last) => Point::new(
                here.row + memchr::memchr_iter(b'\n', passed).count(),
                passed.len() - last - 1,
            ),
            None => Point::new(here.row, here.column + passed.len()),
        };
        at = to;
        here
    };
    let mut range = |piece: Range<usize>| tree_sitter::Range {
        start_byte: piece.start,
        start_point: point(piece.start),
        end_byte: piece.end,
        end_point: point(piece.end),
    };
    if code.is_empty() {
        return vec![range(text.len()..text.len())];
    }
    code.iter().cloned().map(range).collect()
}

/// Adds a file that is a component, and not empty, as a declaration that contains all others.
pub(super) fn add_component(facts: &mut Facts, (language, path): (&Language, &str), text: &[u8]) {
    let Some(name) = language.component_name(path).filter(|_| !text.is_empty()) else {
        return;
    };
    let end = text.len() as u32;
    let first_line = memchr::memchr(b'\n', text).unwrap_or(text.len()) as u32;
    for symbol in &mut facts.symbols {
        symbol.container = Some(symbol.container.map_or(0, |around| around + 1));
    }
    let component = Symbol {
        name: name.to_owned(),
        qualified: name.to_owned(),
        kind: "component".to_owned(),
        span: 0..end,
        code: 0..end,
        name_span: 0..0,
        body: first_line,
        start: 1,
        end: LineIndex::of(text).count().max(1),
        name_line: 1,
        signature_end: 1,
        ..Symbol::default()
    };
    facts.symbols.insert(0, component);
    // What a script exports by default describes the component.
    facts.imports.retain(|import| import.local != DEFAULT);
    facts
        .imports
        .push(Import { within: Some(0..0), ..Import::new(DEFAULT, name, "").reexported(true) });
}

/// Hides the imports of a script from what is outside of it, if a member of what the script exports has their name.
pub(super) fn hide_imports(facts: &mut Facts, scripts: &[Range<usize>]) {
    let members = facts.symbols.iter().filter(|symbol| symbol.kind == "method");
    let members: HashSet<&str> = members.map(|symbol| symbol.name.as_str()).collect();
    for import in facts.imports.iter_mut().filter(|import| import.within.is_none()) {
        let script = scripts.iter().find(|script| script.contains(&(import.at.start as usize)));
        if let Some(script) = script.filter(|_| members.contains(import.local.as_str())) {
            import.within = Some(script.start as u32..script.end as u32);
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_lines_and_columns() {
        let check = |code: &[Range<usize>], expect: &str| {
            let point = |p: Point| format!("{}:{}", p.row, p.column);
            let seen: Vec<String> = included_ranges(b"ab\ncd\n\ne", code)
                .iter()
                .map(|r| format!("{}-{}", point(r.start_point), point(r.end_point)))
                .collect();
            assert_eq!(seen.join(" "), expect, "{code:?}");
        };
        check(&[], "3:1-3:1");
        check(&[1..2, 4..7], "0:1-0:2 1:1-3:0");
        check(&[0..3, 3..8], "0:0-1:0 1:0-3:1");
    }
}
