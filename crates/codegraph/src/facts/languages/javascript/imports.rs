//! Imports of JavaScript and TypeScript: `import`, `export … from` and `require`, resolved to files.

use super::exports;
use crate::facts::languages::language::called;
use crate::facts::languages::{children, field_text, node_text};
use crate::facts::{DEFAULT, Import};
use tree_sitter::Node;

pub(super) fn extract(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    match node.kind() {
        "import_statement" => read_import(node, text, into),
        "export_statement" => read_export(node, text, into),
        "import_alias" => read_alias(node, text, into),
        "assignment_expression" => exports::read_assignment(node, text, into),
        "call_expression" => into.extend(called(node, loaded(node, text), text)),
        "variable_declarator" => read_declarator(node, text, into),
        _ => read_callback(node, text, into),
    }
}

fn source_of(node: Node<'_>, text: &[u8]) -> Option<String> {
    let source = node.child_by_field_name("source")?;
    Some(unquoted(node_text(source, text)).to_owned())
}

pub(super) fn unquoted(text: &str) -> &str {
    text.trim_matches(['"', '\'', '`'])
}

fn read_import(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    for clause in children(node) {
        if clause.kind() == "import_require_clause"
            && let (Some(source), Some(local)) = (source_of(clause, text), clause.named_child(0))
        {
            push(into, node_text(local, text), "*", &source, false);
        }
        let Some(source) = source_of(node, text).filter(|_| clause.kind() == "import_clause")
        else {
            continue;
        };
        for part in children(clause) {
            match part.kind() {
                "identifier" => push(into, node_text(part, text), DEFAULT, &source, false),
                "namespace_import" => {
                    let local = part.named_child(0).map_or("", |name| node_text(name, text));
                    push(into, local, "*", &source, false);
                }
                _ => specifiers(part, text, &source, false, into),
            }
        }
    }
}

pub(super) fn push(into: &mut Vec<Import>, local: &str, name: &str, source: &str, reexport: bool) {
    let (local, name) = (unquoted(local).to_owned(), unquoted(name).to_owned());
    into.push(Import {
        local,
        name,
        source: source.to_owned(),
        reexport,
        // A re-exported name is not visible in this file.
        within: reexport.then_some(0..0),
        ..Import::default()
    });
}

/// Adds the names of an import or export clause: `{ a, b as c }`.
pub(super) fn specifiers(
    clause: Node<'_>,
    text: &[u8],
    source: &str,
    reexport: bool,
    into: &mut Vec<Import>,
) {
    for specifier in children(clause) {
        let Some(name) = specifier.child_by_field_name("name") else {
            continue;
        };
        let local = specifier.child_by_field_name("alias").unwrap_or(name);
        let (local, name) = (node_text(local, text), node_text(name, text));
        push(into, local, name, source, reexport);
    }
}

fn read_export(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let Some(source) = source_of(node, text) else {
        exports::read_export(node, text, into);
        return;
    };
    let mut named = false;
    for clause in children(node) {
        match clause.kind() {
            "export_clause" => {
                named = true;
                specifiers(clause, text, &source, true, into);
            }
            "namespace_export" => {
                named = true;
                let local = clause.named_child(0).map_or("", |name| node_text(name, text));
                push(into, local, "*", &source, true);
            }
            _ => {}
        }
    }
    if !named {
        push(into, "", "*", &source, true);
    }
}

/// Adds the import of `import a = b.c`, which names a declaration of this file.
fn read_alias(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let (Some(local), Some(path)) = (node.named_child(0), node.named_child(1)) else {
        return;
    };
    let name = field_text(path, "property", text).unwrap_or(node_text(path, text));
    into.push(Import::new(node_text(local, text), name, ""));
}

// Modules that JavaScript and TypeScript load by a call: `require('a')`, `import('a')` and what is made of them.

/// Adds the imports of `const a = require('b')` and `const { a, b: c } = require('d')`; `await import('b')` likewise.
fn read_declarator(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let (Some(name), Some(value)) =
        (node.child_by_field_name("name"), node.child_by_field_name("value"))
    else {
        return;
    };
    let value = awaited(value);
    if let Some(source) = loaded(value, text) {
        bind(name, text, source, into);
    } else if let Some((source, member)) = member_of_loaded(value, text) {
        // `const a = require('b').c`
        if name.kind() == "identifier" {
            push(into, node_text(name, text), member, source, false);
        }
    } else if name.kind() == "object_pattern"
        && value.kind() == "identifier"
        && let Some(module) = into.iter().find(|one| one.local == node_text(value, text))
        && module.name == "*"
    {
        // `const { a } = module`
        let source = module.source.clone();
        bind(name, text, &source, into);
    } else if let Some((source, member)) = lazy(value, text)
        && is_component(name, text)
    {
        push(into, node_text(name, text), member, source, false);
    }
}

/// Adds the imports of the parameter of a function that is called with a module: `import('a').then((b) => …)`.
fn read_callback(parameters: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let name = match parameters.kind() {
        "formal_parameters" => parameters.named_child(0),
        _ => Some(parameters),
    };
    let name = name.map(|name| name.child_by_field_name("pattern").unwrap_or(name));
    let function = parameters.parent();
    let call = function.and_then(|function| function.parent()?.parent());
    let module = call
        .and_then(|call| call.child_by_field_name("function"))
        .and_then(|method| method.child_by_field_name("object"));
    let source = module.and_then(|module| loaded(module, text));
    if let (Some(name), Some(function), Some(source)) = (name, function, source) {
        let from = into.len();
        bind(name, text, source, into);
        let range = function.byte_range();
        for import in &mut into[from..] {
            import.within = Some(range.start as u32..range.end as u32);
        }
    }
}

/// Adds the names that a pattern takes from a module.
fn bind(name: Node<'_>, text: &[u8], source: &str, into: &mut Vec<Import>) {
    if name.kind() == "identifier" {
        push(into, node_text(name, text), "*", source, false);
        return;
    }
    for part in children(name) {
        let text_of = |field| Some(node_text(part.child_by_field_name(field)?, text));
        let part_text = text_of("left").unwrap_or(node_text(part, text));
        let (key, local) = (text_of("key"), text_of("value"));
        let (local, key) = (local.unwrap_or(part_text), key.unwrap_or(part_text));
        push(into, local, key, source, false);
    }
}

fn awaited(value: Node<'_>) -> Node<'_> {
    unwrapped(value, &["await_expression", "parenthesized_expression"])
}

/// The value inside nodes of these kinds.
pub(super) fn unwrapped<'t>(mut value: Node<'t>, kinds: &[&str]) -> Node<'t> {
    while kinds.contains(&value.kind()) {
        let Some(inner) = value.named_child(0) else {
            break;
        };
        value = inner;
    }
    value
}

/// The module that a call loads.
pub(super) fn loaded<'t>(call: Node<'_>, text: &'t [u8]) -> Option<&'t str> {
    let function = field_text(call, "function", text)?;
    let arguments = call.child_by_field_name("arguments")?;
    let source = arguments.named_child(0)?;
    let is_name = matches!(source.kind(), "string" | "template_string");
    (is_name && matches!(function, "require" | "import")).then(|| unquoted(node_text(source, text)))
}

/// The module that is loaded, and its member, in `require('a').b` and `(await import('a')).b`.
fn member_of_loaded<'t>(value: Node<'_>, text: &'t [u8]) -> Option<(&'t str, &'t str)> {
    let module = awaited(value.child_by_field_name("object")?);
    Some((loaded(module, text)?, field_text(value, "property", text)?))
}

/// The module whose default export a call gets to load it when it is needed: `lazy(() => import('a'))`; or the name
/// that is made the default: `lazy(() => import('a').then((m) => ({ default: m.b })))`.
fn lazy<'t>(call: Node<'_>, text: &'t [u8]) -> Option<(&'t str, &'t str)> {
    let function = call.child_by_field_name("arguments")?.named_child(0)?;
    let body = function.child_by_field_name("body")?;
    let plain = loaded(body, text).filter(|_| function.kind() == "arrow_function");
    if let Some(source) = plain {
        return Some((source, DEFAULT));
    }
    let module = body.child_by_field_name("function")?.child_by_field_name("object")?;
    let source = loaded(module, text)?;
    let then = body.child_by_field_name("arguments")?.named_child(0)?;
    let object = awaited(then.child_by_field_name("body")?);
    let pair = object.named_child(0)?;
    let is_default = field_text(pair, "key", text) == Some(DEFAULT);
    let member = pair.child_by_field_name("value")?;
    let member = field_text(member, "property", text).filter(|_| is_default)?;
    Some((source, member))
}

/// The component of which calls make another one: `A` of `memo(A)` and `connect(b)(A)`, and of a style that `f(A)` gets.
pub(super) fn wrapped<'t>(call: Node<'t>, text: &[u8]) -> Option<Node<'t>> {
    let callee = call.child_by_field_name("function")?;
    let written = node_text(callee, text);
    let path = written.split(['(', '<']).next()?;
    let makes_type = path.rsplit('.').next()?.starts_with(char::is_uppercase);
    let arguments = call.child_by_field_name("arguments").filter(|_| !makes_type)?;
    if arguments.kind() == "template_string" {
        return wrapped(callee, text);
    }
    let first = arguments.named_child(0)?;
    if is_component(first, text) { Some(first) } else { wrapped(first, text) }
}

/// Whether a name is that of a component, which markup can use as a tag, and of no constant.
fn is_component(name: Node<'_>, text: &[u8]) -> bool {
    let written = node_text(name, text);
    name.kind() == "identifier"
        && written.starts_with(char::is_uppercase)
        && (written.len() == 1 || written.contains(char::is_lowercase))
}
