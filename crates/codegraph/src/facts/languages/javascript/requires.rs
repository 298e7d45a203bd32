//! Modules that JavaScript and TypeScript load by a call: `require('a')`, `import('a')` and what is made of them.

use tree_sitter::Node;

use super::imports::{push, unquoted};
use crate::facts::languages::{field_text, node_text};
use crate::facts::{DEFAULT, Import};

/// Adds the imports of a declarator whose value loads a module, or of the parameters of a function that receives one.
pub(super) fn read(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    match node.kind() {
        "variable_declarator" => read_declarator(node, text, into),
        _ => read_callback(node, text, into),
    }
}

/// Adds the imports of `const a = require('b')` and `const { a, b: c } = require('d')`; `await import('b')` likewise.
fn read_declarator(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let (Some(name), Some(value)) = (
        node.child_by_field_name("name"),
        node.child_by_field_name("value"),
    ) else {
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
    let mut walk = name.walk();
    for part in name.named_children(&mut walk) {
        let text_of = |field| Some(node_text(part.child_by_field_name(field)?, text));
        let part_text = text_of("left").unwrap_or(node_text(part, text));
        let (key, local) = (text_of("key"), text_of("value"));
        let (local, key) = (local.unwrap_or(part_text), key.unwrap_or(part_text));
        push(into, local, key, source, false);
    }
}

/// The expression without `await` and parentheses around it.
fn awaited(mut value: Node<'_>) -> Node<'_> {
    while matches!(
        value.kind(),
        "await_expression" | "parenthesized_expression"
    ) {
        let Some(inner) = value.named_child(0) else {
            break;
        };
        value = inner;
    }
    value
}

/// The module that a call loads.
fn loaded<'t>(call: Node<'_>, text: &'t [u8]) -> Option<&'t str> {
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
    let module = body
        .child_by_field_name("function")?
        .child_by_field_name("object")?;
    let source = loaded(module, text)?;
    let then = body.child_by_field_name("arguments")?.named_child(0)?;
    let object = awaited(then.child_by_field_name("body")?);
    let pair = object.named_child(0)?;
    let is_default = field_text(pair, "key", text) == Some(DEFAULT);
    let member = pair.child_by_field_name("value")?;
    let member = field_text(member, "property", text).filter(|_| is_default)?;
    Some((source, member))
}

/// Whether a name is that of a component, which markup can use as a tag.
fn is_component(name: Node<'_>, text: &[u8]) -> bool {
    name.kind() == "identifier" && node_text(name, text).starts_with(char::is_uppercase)
}
