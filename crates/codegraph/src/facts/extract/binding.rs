//! Bindings of parameters and local variables: the scope of the name.
//!
//! `above` contains the ancestors of the name, nearest first. The kinds of nodes are those of JavaScript, TypeScript,
//! Python and Java. In other grammars few of them occur; `scope_to_functions` gives a name without a scope that of its
//! function.

use tree_sitter::Node;

use super::scopes::function_around;
use super::{is_type_identifier, span};
use crate::facts::{Binding, Span};

/// The nodes that limit the scope of a block-scoped variable, such as one of `let` or `const`.
const BLOCKS: [&str; 8] = [
    "block",
    "class_static_block",
    "constructor_body",
    "for_in_statement",
    "for_statement",
    "statement_block",
    "switch_block_statement_group",
    "switch_body",
];

/// The binding of a captured name; `None` if it assigns to an existing variable.
pub(super) fn bound(node: Node<'_>, above: &[Node<'_>]) -> Option<Binding> {
    // A variable of PHP belongs to the function around it, wherever that assigns to it.
    let scope = match node.kind() {
        "variable_name" => Scope::File,
        _ => scope(above),
    };
    let name = span(node);
    let is_exact = matches!(scope, Scope::Rest(_));
    Some(Binding {
        within: match scope {
            Scope::Part(part) => Some(part),
            Scope::Rest(block) => Some(name.start..block.end),
            Scope::File => None,
            Scope::Existing => return None,
        },
        name,
        is_exact,
        of_type: is_type_identifier(node) || is_type_parameter(above),
        parameter: is_parameter(above),
        given: None,
    })
}

/// The scope of a bound name.
enum Scope {
    File,
    /// These bytes; an empty range means nowhere.
    Part(Span),
    /// The rest of this block, behind the name.
    Rest(Span),
    /// The name is not new: a loop assigns to a variable that is declared elsewhere.
    Existing,
}

fn scope(above: &[Node<'_>]) -> Scope {
    const NOWHERE: Option<Span> = Some(0..0);
    let inferred = above.first().is_some_and(|parent| parent.kind() == "infer_type");
    let may_limit = |around: &Node<'_>| !inferred || around.kind() == "conditional_type";
    for (at, around) in above.iter().enumerate().filter(|(_, around)| may_limit(around)) {
        let above = &above[at + 1..];
        let parent = || above.first().map(|parent| span(*parent));
        let rest = match around.kind() {
            "let_condition" | "match_pattern" => return Scope::File,
            "declaration"
            | "let_declaration"
            | "local_declaration_statement"
            | "short_var_declaration"
            | "var_declaration" => enclosing(above),
            "for_generic_clause" | "for_numeric_clause" | "range_clause" => parent(),
            "variable_declaration" if is_local(*around) => block_around(above),
            "property_declaration" => parent().filter(|_| is_statement(above)),
            _ => None,
        };
        if let Some(block) = rest {
            return Scope::Rest(block);
        }
        let part = match around.kind() {
            "function_value_parameters" | "parameter_list" => match above.first() {
                Some(function) if is_anonymous(*function) => parent(),
                _ => continue,
            },
            "block_parameters" | "closure_parameters" | "formal_parameters" | "type_parameters"
            | "mapped_type_clause" => parent(),
            "parameters" | "lambda_parameters" => above.first().map(|function| body(*function)),
            "for_in_clause" => parent(),
            "arrow_function"
            | "catch_clause"
            | "conditional_type"
            | "enhanced_for_statement"
            | "function_expression"
            | "generator_function"
            | "lambda_expression"
            | "lambda_literal"
            | "try_with_resources_statement" => Some(span(*around)),
            "lexical_declaration"
            | "local_variable_declaration"
            | "record_pattern_component"
            | "type_pattern"
            | "instanceof_expression" => block_around(above),
            // A function or a loop of Kotlin has its variables for itself.
            "variable_declaration"
                if above.first().is_some_and(|parent| {
                    let is_bare = around.child(0).is_some_and(|first| first.is_named());
                    is_bare && matches!(parent.kind(), "lambda_parameters" | "for_statement")
                }) =>
            {
                above.iter().map(|around| span(*around)).nth(usize::from(
                    above.first().is_some_and(|parent| parent.kind() == "lambda_parameters"),
                ))
            }
            "variable_declaration" if is_local(*around) => None,
            "variable_declaration" => function_around(above),
            "for_in_statement" => match around.child_by_field_name("kind") {
                Some(_) => Some(span(*around)),
                None => return Scope::Existing,
            },
            "assignment" | "for_statement" | "as_pattern_target" | "named_expression" => {
                scope_around(above)
            }
            "assignment_expression"
            | "enum_assignment"
            | "enum_body"
            | "index_signature"
            | "property_signature" => NOWHERE,
            _ => continue,
        };
        return part.map_or(Scope::File, Scope::Part);
    }
    Scope::File
}

/// Whether a declaration of Lua is one of local variables.
fn is_local(declaration: Node<'_>) -> bool {
    declaration.child(0).is_some_and(|word| word.kind() == "local")
}

/// Whether what these nodes are around is one of the statements of a function.
fn is_statement(above: &[Node<'_>]) -> bool {
    above.first().is_some_and(|block| matches!(block.kind(), "block" | "statements"))
}

/// The block that a declaration is a statement of, or the statement that begins with it.
fn enclosing(above: &[Node<'_>]) -> Option<Span> {
    let is_block = |around: &&Node<'_>| {
        let kind = around.kind();
        BLOCKS.contains(&kind)
            || kind.ends_with("_case")
            || matches!(kind, "compound_statement" | "if_statement" | "expression_switch_statement")
    };
    above.iter().find(is_block).map(|block| span(*block))
}

/// Whether a name is that of a type parameter, or of one that a further bound is given.
fn is_type_parameter(above: &[Node<'_>]) -> bool {
    let mut around = above.iter().take(2).map(|around| around.kind());
    around.any(|kind| {
        matches!(
            kind,
            "inheritance_constraint"
                | "type_constraint"
                | "type_parameter"
                | "type_parameter_constraints_clause"
                | "type_parameter_declaration"
                | "type_parameters"
        )
    })
}

/// Whether a function has no name: its parameters are seen within it alone.
fn is_anonymous(function: Node<'_>) -> bool {
    matches!(
        function.kind(),
        "anonymous_function" | "anonymous_method_expression" | "func_literal" | "lambda_expression"
    )
}

/// Whether a name is in a list of parameters, at any depth of a pattern.
fn is_parameter(above: &[Node<'_>]) -> bool {
    const LISTS: [&str; 7] = [
        "closure_parameters",
        "formal_parameters",
        "function_value_parameters",
        "lambda_parameters",
        "parameter",
        "parameter_list",
        "parameters",
    ];
    let is_list = |around: &Node<'_>| LISTS.contains(&around.kind());
    let first = above.iter().find(|around| {
        let kind = around.kind();
        let is_item = kind.starts_with("parameter");
        is_list(around)
            || (!is_item && (kind.contains("declaration") || kind.contains("statement")))
    });
    first.is_some_and(is_list)
}

/// The body of a function: its default values and decorators are outside its scope.
fn body(function: Node<'_>) -> Span {
    span(function.child_by_field_name("body").unwrap_or(function))
}

fn block_around(above: &[Node<'_>]) -> Option<Span> {
    let block = above.iter().find(|around| BLOCKS.contains(&around.kind()));
    block.map(|block| span(*block))
}

/// The body of the function whose local variable an assignment creates; `None` for a variable of the file. Empty in a
/// class, since other code cannot use the name without a qualifier.
fn scope_around(above: &[Node<'_>]) -> Option<Span> {
    let scope = above.iter().find(|around| {
        let kind = around.kind();
        matches!(kind, "class_definition" | "function_definition" | "lambda")
    })?;
    Some(if scope.kind() == "class_definition" { 0..0 } else { body(*scope) })
}
