//! Exports of JavaScript and TypeScript that have no name of their own, or another than their declaration's: the
//! default export, and the value of a CommonJS module. Each is an import from the file itself.

use tree_sitter::Node;

use super::imports::{self, specifiers, unquoted, unwrapped};
use crate::facts::languages::{children, field_text, node_text};
use crate::facts::{DEFAULT, Import, MODULE, OBJECT, Span};

/// Adds the names that a file exports by an `export` statement without a source.
pub(super) fn read_export(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let mut exported = "";
    for child in node.children(&mut node.walk()) {
        match child.kind() {
            "default" => exported = DEFAULT,
            "=" => exported = MODULE,
            "export_clause" => read_clause(child, text, into),
            _ if exported.is_empty() || !child.is_named() || child.is_extra() => {}
            _ => {
                push_value(exported, child, node, text, into);
                return;
            }
        }
    }
}

/// Adds what `module.exports = …`, `exports.a = …` and the like export.
pub(super) fn read_assignment(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let (Some(target), Some(value)) =
        (node.child_by_field_name("left"), node.child_by_field_name("right"))
    else {
        return;
    };
    let property = field_text(target, "property", text).unwrap_or_default();
    match field_text(target, "object", text) {
        Some("module") if property == "exports" => push_value(MODULE, value, target, text, into),
        // A function that is assigned is declared by the name that it is exported by, whatever it calls itself.
        Some("exports" | "module.exports") if !is_declared(value) => {
            push_value(property, value, target, text, into);
        }
        _ => {}
    }
}

/// Whether the assignment of a value declares a function or a type.
fn is_declared(value: Node<'_>) -> bool {
    matches!(value.kind(), "arrow_function" | "class" | "function_expression")
}

/// Adds the names of `export { a, b as c }`.
fn read_clause(clause: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let from = into.len();
    specifiers(clause, text, "", true, into);
    for export in &mut into[from..] {
        if export.local == export.name {
            export.at = first_byte(clause);
        }
    }
}

/// Adds the export of a value under the name `exported`. The value of a call, such as `wrap(a)`, is unknown, but in a
/// file with markup, where a component is made of another one, this is meant.
fn push_value(
    exported: &str,
    value: Node<'_>,
    place: Node<'_>,
    text: &[u8],
    into: &mut Vec<Import>,
) {
    let value = plain(value);
    let value = imports::wrapped(value, text).filter(|_| has_markup(value)).unwrap_or(value);
    if let Some(source) = imports::loaded(value, text) {
        push_module(exported, source, into);
        return;
    }
    let name = match value.kind() {
        "identifier" | "type_identifier" => Some(node_text(value, text)),
        _ => field_text(value, "name", text),
    };
    let nameless = matches!(
        value.kind(),
        "array"
            | "arrow_function"
            | "class"
            | "function_expression"
            | "generator_function"
            | "object"
    );
    let is_object = value.kind() == "object";
    if is_object && [DEFAULT, MODULE].contains(&exported) {
        read_object(value, place, text, into);
    }
    match name {
        Some(name) if name != exported => into.push(own(exported, name, place)),
        None if nameless && [DEFAULT, MODULE].contains(&exported) => {
            let name = if is_object { OBJECT } else { "" };
            into.push(own(exported, name, place));
        }
        _ => {}
    }
}

/// Whether the file of a node has markup.
fn has_markup(node: Node<'_>) -> bool {
    let mut root = node;
    while let Some(parent) = root.parent() {
        root = parent;
    }
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        if node.kind().starts_with("jsx_") {
            return true;
        }
        waiting.extend(node.named_children(&mut node.walk()));
    }
    false
}

/// Adds the export of another module's value under the name `exported`: of what a module is, all names of the other one.
fn push_module(exported: &str, source: &str, into: &mut Vec<Import>) {
    if exported == MODULE {
        imports::push(into, "", "*", source, true);
    }
    imports::push(into, exported, MODULE, source, true);
}

/// Adds the renamed names of an exported `{ a: b }`.
fn read_object(object: Node<'_>, place: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    for part in children(object) {
        let key = field_text(part, "key", text).map(unquoted);
        let value = part.child_by_field_name("value").map(plain);
        let loaded = value.and_then(|value| imports::loaded(value, text));
        if let Some((key, source)) = key.zip(loaded) {
            push_module(key, source, into);
        }
        let member = value.filter(|value| value.kind() == "member_expression");
        if let Some((key, member)) = key.zip(member) {
            push_member(key, member, place, text, into);
        }
        let value = value.filter(|value| value.kind() == "identifier");
        if let (Some(key), Some(value)) = (key, value.map(|value| node_text(value, text)))
            && key != value
        {
            into.push(own(key, value, place));
        }
    }
}

/// Adds the export of `a.b` under the name `exported`: a name of what `a` is, and not what this file calls so.
fn push_member(
    exported: &str,
    member: Node<'_>,
    place: Node<'_>,
    text: &[u8],
    into: &mut Vec<Import>,
) {
    let object = field_text(member, "object", text);
    let Some((object, name)) = object.zip(field_text(member, "property", text)) else {
        return;
    };
    let loaded = into.iter().find(|import| import.local == object && import.name == "*");
    let source = loaded.map_or(object, |import| &import.source).to_owned();
    into.push(Import {
        at: first_byte(place),
        within: Some(0..0),
        ..Import::new(exported, name, &source).reexported(true)
    });
}

/// The value without type assertions and parentheses.
fn plain(value: Node<'_>) -> Node<'_> {
    let around = [
        "as_expression",
        "non_null_expression",
        "parenthesized_expression",
        "satisfies_expression",
    ];
    unwrapped(value, &around)
}

/// The export `exported` of what this file calls `name`.
fn own(exported: &str, name: &str, place: Node<'_>) -> Import {
    Import {
        at: first_byte(place),
        within: Some(0..0),
        ..Import::new(exported, name, "").reexported(true)
    }
}

/// The place of an export whose statement imports nothing: its names are those of this file.
fn first_byte(node: Node<'_>) -> Span {
    let start = node.start_byte() as u32;
    start..start + 1
}
