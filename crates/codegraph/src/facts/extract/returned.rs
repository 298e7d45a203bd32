//! The object, or the list, that a function returns whose result has no declared type.

use super::span;
use crate::facts::languages::children;
use crate::facts::{Form, Given, Part};
use tree_sitter::Node;

/// What may stand around a value without changing it.
const AROUND: [&str; 3] = ["as_expression", "parenthesized_expression", "satisfies_expression"];

/// The object or the list that is the body of a function, or that its last statement returns.
pub(super) fn returned_object(function: Node<'_>) -> Option<Given> {
    let body = function.child_by_field_name("body")?;
    let mut value = body;
    if body.kind() == "statement_block" {
        let statements = children(body);
        let mut returns = statements.iter().rev().filter(|one| one.kind() == "return_statement");
        value = returns.next()?.named_child(0)?;
    }
    while AROUND.contains(&value.kind()) {
        value = value.named_child(0)?;
    }
    let given = Given { span: span(value), form: Form::Object, part: Part::Whole };
    matches!(value.kind(), "array" | "object").then_some(given)
}
