//! Extracts the facts of a file: parses it, matches the language's patterns, and nests the declarations.
//!
//! The captures that a language's patterns may use:
//!
//! | capture | means |
//! |---|---|
//! | `@symbol.KIND` with `@name` | a declaration; `@body` is the start of its body, `@owner` the type that it belongs to if that does not enclose it |
//! | `@writer` with `@symbol.KIND` | a declaration whose name is this with `=` |
//! | `@unnamed` with `@symbol.KIND` | in place of `@name`: a word of what a module exports without a name; the file gives it one |
//! | `@until` with `@name` | the last node of a name of several, as of `operator +` |
//! | `@widen` with `@name` | the declaration of that name also covers this node (an `export`) |
//! | `@lead` | a comment, attribute or decorator: part of the declaration that follows it directly |
//! | `@call`, `@reference` | a name that is called, or used; `@qualifier` is the expression before it |
//! | `@attribute` | the type of an attribute, which may leave out the end of its name |
//! | `@construct` | a type that is constructed, or a field that gets a value |
//! | `@replacement` | the replacement of a macro, which the grammar leaves as text: its names are references; those of `@parameters` are not |
//! | `@uncalled` | a part, such as a type, in which a `@call` is only a reference; such parts do not nest |
//! | `@heritage` | a super type of the declaration around it |
//! | `@nameless` | a `@heritage` of a value, such as an anonymous class, and not of the declaration around it |
//! | `@anonymous` | the body of a type without a name; a `@nameless` of the same match is a super type |
//! | `@self.type`, `@self.other`, `@self.value`, `@self.any` | a part in which `this` is the type around, something else, a value of the type, or any of these; of one part, the first of these counts |
//! | `@assigned` | a variable that gets another value: a reference, too |
//! | `@key`, `@shorthand` | an object key or a keyword argument; a shorthand is also a variable |
//! | `@bound` | a name that a parameter or a local variable binds: not a reference |
//! | `@tag` | the name of an element of markup: not a reference, unless it is capitalised |
//! | `@of` | the declared type of a `@bound` or `@held` name |
//! | `@among_tokens` | a name among the tokens of a macro: what stands before it is read from the text |
//! | `@items` | the tokens of a macro among which declarations may be |
//! | `@held` | a field of the type around it |
//! | `@narrowed` with `@within` | a name that a check gives the type `@of` within a part |
//! | `@outer` | a name from an outer scope, although the function assigns to it |
//! | `@package` | the namespace of the declarations that follow, where it is no declaration itself |
//! | `@loads` | a statement that loads another file or module, and binds no name |
//! | `@segments` | a part of the name of a namespace: no references, like the names in a `@package` |
//! | `@module`, `@global` | marks the file as a module; as a module whose names are nevertheless global |
//! | `@import` | a statement that the language's [`extract_imports`](crate::facts::languages::Language::extract_imports) reads |
//!
//! If several patterns match one name node, the first one decides the kind, and the widest one the range.

mod anonymous;
mod binding;
mod captures;
mod component;
mod dead_code;
mod excerpt;
mod given;
mod guards;
mod macro_items;
mod nest;
mod parse;
mod parts;
mod passed;
mod replacement;
mod returned;
mod risk;
mod scopes;
mod tokens;
mod valued;
mod watch;

use crate::facts::languages::Modules;
use crate::facts::{Facts, Given, Label, Language, Reference, Span, Symbol};
use captures::Match;
use component::{add_component, hide_imports};
use firsthand_source::{Cancel, LineIndex};
use nest::{nest, share_parameters, symbol_of};
use scopes::{OuterName, call_bare_names, scope_to_functions};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::RangeInclusive;
use tree_sitter::{Node, Tree};

pub(crate) use excerpt::{excerpt, extract_excerpt};
pub use parse::bare_parse;
pub(crate) use parts::{comments, comments_and_names, syntax};
pub(crate) use risk::is_risky;
pub(crate) use watch::{Watch, used};

/// The stack of a thread that parses a text of this length, in bytes. To free the state of a parser recurses, in frames
/// of up to 160 bytes, as often as there are tokens that were not reduced.
pub(crate) fn stack_for(length: usize) -> usize {
    (1 << 20) + 256 * length
}

/// The facts of a text that cannot be parsed.
pub(crate) fn given_up(language: &Language, path: &str, text: &[u8]) -> Facts {
    let mut facts = Raw::default().into_facts(language, text);
    facts.given_up = true;
    add_component(&mut facts, (language, path), text);
    facts
}

/// Extracts the facts of `text`, the file at `path`, while `watch` allows. Returns `None` if `cancel` was cancelled, or if the grammar or the
/// patterns of the language cannot be used.
pub(crate) fn extract(
    language: &Language,
    path: &str,
    text: &[u8],
    watch: &Watch,
    cancel: &Cancel,
) -> Option<Facts> {
    let embedded = language.embedded_code.map(|find| find(text));
    let code = embedded.as_ref().map(|embedded| embedded.code.as_slice());
    let trees = parse::trees(language, text, code, watch, cancel)?;
    let apart = embedded.as_ref().filter(|embedded| embedded.of_members);
    let apart = apart.map_or(Vec::new(), |embedded| embedded.code.clone());
    let uses = embedded.into_iter().flat_map(|embedded| embedded.uses);
    let uses = uses.chain((language.more_references)(text));
    let mut facts = facts_of(&trees, uses, (language, language.module_name(path)), text, cancel)?;
    add_component(&mut facts, (language, path), text);
    hide_imports(&mut facts, &apart);
    Some(facts)
}

/// The facts of the trees of a text, and the uses of names outside of them. `None` if `cancel` was cancelled, or if the
/// patterns of the language cannot be used.
fn facts_of(
    trees: &[Tree],
    uses: impl Iterator<Item = Reference>,
    (language, module_name): (&Language, Option<&str>),
    text: &[u8],
    cancel: &Cancel,
) -> Option<Facts> {
    let patterns = language.patterns()?;
    let mut raw = Raw::default();
    for reference in uses {
        raw.references.insert(reference.span.start, reference);
    }
    for tree in trees {
        patterns.each(tree.root_node(), text, &mut |pattern, captured, around| {
            raw.add(&Match {
                language,
                text,
                pattern,
                names: &patterns.captures,
                captured,
                around,
            });
        });
    }
    if cancel.is_cancelled() {
        return None;
    }
    raw.name_by_file(module_name, text);
    let mut facts = raw.into_facts(language, text);
    facts.given_up = trees.is_empty();
    Some(facts)
}

/// The captured nodes of a file, before declarations are nested and references that only bind a name are removed. The
/// keys of the maps are the offsets of the names' first bytes.
#[derive(Default)]
struct Raw {
    symbols: HashMap<u32, RawSymbol>,
    widened: HashMap<u32, Span>,
    leads: Vec<Span>,
    references: HashMap<u32, Reference>,
    uncalled: Vec<Span>,
    /// The names of namespaces, which refer to nothing.
    segments: Vec<Span>,
    labels: HashMap<u32, Label>,
    outer_names: Vec<OuterName>,
    global: bool,
    /// What is captured as it stays, in any order.
    facts: Facts,
}

/// A captured declaration.
#[derive(Default)]
struct RawSymbol {
    /// The index of the pattern that decides its kind.
    pattern: usize,
    kind: String,
    name: Span,
    /// The declaration without what leads it.
    code: Span,
    /// The offset at which its body starts.
    body: Option<u32>,
    owner: Option<String>,
    /// Whether its name ends in a `=` that the text leaves out.
    writer: bool,
    /// Whether a module exports it without a name.
    unnamed: bool,
    /// Whether it is so named as the text says all the same: `module.exports = function …`.
    is_named_there: bool,
    /// Its name, if that is not in the text.
    given_name: Option<String>,
    parameters: Option<RangeInclusive<u8>>,
    /// What gives the result of a function its type.
    result: Option<Given>,
}

/// Whether the node is a type identifier in the grammar.
fn is_type_identifier(node: Node<'_>) -> bool {
    node.kind() == "type_identifier"
}

fn span(node: Node<'_>) -> Span {
    let range = node.byte_range();
    range.start as u32..range.end as u32
}

impl Raw {
    /// The declarations, each as wide as the statement that it is all of. A variable whose value is a loaded module is an
    /// import, and no declaration.
    fn take_symbols(&mut self, text: &[u8]) -> Vec<RawSymbol> {
        let is_import = |symbol: &RawSymbol| {
            let name = text.get(symbol.name.start as usize..symbol.name.end as usize);
            let mut modules = self.facts.imports.iter().filter(|import| !import.source.is_empty());
            modules.any(|import| {
                import.at.contains(&symbol.name.start) && Some(import.local.as_bytes()) == name
            })
        };
        let symbols = std::mem::take(&mut self.symbols).into_values();
        let mut symbols: Vec<RawSymbol> = symbols.filter(|symbol| !is_import(symbol)).collect();
        for symbol in &mut symbols {
            if let Some(wider) = self.widened.get(&symbol.name.start) {
                widen(&mut symbol.code, wider);
            }
        }
        symbols
    }

    fn into_facts(mut self, language: &Language, text: &[u8]) -> Facts {
        self.leads.sort_unstable_by_key(|lead| (lead.start, lead.end));
        self.facts.heritage.sort_unstable_by_key(|name| (name.start, name.end));
        self.facts.heritage.dedup();
        self.facts.nameless.sort_unstable();
        self.facts.dead_code.sort_unstable_by_key(|comment| comment.start);
        self.facts.selves.sort_unstable_by_key(|(part, own)| (part.start, Reverse(part.end), *own));
        self.facts.selves.dedup_by(|next, first| next.0 == first.0);
        let lines = LineIndex::of(text);
        let raw_symbols = self.take_symbols(text);
        let mut references: Vec<Reference> =
            std::mem::take(&mut self.references).into_values().collect();
        references.sort_unstable_by_key(|reference| reference.span.start);
        self.uncalled.sort_unstable_by_key(|span| span.start);
        for reference in &mut references {
            let at = reference.span.start;
            reference.call &= last_at(&self.uncalled, at).is_none();
            let label = self.labels.get(&reference.span.start);
            reference.label = label.copied().unwrap_or_default();
        }
        self.drop_bound(&mut references, text);
        let module = self.is_module(language);
        let mut symbols: Vec<Symbol> = raw_symbols
            .iter()
            .filter_map(|raw| symbol_of(raw, &self.leads, text, &lines))
            .collect();
        symbols
            .sort_by_key(|s| (s.span.start, Reverse(s.span.end), s.name_span.start, s.name.len()));
        let name_starts: std::collections::HashSet<u32> =
            symbols.iter().map(|symbol| symbol.name_span.start).collect();
        self.segments.sort_unstable_by_key(|span| span.start);
        references.retain(|reference| {
            let at = reference.span.start;
            !name_starts.contains(&at) && last_at(&self.segments, at).is_none()
        });
        nest(&mut symbols, &raw_symbols, &self.leads, language, text, &lines);
        if language.arguments.is_some() && !language.overloads {
            share_parameters(&mut symbols);
        }
        let mut facts = Facts { symbols, references, module, lines: lines.count(), ..self.facts };
        anonymous::join_bodies(&mut facts.anonymous);
        anonymous::scope_members(&mut facts, language);
        let is_outside = |lead: &Span| facts.enclosing(lead.start).is_none();
        facts.comments = self.leads.into_iter().filter(is_outside).collect();
        // In a language without modules, a bound name without a scope is local to its function; otherwise it is a name
        // of the file.
        if language.modules == Modules::None {
            scope_to_functions(&mut facts);
        }
        if language.bare_calls {
            call_bare_names(&mut facts, &self.uncalled, text);
        }
        facts
    }
}

/// The last of the spans, sorted by their starts, that begins at `at` or before it, if it contains `at`.
pub(crate) fn last_at(spans: &[Span], at: u32) -> Option<&Span> {
    let before = spans.partition_point(|span| span.start <= at);
    let last = before.checked_sub(1).and_then(|last| spans.get(last));
    last.filter(|span| span.contains(&at))
}

/// Extends a span to the smallest one that also contains `other`.
fn widen(span: &mut Span, other: &Span) {
    span.start = span.start.min(other.start);
    span.end = span.end.max(other.end);
}
