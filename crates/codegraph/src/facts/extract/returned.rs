//! What a function returns whose result has no declared type.

use super::span;
use super::valued::valued;
use crate::facts::languages::{children, each_node};
use crate::facts::{Form, Given, Part};
use tree_sitter::Node;

/// What may stand around a value without changing it.
const AROUND: [&str; 3] = ["as_expression", "parenthesized_expression", "satisfies_expression"];
/// The bodies of functions that are statements.
const BLOCKS: [&str; 3] = ["block", "compound_statement", "statement_block"];
/// What has no return of the function around it.
const APART: [&str; 4] = ["class", "function", "lambda", "method"];

/// The object or the list that is the body of a function, or that its last statement returns; also any other value
/// that alone is returned, if it is `this` or no subtype may return another one.
pub(super) fn returned(function: Node<'_>) -> Option<Given> {
    let body = function.child_by_field_name("body")?;
    let is_block = BLOCKS.contains(&body.kind());
    let mut value = body;
    if is_block {
        let statements = children(body);
        let mut returns = statements.iter().rev().filter(|one| one.kind() == "return_statement");
        value = returns.next()?.named_child(0)?;
    }
    while AROUND.contains(&value.kind()) {
        value = value.named_child(0)?;
    }
    if matches!(value.kind(), "array" | "object") {
        return Some(Given { span: span(value), form: Form::Object, part: Part::Whole });
    }
    let is_only = !is_block || count(body) == 1;
    let is_known = is_free(function) || value.kind() == "this";
    (is_known && is_only).then(|| valued(value, Part::Whole))
}

/// Whether a function is a declaration or a value of its own, and no subtype may have another one.
fn is_free(function: Node<'_>) -> bool {
    let around = std::iter::successors(function.parent(), Node::parent);
    let mut around = around.filter(|node| node.kind() != "decorated_definition");
    let in_class = around.nth(1).is_some_and(|node| node.kind() == "class_definition");
    let is_function = function.kind().contains("function");
    is_function && !function.kind().contains("generator") && !in_class
}

/// How often the body of a function returns something; what it yields counts as two.
fn count(body: Node<'_>) -> usize {
    let mut count = 0;
    each_node(body, |node| {
        let own = match node.kind() {
            "return_statement" => 1,
            "yield" | "yield_expression" => 2,
            _ => 0,
        };
        count += own;
        own == 0 && !APART.iter().any(|word| node.kind().contains(word))
    });
    count
}
