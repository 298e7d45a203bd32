//! Bindings of parameters and local variables: the scope of the name, and the type of its value.
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
    Some(Binding {
        name: span(node),
        within: match scope {
            Scope::Part(part) => Some(part),
            Scope::File => None,
            Scope::Existing => return None,
        },
        of_type: is_type_identifier(node) || is_type_parameter(above),
        parameter: is_parameter(above),
        type_span: above.first().and_then(|holder| type_of(*holder)),
        more_types: Vec::new(),
        given: None,
    })
}

/// The field of a captured node.
pub(super) fn field(node: Node<'_>, above: &[Node<'_>]) -> Binding {
    let dotted = |holder: &&Node<'_>| matches!(holder.kind(), "attribute" | "member_expression");
    let holder_index = usize::from(above.first().filter(dotted).is_some());
    Binding {
        name: span(node),
        type_span: above
            .get(holder_index)
            .and_then(|holder| type_of(*holder).or_else(|| copied(*holder))),
        ..Binding::default()
    }
}

/// The scope of a bound name.
enum Scope {
    File,
    /// These bytes; an empty range means nowhere.
    Part(Span),
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
            | "try_with_resources_statement" => Some(span(*around)),
            "lexical_declaration"
            | "local_variable_declaration"
            | "record_pattern_component"
            | "type_pattern"
            | "instanceof_expression" => block_around(above),
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

/// The name of the declared or constructed type of a binding's value.
fn type_of(holder: Node<'_>) -> Option<Span> {
    let declared = match holder.child_by_field_name("type") {
        Some(declared) => Some(declared.named_child(0)?),
        None => None,
    };
    let name = match declared {
        Some(declared) => declared,
        None => constructed(holder)?,
    };
    let name = without_null(name)?;
    let name = match name.kind() {
        "generic_type" => name.child_by_field_name("name")?,
        "string" => name.named_child(1)?,
        _ => name,
    };
    let is_name = match name.kind() {
        "identifier" | "type_identifier" | "nested_type_identifier" => true,
        "attribute" | "member_expression" => is_dotted(name),
        // A type that is declared later is written as a string in Python.
        "string_content" => true,
        _ => false,
    };
    is_name.then(|| span(name))
}

/// The only type of a union that is not that of no value: `T` of `T | null`.
fn without_null(name: Node<'_>) -> Option<Node<'_>> {
    if !matches!(name.kind(), "union_type" | "binary_operator") {
        return Some(name);
    }
    let mut walk = name.walk();
    let is_value =
        |part: &Node<'_>| !matches!(part.kind(), "literal_type" | "none" | "predefined_type");
    let mut parts = name.named_children(&mut walk).filter(is_value);
    let only = parts.next().filter(|_| parts.next().is_none());
    only.and_then(without_null)
}

/// The type in the expression that creates the bound value: `T` of `new T()`, or the function of a call, which may be a
/// type.
fn constructed(holder: Node<'_>) -> Option<Node<'_>> {
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

/// The variable whose value a field gets: `a` of `self.b = a`.
fn copied(holder: Node<'_>) -> Option<Span> {
    let value = holder.child_by_field_name("right")?;
    (value.kind() == "identifier").then(|| span(value))
}

/// Whether it is two names joined by a dot: `a.b`.
fn is_dotted(node: Node<'_>) -> bool {
    node.child_by_field_name("object").is_some_and(|object| object.kind() == "identifier")
}
