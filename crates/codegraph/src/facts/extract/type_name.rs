//! The names in a type as it is written: of the type itself, and of the others whose members a value of it has, too.

use super::captures::Match;
use super::given::given;
use super::span;
use crate::facts::languages::node_text;
use crate::facts::{Binding, Language, Span};
use tree_sitter::Node;

/// The most nodes that are followed into a type: `&mut Box<dyn T>` has four.
const MAX_DEPTH: usize = 12;

impl Binding {
    /// The binding, with the captured type if there is one.
    pub(super) fn of_type_at<'t>(
        self,
        name: Node<'t>,
        above: &[Node<'t>],
        parts: &Match<'_, 't>,
    ) -> Binding {
        let mut spans = Vec::new();
        let of = parts.get("of");
        if let Some(node) = of {
            collect(node, parts.language, parts.text, MAX_DEPTH, &mut spans);
        }
        let mut spans = spans.into_iter();
        Binding {
            type_span: spans.next().or(self.type_span),
            more_types: spans.collect(),
            given: given(name, above, of),
            ..self
        }
    }
}

/// Adds the names of a type. The kinds of nodes are those of all grammars; those that are not listed have no name.
fn collect(node: Node<'_>, language: &Language, text: &[u8], depth: usize, into: &mut Vec<Span>) {
    let Some(depth) = depth.checked_sub(1) else {
        return;
    };
    let mut inner = |node: Node<'_>| collect(node, language, text, depth, into);
    match node.kind() {
        "identifier"
        | "name"
        | "nested_type_identifier"
        | "package_identifier"
        | "qualified_name"
        | "qualified_identifier"
        | "qualified_type"
        | "scoped_identifier"
        | "scoped_type_identifier"
        | "simple_identifier"
        | "stable_type_identifier"
        | "type_identifier"
        | "user_type"
        | "variable_name"
        | "generic_name"
        | "generic_type"
        | "generic_type_with_turbofish"
        | "template_function"
        | "template_type"
        | "alias_qualified_name" => {
            let name = without_arguments(node, text);
            let argument = argument(node).filter(|_| !name.is_empty());
            let pointer = is_pointer(language, text, &name);
            match argument.filter(|_| pointer) {
                // Its members are, above all, those of what it points to.
                Some(argument) if language.pointer_access.is_none() => inner(argument),
                Some(argument) => {
                    into.push(name);
                    collect(argument, language, text, depth, into);
                }
                None => into.push(name),
            }
        }
        "abstract_type"
        | "annotated_type"
        | "bounded_type"
        | "compound_type"
        | "constraint"
        | "dynamic_type"
        | "existential_type"
        | "implicit_nullable_type"
        | "intersection_type"
        | "lazy_parameter_type"
        | "named_type"
        | "nullable_type"
        | "opaque_type"
        | "optional_type"
        | "parenthesized_type"
        | "pointer_type"
        | "protocol_composition_type"
        | "ref_type"
        | "reference_type"
        | "scoped_type"
        | "trait_bounds"
        | "tuple_type"
        | "type"
        | "type_annotation"
        | "type_argument_list"
        | "type_bound"
        | "type_constraint"
        | "type_descriptor"
        | "type_elem"
        | "type_parameter_constraint"
        | "type_projection"
        | "union_type"
        | "upper_bound" => {
            let is_tuple = node.kind() == "tuple_type" && node.named_child_count() > 1;
            let mut walk = node.walk();
            let parts = node.named_children(&mut walk).filter(|_| !is_tuple);
            parts.for_each(inner);
        }
        _ => {}
    }
}

/// The span of a type's name without its arguments.
fn without_arguments(node: Node<'_>, text: &[u8]) -> Span {
    let start = span(node).start;
    let written = node_text(node, text);
    let end = written.find(['<', '[']).unwrap_or(written.len());
    let name = written.get(..end).unwrap_or(written);
    let name = name.trim_end().trim_end_matches("::");
    start..start + name.len() as u32
}

/// The first type argument of a type.
fn argument(node: Node<'_>) -> Option<Node<'_>> {
    let mut walk = node.walk();
    let lists = node.named_children(&mut walk).collect::<Vec<_>>();
    let is_list = |list: &&Node<'_>| {
        matches!(
            list.kind(),
            "template_argument_list" | "type_argument_list" | "type_arguments" | "type_parameter"
        )
    };
    let list = lists.iter().find(is_list).copied();
    // `std::unique_ptr<T>` has its arguments in the name.
    let nested = || node.child_by_field_name("name").and_then(argument);
    match list {
        Some(list) => list.named_child(0),
        None => nested(),
    }
}

/// Whether a name is that of a type through which the members of its argument are reached. A language that does not
/// list them marks such an access by itself, so any type may be one.
fn is_pointer(language: &Language, text: &[u8], name: &Span) -> bool {
    let written = text.get(name.start as usize..name.end as usize);
    let written = written.and_then(|written| std::str::from_utf8(written).ok());
    let last = written.and_then(|written| written.rsplit(language.separator).next());
    language.pointer_access.is_some()
        || last.is_some_and(|last| language.pointer_types.contains(&last.trim()))
}
