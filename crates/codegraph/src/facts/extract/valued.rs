//! Values by how they come about: a value that is made, a call, or any other.

use super::span;
use crate::facts::{Form, Given, Part};
use tree_sitter::Node;

/// How a value comes about.
pub(super) fn valued(value: Node<'_>, part: Part) -> Given {
    const ARGUMENTS: [&str; 4] = ["argument_list", "arguments", "call_suffix", "value_arguments"];
    let last = value.child(value.child_count().saturating_sub(1));
    let arguments = last.filter(|last| ARGUMENTS.contains(&last.kind()));
    let (node, form) = match (made(value), arguments) {
        (Some(ty), _) => (ty, Form::Made),
        (None, Some(arguments)) => (value, Form::Call(span(arguments).start)),
        (None, None) => (value, Form::Value),
    };
    // Where the arguments of a type stand beside its name.
    let more = value.child_by_field_name("type_arguments").filter(|_| form == Form::Made);
    let end = more.map_or(span(node).end, |more| span(more).end.max(span(node).end));
    Given { span: span(node).start..end, form, part }
}

/// The type of a value that is made: `T` of `new T()` and `&T{}`.
fn made(value: Node<'_>) -> Option<Node<'_>> {
    let field = |field: &str| value.child_by_field_name(field);
    let class_name = || value.named_child(0).filter(|name| name.kind().ends_with("name"));
    match value.kind() {
        "composite_literal" | "compound_literal_expression" => field("type"),
        "constructor_expression" => field("constructed_type"),
        "instance_expression" => value.named_child(0),
        "new_expression" => field("constructor").or_else(|| field("type")),
        "object_creation_expression" => field("type").or_else(class_name),
        "reference_expression" => made(field("value")?),
        "struct_expression" => field("name"),
        "unary_expression" => made(field("operand")?),
        _ => None,
    }
}
