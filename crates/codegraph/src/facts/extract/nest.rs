//! Converts raw declarations to symbols: their lines, leading comments, containers and qualified names.

use super::RawSymbol;
use crate::facts::{Language, Span, Symbol};
use firsthand_source::LineIndex;
use std::collections::HashMap;

/// The longest name, in bytes.
const MAX_NAME: usize = 200;
/// The deepest nesting of declarations. Code that people write has far less; without a limit the qualified names of a
/// hostile file grow with the square of its size.
const MAX_DEPTH: usize = 32;

/// The symbol of a raw declaration, with its lines, leading comments included; `nest` sets its qualified name. `None`
/// if the name is empty, longer than [`MAX_NAME`], of several lines or not UTF-8.
pub(super) fn symbol_of(
    raw: &RawSymbol,
    leads: &[Span],
    text: &[u8],
    lines: &LineIndex,
) -> Option<Symbol> {
    let written = text.get(raw.name.start as usize..raw.name.end as usize)?;
    let written = without_quotes(std::str::from_utf8(written).ok()?);
    let written = if raw.kind == "section" { without_closing(written) } else { written };
    let name = raw.given_name.as_deref().unwrap_or(written);
    let name = if raw.writer { format!("{name}=") } else { name.to_owned() };
    if name.is_empty() || name.len() > MAX_NAME || name.contains('\n') {
        return None;
    }
    let start = lead_start(raw.code.start, leads, text);
    let end = raw.code.end.max(raw.code.start + 1);
    let name_line = lines.line_at(raw.name.start as usize);
    let body = raw.body.unwrap_or(raw.code.end);
    // The line of the byte before the body. If the body opens indented on a line of its own, as in Python, its first line
    // counts as part of the signature; if it opens at the start of a line, as a brace, it does not.
    let signature_end = lines.line_at(body.saturating_sub(1) as usize).max(name_line);
    Some(Symbol {
        qualified: name.clone(),
        name,
        kind: raw.kind.clone(),
        lends: false,
        container: None,
        start: lines.line_at(start as usize),
        // Some grammars include the line end in the node.
        end: lines.line_at(trim_end(raw.code.start, end, text) as usize - 1).max(name_line),
        span: start..end,
        code: raw.code.clone(),
        name_span: raw.name.clone(),
        body,
        name_line,
        signature_end,
        test: false,
        parameters: raw.parameters.clone(),
        result: raw.result.clone(),
    })
}

/// A name without the quotes around it: of the key `'a'`, of the string of a test, of `` `a b` ``. In Haskell's `a'` the
/// mark belongs to the name.
fn without_quotes(mut name: &str) -> &str {
    while let Some(inner) = ['"', '\'', '`'].iter().find_map(|quote| {
        let rest = name.strip_prefix(*quote)?;
        rest.strip_suffix(*quote)
    }) {
        name = inner;
    }
    name
}

/// A heading without the marks that close it: `## A ##`.
fn without_closing(heading: &str) -> &str {
    let rest = heading.trim_end_matches('#');
    if rest.ends_with(' ') { rest.trim_end() } else { heading }
}

/// The end of a span without trailing white space.
fn trim_end(start: u32, end: u32, text: &[u8]) -> u32 {
    let bytes = text.get(start as usize..end as usize).unwrap_or_default();
    start + (bytes.trim_ascii_end().len().max(1)) as u32
}

/// The start of a declaration with the comments and attributes directly before it; `code` is its start without them.
fn lead_start(code: u32, leads: &[Span], text: &[u8]) -> u32 {
    let mut start = code;
    let mut before = leads.partition_point(|lead| lead.start < code);
    while let Some(lead) = before.checked_sub(1).map(|index| &leads[index]) {
        let Some(gap) = text.get(lead.end as usize..start as usize) else {
            break;
        };
        // Some grammars include the line end in a comment's node.
        let own_break = text.get(lead.end as usize - 1) == Some(&b'\n');
        let breaks = memchr::memchr_iter(b'\n', gap).count() + usize::from(own_break);
        let line_start =
            memchr::memrchr(b'\n', &text[..lead.start as usize]).map_or(0, |at| at + 1);
        let starts_line = text[line_start..lead.start as usize].trim_ascii().is_empty();
        if !gap.trim_ascii().is_empty() || breaks > 1 || (breaks == 1 && !starts_line) {
            break;
        }
        start = lead.start;
        before -= 1;
    }
    start
}

/// Sets the container, the qualified name and the test flag of every symbol. Symbols that are nested too deep are
/// removed.
pub(super) fn nest(
    symbols: &mut Vec<Symbol>,
    raw: &[RawSymbol],
    leads: &[Span],
    language: &Language,
    text: &[u8],
    lines: &LineIndex,
) {
    let owners: HashMap<u32, &str> = raw
        .iter()
        .filter_map(|raw| Some((raw.name.start, raw.owner.as_deref()?)))
        .filter(|(_, owner)| owner.len() <= MAX_NAME)
        .collect();
    if language.no_nested_functions {
        end_before_next(symbols, text, lines);
    }
    remove_deep(symbols);
    let mut open: Vec<usize> = Vec::new();
    for at in 0..symbols.len() {
        close(&mut open, symbols, at);
        let mut scopes = Vec::new();
        let mut around = open.iter().rev().copied();
        // A parameter of a constructor may declare a field, which is one of the type.
        let is_field = matches!(symbols[at].kind.as_str(), "field" | "property");
        let name = symbols[at].name_span.start;
        let is_head = |top: usize| symbols[top].is_function() && name < symbols[top].body;
        let outer = around.find(|top| !(is_field && is_head(*top)));
        if let Some(top) = outer.or(open.last().copied()) {
            symbols[at].container = u32::try_from(top).ok();
            scopes.push(symbols[top].qualified.clone());
            symbols[at].test = symbols[top].test;
        }
        if let Some(owner) = owners.get(&symbols[at].name_span.start) {
            scopes.push((*owner).to_owned());
        }
        scopes.push(symbols[at].name.clone());
        symbols[at].qualified = scopes.join(language.separator);
        symbols[at].lends = language.modules_lend && symbols[at].kind == "module";
        symbols[at].test |= is_test(&symbols[at], leads, language, text);
        open.push(at);
    }
}

/// Gives all clauses of a function the defaults that one of them declares.
pub(super) fn share_parameters(symbols: &mut [Symbol]) {
    let key = |symbol: &Symbol| {
        let most = *symbol.parameters.as_ref()?.end();
        Some((symbol.qualified.clone(), most))
    };
    let mut fewest: HashMap<(String, u8), u8> = HashMap::new();
    for symbol in symbols.iter() {
        if let (Some(key), Some(parameters)) = (key(symbol), &symbol.parameters) {
            let known = fewest.entry(key).or_insert(*parameters.start());
            *known = (*known).min(*parameters.start());
        }
    }
    for symbol in symbols {
        let least = key(symbol).and_then(|key| fewest.get(&key));
        symbol.parameters =
            symbol.parameters.take().map(|own| *least.unwrap_or(own.start())..=*own.end());
    }
}

/// Ends a function that begins a line before the next function that begins a line, if that seems to be inside it.
fn end_before_next(symbols: &mut [Symbol], text: &[u8], lines: &LineIndex) {
    let begins_line = |symbol: &Symbol| {
        let at = symbol.code.start as usize;
        symbol.is_function() && (at == 0 || text.get(at - 1) == Some(&b'\n'))
    };
    let functions: Vec<usize> =
        (0..symbols.len()).filter(|&at| begins_line(&symbols[at])).collect();
    for pair in functions.windows(2) {
        let next = symbols[pair[1]].span.start;
        let symbol = &mut symbols[pair[0]];
        if next < symbol.span.end && next > symbol.body {
            let end = trim_end(symbol.code.start, next, text);
            (symbol.span.end, symbol.code.end) = (end, end);
            symbol.end = lines.line_at(end as usize - 1).max(symbol.signature_end);
        }
    }
}

/// Removes from the open declarations those that do not contain the symbol `at`.
fn close(open: &mut Vec<usize>, symbols: &[Symbol], at: usize) {
    let symbol = &symbols[at];
    // Declarations of one statement are siblings: `var a, b`.
    let is_closed = |top: &Symbol| top.span.end < symbol.span.end || top.code == symbol.code;
    while open.last().is_some_and(|&top| is_closed(&symbols[top])) {
        open.pop();
    }
}

/// Removes the symbols that are nested in [`MAX_DEPTH`] others.
fn remove_deep(symbols: &mut Vec<Symbol>) {
    let mut open: Vec<usize> = Vec::new();
    let mut deep = vec![false; symbols.len()];
    for (at, deep) in deep.iter_mut().enumerate() {
        close(&mut open, symbols, at);
        *deep = open.len() >= MAX_DEPTH;
        if !*deep {
            open.push(at);
        }
    }
    let mut deep = deep.into_iter();
    symbols.retain(|_| deep.next() == Some(false));
}

/// Whether an attribute before a declaration marks it as a test. A comment may name the attribute; it does not begin
/// with it.
fn is_test(symbol: &Symbol, leads: &[Span], language: &Language, text: &[u8]) -> bool {
    let marks = language.test_attributes;
    let first = leads.partition_point(|lead| lead.start < symbol.span.start);
    let mut own = leads[first..]
        .iter()
        .take_while(|lead| lead.start < symbol.code.start)
        .map(|lead| &text[lead.start as usize..]);
    own.any(|lead| marks.iter().any(|mark| lead.starts_with(mark.as_bytes())))
}
