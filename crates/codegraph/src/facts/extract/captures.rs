//! Adds the captured nodes of a match to the facts of a file, by the names of their captures.

use tree_sitter::Node;

use super::scopes::OuterName;
use super::{Raw, RawSymbol, is_type_identifier, span, split_dotted, widen, without_separator};
use crate::facts::languages::{Language, node_text};
use crate::facts::pattern::{Ancestors, Captured};
use crate::facts::{Label, Reference};

/// The captured nodes of one match.
pub(super) struct Parts<'q, 't> {
    /// The names of the captures of the language's patterns.
    pub(super) names: &'q [String],
    pub(super) captured: &'q [Captured<'t>],
}

impl<'q, 't> Parts<'q, 't> {
    pub(super) fn iter(&self) -> impl Iterator<Item = (&'q str, Node<'t>)> {
        let (names, captured) = (self.names, self.captured.iter());
        captured.map(|(capture, node)| (names[usize::from(*capture)].as_str(), *node))
    }

    /// The node of a capture.
    pub(super) fn get(&self, capture: &str) -> Option<Node<'t>> {
        let mut parts = self.iter();
        parts.find_map(|(name, node)| (name == capture).then_some(node))
    }
}

impl Raw {
    /// Adds the captured nodes of one match.
    pub(super) fn add<'t>(
        &mut self,
        pattern: usize,
        parts: &Parts<'_, 't>,
        around: &Ancestors<'_, 't>,
        language: &Language,
        text: &[u8],
    ) {
        for (capture, node) in parts.iter() {
            match capture {
                "widen" => self.widen(node, parts, language, text),
                "lead" => self.leads.push(span(node)),
                "call" | "construct" | "reference" => {
                    self.refer(node, capture, parts, language, text);
                }
                "uncalled" => self.uncalled.push(span(node)),
                "nameless" => self.nameless.push(span(node).start),
                "heritage" => self.heritage.push(split_dotted(node, language, text).1),
                "import" => self.import(node, around, language, text),
                "key" => drop(self.labels.insert(span(node).start, Label::Key)),
                "shorthand" => drop(self.labels.insert(span(node).start, Label::Shorthand)),
                "bound" => self.bind(node, parts, around, language, text),
                "tag" => self.tag(node, text),
                "held" => self.field(node, parts, around, language, text),
                "outer" => {
                    let outer = OuterName::of(node, &around.of(node));
                    self.outer_names.extend(outer);
                }
                "package" => {
                    let name = node_text(node, text).replace('\\', ".");
                    self.namespaces.push((span(node).start, name));
                }
                "module" => self.module = true,
                "global" => self.global = true,
                other => {
                    if let Some(kind) = other.strip_prefix("symbol.") {
                        self.declare(pattern, (kind, node), parts, language, text);
                    }
                }
            }
        }
    }

    fn widen(&mut self, node: Node<'_>, parts: &Parts<'_, '_>, language: &Language, text: &[u8]) {
        if let Some(name) = parts.get("name") {
            let (_, name) = split_dotted(name, language, text);
            let widened = self.widened.entry(name.start);
            widen(widened.or_insert_with(|| span(node)), &span(node));
        }
    }

    fn refer(
        &mut self,
        node: Node<'_>,
        capture: &str,
        parts: &Parts<'_, '_>,
        language: &Language,
        text: &[u8],
    ) {
        let (qualifier, span) = split_dotted(node, language, text);
        let entry = self.references.entry(span.start).or_insert(Reference {
            span,
            qualifier,
            of_type: is_type_identifier(node) && !language.types_are_values,
            ..Reference::default()
        });
        entry.call |= capture != "reference";
        entry.constructs |= capture == "construct";
        if let Some(qualifier) = parts.get("qualifier") {
            entry.qualifier = Some(without_separator(qualifier, language, text));
        }
    }

    fn declare(
        &mut self,
        pattern: usize,
        (kind, node): (&str, Node<'_>),
        parts: &Parts<'_, '_>,
        language: &Language,
        text: &[u8],
    ) {
        let writer = parts.get("writer");
        let Some(name) = parts.get("name").or(writer) else {
            return;
        };
        let (before, mut name) = split_dotted(name, language, text);
        if let Some(last) = parts.get("until") {
            name.end = name.end.max(span(last).end);
        }
        let code = span(node);
        let body = parts
            .get("body")
            .or_else(|| node.child_by_field_name("body"));
        let body = body.map(|body| span(body).start);
        let owner = match (parts.get("owner").map(span), before) {
            (Some(outer), Some(inner)) => Some(outer.start..inner.end),
            (outer, inner) => outer.or(inner),
        };
        let owner = owner.and_then(|owner| text.get(owner.start as usize..owner.end as usize));
        let owner = owner.map(|owner| String::from_utf8_lossy(owner).into_owned());
        // One name can declare both a reader and a writer.
        let key = if writer.is_some() {
            name.end
        } else {
            name.start
        };
        let found = self.symbols.entry(key).or_insert_with(|| RawSymbol {
            pattern,
            kind: kind.to_owned(),
            name,
            code: code.clone(),
            body,
            owner: owner.clone(),
            writer: writer.is_some(),
        });
        if pattern < found.pattern {
            found.pattern = pattern;
            kind.clone_into(&mut found.kind);
        }
        widen(&mut found.code, &code);
        found.body = found.body.or(body);
        found.owner = found.owner.take().or(owner);
    }
}
