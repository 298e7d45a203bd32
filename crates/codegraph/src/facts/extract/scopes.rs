//! Adds captured imports, fields, and names of parameters and local variables to the facts of a file, with the scopes
//! of the names.

use super::binding::bound;
use super::captures::Match;
use super::{Raw, last_at, span, widen};
use crate::facts::languages::{Modules, node_text};
use crate::facts::{Binding, Facts, Form, Given, Language, Reference, Span, Symbol};
use std::collections::HashMap;
use tree_sitter::Node;

impl Raw {
    /// Reads an import, and the scope of its names.
    pub(super) fn import(&mut self, node: Node<'_>, parts: &Match<'_, '_>) {
        let from = self.facts.imports.len();
        (parts.language.extract_imports)(node, parts.text, &mut self.facts.imports);
        if let Some(place) = parts.language.place_import {
            let above = parts.around.of(node);
            let imports = self.facts.imports[from..].iter_mut();
            imports.for_each(|import| place(&above, parts.text, import));
        }
        let scope = match parts.language.modules {
            Modules::None => None,
            Modules::WithImportOrExport | Modules::All => function_around(&parts.around.of(node)),
        };
        for import in &mut self.facts.imports[from..] {
            if import.at.is_empty() {
                // The node of an `#include` ends behind the line.
                let text = &parts.text[node.byte_range()];
                let end = node.start_byte() + text.trim_ascii_end().len();
                import.at = span(node).start..end as u32;
            }
            if import.within.is_none() {
                import.within.clone_from(&scope);
            }
        }
    }

    /// Adds the binding of a name, of the captured type or else of the type that is written at the name.
    pub(super) fn bind<'t>(&mut self, node: Node<'t>, parts: &Match<'_, 't>) {
        let above = parts.around.of(node);
        let bound = bound(node, &above);
        self.facts.bindings.extend(bound.map(|bound| bound.of_type_at(node, &above, parts)));
    }

    /// Adds a variable with a value that it gets after its declaration.
    pub(super) fn assign<'t>(&mut self, node: Node<'t>, parts: &Match<'_, 't>) {
        let assigned = Binding { name: span(node), ..Binding::default() };
        self.facts.assigned.push(assigned.of_type_at(node, &parts.around.of(node), parts));
    }

    /// Adds a tag in lower case as a binding with an empty scope, so that it is no reference: it is an element of the
    /// markup, even if the file declares the name.
    pub(super) fn tag(&mut self, node: Node<'_>, text: &[u8]) {
        if node_text(node, text).starts_with(char::is_lowercase) {
            self.facts.bindings.push(Binding {
                name: span(node),
                within: Some(0..0),
                ..Binding::default()
            });
        }
    }

    /// Adds a field, of the captured type or else of the type that is written at the name.
    pub(super) fn field<'t>(&mut self, node: Node<'t>, parts: &Match<'_, 't>) {
        let field = Binding { name: span(node), ..Binding::default() };
        let above = parts.around.of(node);
        let field = field.of_type_at(node, &above, parts);
        // A field of PHP without a type may have one in a super type.
        let is_plain = above.iter().any(|around| around.kind() == "property_element");
        if field.given.is_some() || !is_plain {
            self.facts.fields.push(field);
        }
    }

    /// Adds a name that has the captured type within the captured part, unless that assigns to it.
    pub(super) fn narrow<'t>(&mut self, node: Node<'t>, parts: &Match<'_, 't>) {
        let Some(within) = parts.get("within") else {
            return;
        };
        let name = node_text(node, parts.text);
        let part = node_text(within, parts.text);
        let mut uses = part.match_indices(name).map(|(at, _)| part[at + name.len()..].trim_start());
        let is_assigned = uses.any(|after| after.starts_with('=') && !after.starts_with("=="));
        let narrowed = Binding {
            name: span(node),
            within: Some(span(within)).filter(|_| !is_assigned),
            ..Binding::default()
        };
        if narrowed.within.is_some() {
            self.facts.narrowed.push(narrowed.of_type_at(node, &[], parts));
        }
    }

    /// Whether other files can use the file's names only by importing them.
    pub(super) fn is_module(&self, language: &Language) -> bool {
        match language.modules {
            Modules::None => false,
            Modules::WithImportOrExport => {
                let imports = || self.facts.imports.iter().any(|import| !import.source.is_empty());
                (self.facts.module || imports()) && !self.global
            }
            Modules::All => true,
        }
    }

    /// Merges the bindings and the fields of the same name node, sets the scopes of those that are names of an outer
    /// scope, and removes the references that only bind a name. The names of an import stay references.
    pub(super) fn drop_bound(&mut self, references: &mut Vec<Reference>, text: &[u8]) {
        merge(&mut self.facts.fields);
        merge_narrowed(&mut self.facts.narrowed);
        merge(&mut self.facts.bindings);
        let starts: Vec<u32> = self.facts.bindings.iter().map(|bound| bound.name.start).collect();
        let imported = |at: u32| self.facts.imports.iter().any(|import| import.at.contains(&at));
        references.retain(|reference| {
            let at = reference.span.start;
            starts.binary_search(&at).is_err() || imported(at)
        });
        let slice = |span: &Span| text.get(span.start as usize..span.end as usize);
        for bound in &mut self.facts.bindings {
            let declares = |outer: &&OuterName| {
                let within = outer.function.contains(&bound.name.start);
                within && slice(&outer.name) == slice(&bound.name)
            };
            if let Some(outer) = self.outer_names.iter().find(declares) {
                bound.within.clone_from(&outer.within);
            }
        }
    }
}

/// Sorts names by position and merges those of one node: several patterns may match it, and one of them captures its
/// type.
fn merge(names: &mut Vec<Binding>) {
    names.sort_unstable_by_key(|bound| bound.name.start);
    names.dedup_by(|next, first| {
        let same = next.name.start == first.name.start;
        if same {
            let is_type = |given: &Given| given.form == Form::Type;
            match (&mut first.given, next.given.take()) {
                // Each bound of a type is captured by itself.
                (Some(bound), Some(more)) if first.of_type && is_type(&more) => {
                    widen(&mut bound.span, &more.span);
                }
                (Some(known), Some(more)) if is_type(known) || !more.names_type() => {}
                (known, more) => *known = more.or(known.take()),
            }
        }
        same
    });
}

/// Sorts names by the parts in which they have a type, and removes those with several types in one: one of these is meant.
fn merge_narrowed(names: &mut Vec<Binding>) {
    let key = |bound: &Binding| (bound.name.start, bound.within.clone().unwrap_or_default().start);
    names.sort_unstable_by_key(key);
    let parts = names.chunk_by(|bound, next| key(bound) == key(next));
    *names = parts.filter(|part| part.len() == 1).flatten().cloned().collect();
    names.sort_by_key(|bound| key(bound).1);
}

/// Sets the scope of bindings without one to that of the enclosing function.
pub(super) fn scope_to_functions(facts: &mut Facts) {
    let mut bindings = std::mem::take(&mut facts.bindings);
    for binding in bindings.iter_mut().filter(|binding| binding.within.is_none()) {
        let around = facts.enclosing(binding.name.start);
        // A declaration's own name is one of the declaration around it; among those, only a type's members are known by
        // their names alone.
        let around = around.and_then(|at| {
            let symbol = &facts.symbols[at];
            if symbol.name_span != binding.name {
                return Some(symbol);
            }
            facts.container(symbol).filter(|outer| outer.is_type())
        });
        // Types that a signature declares are seen in it, too.
        let is_local = |around: &Symbol| {
            !binding.of_type && around.is_function() && around.body < around.code.end
        };
        binding.within = around.map(|around| {
            if is_local(around) { around.body..around.code.end } else { around.span.clone() }
        });
    }
    facts.bindings = bindings;
}

/// Makes bare names calls, unless a parameter or a local variable before them has the name; then they are no reference
/// to a declaration. In the parts `uncalled`, names are not called.
pub(super) fn call_bare_names(facts: &mut Facts, uncalled: &[Span], text: &[u8]) {
    let slice = |span: &Span| text.get(span.start as usize..span.end as usize);
    let mut bound: HashMap<&[u8], Vec<&Binding>> = HashMap::new();
    for binding in &facts.bindings {
        if let Some(name) = slice(&binding.name) {
            let name = name.strip_suffix(b":").unwrap_or(name);
            bound.entry(name).or_default().push(binding);
        }
    }
    let mut references = std::mem::take(&mut facts.references);
    references.retain_mut(|reference| {
        let (name, at) = (slice(&reference.span).unwrap_or_default(), reference.span.start);
        let is_bare = !reference.call && reference.qualifier.is_none();
        let in_uncalled = last_at(uncalled, at).is_some();
        if !is_bare || in_uncalled || name.first().is_none_or(u8::is_ascii_uppercase) {
            return true;
        }
        let sees = |binding: &&Binding| match &binding.within {
            Some(within) => within.contains(&at),
            None => facts.function_around(binding.name.start) == facts.function_around(at),
        };
        let bound = bound.get(name).map_or(&[][..], Vec::as_slice);
        let before = bound.partition_point(|binding| binding.name.start < at);
        // The nearest one is most likely visible.
        reference.call = !bound[..before].iter().rev().any(sees);
        reference.call
    });
    facts.references = references;
}

/// A name of an outer scope that a function assigns to (`global`, `nonlocal`).
pub(super) struct OuterName {
    name: Span,
    function: Span,
    /// The scope of the name; the file if `None`.
    within: Option<Span>,
}

impl OuterName {
    pub(super) fn of(node: Node<'_>, above: &[Node<'_>]) -> Option<OuterName> {
        let at = above.iter().position(is_function)?;
        let is_nonlocal = above.first()?.kind() == "nonlocal_statement";
        let outer_function = function_around(&above[at + 1..]).filter(|_| is_nonlocal);
        Some(OuterName { name: span(node), function: span(above[at]), within: outer_function })
    }
}

/// The nearest function among the ancestors of a node.
pub(super) fn function_around(above: &[Node<'_>]) -> Option<Span> {
    let function = above.iter().find(|around| is_function(around));
    function.map(|function| span(*function))
}

fn is_function(node: &Node<'_>) -> bool {
    const FUNCTIONS: [&str; 7] = [
        "arrow_function",
        "function_declaration",
        "function_definition",
        "function_expression",
        "generator_function",
        "generator_function_declaration",
        "method_definition",
    ];
    FUNCTIONS.contains(&node.kind())
}
