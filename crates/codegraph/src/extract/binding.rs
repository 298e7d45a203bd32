//! What a parameter or a local binds: where its name can be used, and the type of its value.
//!
//! The kinds of nodes are those of the grammars whose patterns capture `@bound`.

use tree_sitter::Node;

use super::scopes::function_around;
use super::{is_type, span};
use crate::facts::{Bound, Held, Span};

/// Nodes that a name bound by `let` or `const` stays in.
const BLOCKS: [&str; 5] = [
    "class_static_block",
    "for_in_statement",
    "for_statement",
    "statement_block",
    "switch_body",
];

/// The binding that a captured name makes; `None` where it assigns to what is there already.
pub(super) fn bound(node: Node<'_>) -> Option<Bound> {
    Some(Bound {
        name: span(node),
        within: within(node)?,
        of_type: is_type(node),
        parameter: is_parameter(node),
        of: type_of(node),
    })
}

/// The part that a captured name is given.
pub(super) fn held(node: Node<'_>) -> Held {
    let holder = node.parent();
    let dotted = ["attribute", "member_expression"];
    let named = holder.filter(|holder| dotted.contains(&holder.kind()));
    Held {
        name: span(node),
        of: type_of(named.unwrap_or(node)),
    }
}

/// Where the name can be used: see [`Bound::within`].
fn within(node: Node<'_>) -> Option<Option<Span>> {
    const NOWHERE: Option<Span> = Some(0..0);
    let inferred = node
        .parent()
        .is_some_and(|parent| parent.kind() == "infer_type");
    let ancestors = std::iter::successors(node.parent(), Node::parent);
    for around in ancestors.filter(|around| !inferred || around.kind() == "conditional_type") {
        let parent = || around.parent().map(span);
        return Some(match around.kind() {
            "formal_parameters" | "type_parameters" | "mapped_type_clause" => parent(),
            "parameters" | "lambda_parameters" => around.parent().map(body),
            "for_in_clause" => parent(),
            "arrow_function"
            | "catch_clause"
            | "conditional_type"
            | "function_expression"
            | "generator_function" => Some(span(around)),
            "lexical_declaration" => block_around(around),
            "variable_declaration" => function_around(around),
            "for_in_statement" => match around.child_by_field_name("kind") {
                Some(_) => Some(span(around)),
                None => return None,
            },
            "assignment" | "for_statement" | "as_pattern_target" | "named_expression" => {
                scope_around(around)
            }
            "assignment_expression"
            | "enum_assignment"
            | "enum_body"
            | "index_signature"
            | "property_signature" => NOWHERE,
            _ => continue,
        });
    }
    Some(None)
}

/// Whether a name is given by a list of parameters, however deep in a pattern.
fn is_parameter(node: Node<'_>) -> bool {
    let mut ancestors = std::iter::successors(node.parent(), Node::parent);
    let lists = |around: &Node<'_>| {
        let kind = around.kind();
        matches!(
            kind,
            "formal_parameters" | "lambda_parameters" | "parameters"
        )
    };
    let first = ancestors.find(|around| {
        let kind = around.kind();
        lists(around) || kind.contains("declaration") || kind.contains("statement")
    });
    first.is_some_and(|around| lists(&around))
}

/// The body of a function: its defaults and decorators stand outside of its scope.
fn body(function: Node<'_>) -> Span {
    span(function.child_by_field_name("body").unwrap_or(function))
}

fn block_around(node: Node<'_>) -> Option<Span> {
    std::iter::successors(node.parent(), Node::parent)
        .find(|around| BLOCKS.contains(&around.kind()))
        .map(span)
}

/// The function whose local an assignment makes; a class keeps the name to itself.
fn scope_around(node: Node<'_>) -> Option<Span> {
    let scope = std::iter::successors(node.parent(), Node::parent).find(|around| {
        let kind = around.kind();
        matches!(kind, "class_definition" | "function_definition" | "lambda")
    })?;
    Some(if scope.kind() == "class_definition" {
        0..0
    } else {
        body(scope)
    })
}

/// The name of the type that a binding's value is said to have, or is made as.
fn type_of(node: Node<'_>) -> Option<Span> {
    let holder = node.parent()?;
    let said = match holder.child_by_field_name("type") {
        Some(said) => Some(said.named_child(0)?),
        None => None,
    };
    let name = match said {
        Some(said) => said,
        None => made(holder)?,
    };
    let name = match name.kind() {
        "generic_type" => name.child_by_field_name("name")?,
        _ => name,
    };
    let plain = match name.kind() {
        "identifier" | "type_identifier" | "nested_type_identifier" => true,
        "attribute" | "member_expression" => is_dotted(name),
        _ => false,
    };
    plain.then(|| span(name))
}

/// What makes the value that is bound: `new T()`, or a call of what may be a type.
fn made(holder: Node<'_>) -> Option<Node<'_>> {
    let field = match holder.kind() {
        "public_field_definition" | "field_definition" | "variable_declarator" => "value",
        "assignment" | "assignment_expression" => "right",
        _ => return None,
    };
    let value = holder.child_by_field_name(field)?;
    match value.kind() {
        "new_expression" => value.child_by_field_name("constructor"),
        "call" => value.child_by_field_name("function"),
        _ => None,
    }
}

/// Whether it is one name after another, and no more: `a.b`.
fn is_dotted(node: Node<'_>) -> bool {
    node.child_by_field_name("object")
        .is_some_and(|object| object.kind() == "identifier")
}
