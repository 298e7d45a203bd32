//! Adds the captured nodes of a match to the facts of a file, by the names of their captures.

use super::dead_code;
use super::given::result;
use super::guards::guard;
use super::replacement;
use super::scopes::OuterName;
use super::tokens;
use super::{Raw, RawSymbol, is_type_identifier, span, widen};
use crate::facts::languages::node_text;
use crate::facts::pattern::{Ancestors, Captured};
use crate::facts::{Anonymous, Label, Language, Own, Reference, Span};
use crate::text::brackets::without_types;
use std::ops::RangeInclusive;
use tree_sitter::Node;

/// The captured nodes of one match.
pub(super) struct Match<'q, 't> {
    pub(super) language: &'q Language,
    pub(super) text: &'q [u8],
    /// The index of the pattern.
    pub(super) pattern: usize,
    /// The names of the captures of the language's patterns.
    pub(super) names: &'q [String],
    pub(super) captured: &'q [Captured<'t>],
    pub(super) around: &'q Ancestors<'q, 't>,
}

impl<'q, 't> Match<'q, 't> {
    pub(super) fn iter(&self) -> impl Iterator<Item = (&'q str, Node<'t>)> {
        let (names, captured) = (self.names, self.captured.iter());
        captured.map(|(capture, node)| (names[usize::from(*capture)].as_str(), *node))
    }

    /// The node of a capture.
    pub(super) fn get(&self, capture: &str) -> Option<Node<'t>> {
        let mut parts = self.iter();
        parts.find_map(|(name, node)| (name == capture).then_some(node))
    }

    /// How many arguments the call or the declaration of a name has, if that matters.
    fn arguments(&self, name: Node<'t>) -> Option<RangeInclusive<u8>> {
        let count = self.language.arguments?;
        count(name, &self.around.of(name), self.text)
    }

    fn bytes(&self, span: &Span) -> Option<&'q [u8]> {
        self.text.get(span.start as usize..span.end as usize)
    }

    /// The qualifier and the last name of a dotted name: `A.B` and `c` of `A.B.c`. Without a qualifier, or if the node
    /// is no path of names, `None` and the whole node.
    fn split_dotted(&self, node: Node<'_>) -> (Option<Span>, Span) {
        let (node_span, written) = (span(node), node_text(node, self.text));
        if written.starts_with(':') && matches!(node.kind(), "atom" | "simple_symbol") {
            return (None, node_span.start + 1..node_span.end);
        }
        if node.kind() == "keyword" {
            let name = written.trim_end().trim_end_matches(':');
            return (None, node_span.start..node_span.start + name.len() as u32);
        }
        let separator = self.language.separator;
        let in_name = |c: char| c.is_alphanumeric() || c == '_' || separator.contains(c);
        match written.rsplit_once(separator) {
            Some((before, name))
                if written.starts_with(char::is_alphabetic) && before.chars().all(in_name) =>
            {
                let start = node_span.start;
                let name = node_span.end - name.len() as u32..node_span.end;
                (Some(start..start + before.len() as u32), name)
            }
            _ => (None, node_span),
        }
    }

    /// Where the scopes before a qualifier begin that the grammar nests around the name, as in C++: `a` of `a::b::c`.
    fn outer_scopes(&self, name: Node<'t>, start: u32) -> u32 {
        let before = &self.text[..start as usize];
        if self.language.separator != "::" || !before.ends_with(b"::") {
            return start;
        }
        let around = self.around.of(name).into_iter();
        let scopes = around.take_while(|around| around.kind() == "qualified_identifier");
        let outermost = scopes.last().map_or(start, |outer| span(outer).start);
        // What begins with a separator is in the scope of the file.
        let is_global = self.text[outermost as usize..].starts_with(b"::");
        if is_global { outermost + 2 } else { outermost }
    }

    /// A qualifier without the separator that some grammars include in it, and without the signs before it, which belong
    /// to the whole expression: `a` of `!a.b()`.
    fn without_separator(&self, node: Node<'_>) -> Span {
        let qualifier = node_text(node, self.text).trim_end_matches(self.language.separator);
        let end = span(node).start + qualifier.len() as u32;
        let unsigned = qualifier.trim_start_matches(['!', '-', '+', '~']);
        let is_value = unsigned.starts_with(|c: char| c.is_alphabetic() || "_$(".contains(c));
        let own = if is_value { unsigned } else { qualifier };
        end - own.len() as u32..end
    }
}

impl Raw {
    /// Adds the captured nodes of one match.
    pub(super) fn add(&mut self, parts: &Match<'_, '_>) {
        for (capture, node) in parts.iter() {
            match capture {
                "widen" => self.widen(node, parts),
                "lead" => self.lead(node, parts.text),
                "attribute" | "call" | "construct" | "reference" => {
                    self.refer(node, capture, parts);
                }
                "replacement" => {
                    for reference in
                        replacement::references(node, parts.get("parameters"), parts.text)
                    {
                        let at = reference.span.start;
                        self.references.entry(at).or_insert(reference);
                    }
                }
                "among_tokens" => self.qualify(node, parts),
                "uncalled" => self.uncalled.push(span(node)),
                "nameless" => self.facts.nameless.push(span(node).start),
                "anonymous" => self.facts.anonymous.push(Anonymous {
                    body: span(node),
                    supers: parts.get("nameless").map(span).into_iter().collect(),
                }),
                "heritage" => self.facts.heritage.push(parts.split_dotted(node).1),
                "import" => self.import(node, parts),
                "key" => drop(self.labels.insert(span(node).start, Label::Key)),
                "shorthand" => drop(self.labels.insert(span(node).start, Label::Shorthand)),
                "items" => self.items(node, parts.pattern, parts.text),
                "narrowed" => self.narrow(node, parts),
                "bound" => self.bind(node, parts),
                "tag" => self.tag(node, parts.text),
                "held" => self.field(node, parts),
                "outer" => {
                    let outer = OuterName::of(node, &parts.around.of(node));
                    self.outer_names.extend(outer);
                }
                "package" => {
                    let name = package(node, parts.text).replace('\\', ".");
                    self.facts.namespaces.push((span(node).start, name));
                    self.segments.push(span(node));
                    self.facts.headers.push(span(node));
                }
                "loads" => self.facts.headers.push(span(node)),
                "segments" => self.segments.push(span(node)),
                "module" => self.facts.module = true,
                "global" => self.global = true,
                "assigned" => self.assign(node, parts),
                "self.any" => self.facts.selves.push((span(node), Own::Any)),
                "self.other" => self.facts.selves.push((span(node), Own::Other)),
                "self.type" => self.facts.selves.push((span(node), Own::Type)),
                "self.value" => self.facts.selves.push((span(node), Own::Value)),
                other => {
                    if let Some(kind) = other.strip_prefix("symbol.") {
                        self.declare(kind, node, parts);
                    }
                }
            }
        }
    }

    fn lead(&mut self, node: Node<'_>, text: &[u8]) {
        self.leads.push(span(node));
        if node.kind().contains("comment") && dead_code::is_code(node_text(node, text)) {
            self.facts.dead_code.push(span(node));
        }
    }

    fn widen(&mut self, node: Node<'_>, parts: &Match<'_, '_>) {
        if let Some(name) = parts.get("name") {
            let widened = self.widened.entry(parts.split_dotted(name).1.start);
            widen(widened.or_insert_with(|| span(node)), &span(node));
        }
    }

    fn refer(&mut self, node: Node<'_>, capture: &str, parts: &Match<'_, '_>) {
        let (qualifier, span) = parts.split_dotted(node);
        let arguments = parts.arguments(node);
        let entry = self.references.entry(span.start).or_insert(Reference {
            span,
            qualifier,
            of_type: is_type_identifier(node) && !parts.language.types_are_values,
            ..Reference::default()
        });
        entry.call |= matches!(capture, "call" | "construct");
        entry.constructs |= matches!(capture, "attribute" | "construct");
        entry.arguments = arguments.map(|arguments| *arguments.end());
        if let Some(qualifier) = parts.get("qualifier") {
            let inner = parts.without_separator(qualifier);
            // The word that begins a path, as in PHP's `namespace\A\b`, stands for all of it.
            let is_path = qualifier.kind() == "namespace";
            let end = if is_path { entry.span.start - 1 } else { inner.end };
            entry.qualifier = Some(parts.outer_scopes(node, inner.start)..end);
        }
    }

    /// Reads what stands before a name that is a plain token.
    fn qualify<'t>(&mut self, node: Node<'t>, parts: &Match<'_, 't>) {
        let at = span(node);
        let starts = parts.around.of(node).into_iter().map(|around| around.start_byte());
        let from = starts.into_iter().find(|start| *start < at.start as usize);
        let qualifier = tokens::qualifier(parts.text, from.unwrap_or(0), at.start as usize);
        if qualifier.is_some() {
            let new = || Reference { span: at.clone(), ..Reference::default() };
            self.references.entry(at.start).or_insert_with(new).qualifier = qualifier;
        }
    }

    fn declare(&mut self, kind: &str, node: Node<'_>, parts: &Match<'_, '_>) {
        let writer = parts.get("writer");
        let unnamed = parts.get("unnamed");
        let Some(name) = parts.get("name").or(writer).or(unnamed) else {
            return;
        };
        if node.kind() == "preproc_def"
            && let Some(guard) = guard(node, &parts.around.of(node), parts.text)
        {
            return self.facts.dead_code.push(guard);
        }
        if kind == "namespace" {
            self.segments.push(span(name));
            self.facts.headers.push(span(name));
        }
        let (before, mut name) = parts.split_dotted(name);
        if let Some(last) = parts.get("until") {
            name.end = name.end.max(span(last).end);
        }
        let code = span(node);
        let body = parts.get("body").or_else(|| node.child_by_field_name("body"));
        let body = body.map(|body| span(body).start);
        let owner = match (parts.get("owner").map(span), before) {
            (Some(outer), Some(inner)) => Some(outer.start..inner.end),
            (outer, inner) => outer.or(inner),
        };
        let owner = owner.and_then(|owner| parts.bytes(&owner));
        let owner = owner.map(|owner| {
            // The arguments of a template belong to no name.
            let written = String::from_utf8_lossy(owner);
            let name = without_types(&written).unwrap_or_else(|| written.clone().into_owned());
            // Ruby joins the names of scopes otherwise than those of members.
            name.replace("::", parts.language.separator)
        });
        // One name can declare both a reader and a writer.
        let key = if writer.is_some() { name.end } else { name.start };
        let is_function = matches!(kind, "function" | "method" | "prototype");
        let found = self.symbols.entry(key).or_insert_with(|| RawSymbol {
            pattern: parts.pattern,
            kind: kind.to_owned(),
            name,
            code: code.clone(),
            body,
            owner: owner.clone(),
            writer: writer.is_some(),
            unnamed: false,
            is_named_there: false,
            given_name: None,
            parameters: parts.get("name").and_then(|name| parts.arguments(name)),
            result: result(node).filter(|_| is_function),
        });
        if parts.pattern < found.pattern {
            found.pattern = parts.pattern;
            kind.clone_into(&mut found.kind);
            found.result = result(node).filter(|_| is_function);
        }
        found.unnamed |= unnamed.is_some();
        found.is_named_there |= unnamed.is_none();
        widen(&mut found.code, &code);
        found.body = found.body.or(body);
        found.owner = found.owner.take().or(owner);
    }
}

/// The clause of Scala that opens a package: for what is in its body, or for all that follows it.
const PACKAGE: &str = "package_clause";

/// The name of a package with those of the packages that are open around it.
fn package(name: Node<'_>, text: &[u8]) -> String {
    let mut full = node_text(name, text).to_owned();
    let Some(mut at) = name.parent().filter(|clause| clause.kind() == PACKAGE) else {
        return full;
    };
    while let Some(outer) = at.prev_named_sibling().or_else(|| at.parent()) {
        let is_ended =
            at.prev_named_sibling() == Some(outer) && outer.child_by_field_name("body").is_some();
        let name = outer.child_by_field_name("name").filter(|_| outer.kind() == PACKAGE);
        if let Some(name) = name.filter(|_| !is_ended) {
            full = format!("{}.{full}", node_text(name, text));
        }
        at = outer;
    }
    full
}
