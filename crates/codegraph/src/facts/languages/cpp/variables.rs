//! Variables that are given arguments in parentheses, as in `File a(path);`: the grammar takes them for functions that are
//! declared within a function.

use crate::facts::languages::{children, each_node};
use tree_sitter::{Node, Range};

/// The parentheses of such arguments below `root`, ascending, with the braces that show what they are.
pub(super) fn in_braces(root: Node<'_>) -> Vec<(Range, u8)> {
    let mut found = Vec::new();
    each_node(root, |node| {
        if is_in_body(node) {
            for declaration in children(node) {
                found.extend(of_declaration(declaration).into_iter().flatten());
            }
        }
        true
    });
    found.sort_by_key(|(range, _)| range.start_byte);
    found
}

/// Whether the declarations in a node are those of a function's body, perhaps in a condition of the preprocessor there.
fn is_in_body(node: Node<'_>) -> bool {
    match node.kind() {
        "case_statement" | "compound_statement" | "for_statement" => true,
        kind => kind.starts_with("preproc_") && node.parent().is_some_and(is_in_body),
    }
}

/// The parentheses of a declaration that is such a variable.
fn of_declaration(declaration: Node<'_>) -> Option<[(Range, u8); 2]> {
    let declarator = declaration.child_by_field_name("declarator")?;
    let name = declarator.child_by_field_name("declarator")?;
    let ty = declaration.child_by_field_name("type")?;
    let list = declarator.child_by_field_name("parameters")?;
    // What is constant or static there is a variable, too; what is `extern` is none.
    let is_mark = |node: &Node<'_>| {
        matches!(node.kind(), "storage_class_specifier" | "type_qualifier")
            && node.child(0).is_some_and(|word| word.kind() != "extern")
    };
    let parts = children(declaration).iter().filter(|part| !is_mark(part)).count();
    let is_plain = declaration.kind() == "declaration"
        && declarator.kind() == "function_declarator"
        && name.kind() == "identifier"
        && ty.kind() != "primitive_type"
        && (parts, declarator.named_child_count()) == (2, 2);
    let arguments = children(list);
    let is_variable = is_plain && !arguments.is_empty() && arguments.into_iter().all(is_value);
    let last = list.child_count().checked_sub(1)?;
    let (open, close) = (list.child(0)?, list.child(last)?);
    is_variable.then(|| [(open.range(), b'{'), (close.range(), b'}')])
}

/// Whether what is taken for a parameter may be a value: a name, a call or an element, alone.
fn is_value(parameter: Node<'_>) -> bool {
    let ty = parameter.child_by_field_name("type");
    let declarator = parameter.child_by_field_name("declarator");
    const NAMES: [&str; 3] = ["qualified_identifier", "template_type", "type_identifier"];
    const BEHIND: [&str; 3] =
        ["abstract_array_declarator", "abstract_function_declarator", "parenthesized_declarator"];
    let is_name = ty.is_some_and(|ty| NAMES.contains(&ty.kind()));
    let is_called = declarator.is_none_or(|declarator| BEHIND.contains(&declarator.kind()));
    let parts = 1 + usize::from(declarator.is_some());
    is_name && is_called && parameter.named_child_count() == parts
}
