//! The value of which a function gets the elements that is passed to a method of it: `a` of `a.forEach(b => …)`.

use super::span;
use super::valued::valued;
use crate::facts::{Given, Part};
use tree_sitter::Node;

/// The most nodes around a name up to the function whose parameter it is.
const MAX_PARAMETER: usize = 5;
/// The most nodes around a function up to the call that it is passed to.
const MAX_ARGUMENTS: usize = 4;

/// What may stand before the first parameter of a function without a name.
const MARKS: [&str; 5] = ["async ", "move ", "mut ", "static ", "&"];

/// What gives a value to the first parameter of a function that is all that is passed to a method: the value that has the
/// method, if that is a collection.
pub(super) fn passed_on(name: Node<'_>, above: &[Node<'_>], text: &[u8]) -> Option<Given> {
    let is_function = |node: &Node<'_>| {
        matches!(
            node.kind(),
            "arrow_function"
                | "closure_expression"
                | "function_expression"
                | "lambda_expression"
                | "lambda_literal"
        )
    };
    let at = above.iter().take(MAX_PARAMETER).position(is_function)?;
    let function = above[at];
    let before = text.get(function.start_byte()..name.start_byte())?;
    let before = std::str::from_utf8(before).ok()?;
    let mut before = before.trim_start_matches("function").trim();
    while let Some(rest) = MARKS.iter().find_map(|mark| before.strip_prefix(mark)) {
        before = rest.trim();
    }
    let marks = ["", "(", "|", "|&", "|mut", "{", "{ ("];
    if !marks.contains(&before) || is_destructured(above, at) {
        return None;
    }
    valued_method(function, &above[at + 1..])
}

/// Whether a parameter is a pattern, of which a name is a part.
fn is_destructured(above: &[Node<'_>], function: usize) -> bool {
    above[..function].iter().any(|around| {
        let kind = around.kind();
        kind.contains("tuple") || kind.contains("multi_") || kind == "object_pattern"
    })
}

/// The value of the method that a function alone is passed to.
fn valued_method(function: Node<'_>, above: &[Node<'_>]) -> Option<Given> {
    let mut inner = function;
    for around in above.iter().take(MAX_ARGUMENTS) {
        match around.kind() {
            "call_expression" | "invocation_expression" | "method_invocation" => {
                // Arguments in brackets, and a function behind these, are several.
                let is_only = around.kind() != "call_expression" || around.named_child_count() == 2;
                let callee = around.named_child(0).filter(|callee| *callee != inner);
                let value = owner(*around, callee.filter(|_| is_only)?)?;
                return Some(valued(value, Part::Passed));
            }
            _ if around.named_child_count() == 1 => inner = *around,
            _ => return None,
        }
    }
    None
}

/// What is before the name of the method that is called.
fn owner<'t>(call: Node<'t>, callee: Node<'t>) -> Option<Node<'t>> {
    if let Some(object) = call.child_by_field_name("object") {
        return Some(object);
    }
    let is_member = matches!(
        callee.kind(),
        "field_expression"
            | "member_access_expression"
            | "member_expression"
            | "navigation_expression"
    );
    callee.named_child(0).filter(|value| is_member && span(*value).start < span(callee).end)
}
