//! Imports of JavaScript and TypeScript: `import`, `export … from` and `require`, resolved to files.

use tree_sitter::Node;

use super::modules;
use crate::facts::Import;
use crate::languages::{FileTree, ImportResolver, node_text};

/// Imports of ECMAScript modules and CommonJS.
pub(crate) struct EcmaImports;

impl ImportResolver for EcmaImports {
    fn extract(&self, node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
        match node.kind() {
            "import_statement" => read_import(node, text, into),
            "export_statement" => read_export(node, text, into),
            _ => read_require(node, text, into),
        }
    }

    fn resolve(&self, tree: &dyn FileTree, from: &str, source: &str) -> Vec<String> {
        modules::resolve(tree, from, source).into_iter().collect()
    }
}

fn source_of(node: Node<'_>, text: &[u8]) -> Option<String> {
    let source = node.child_by_field_name("source")?;
    Some(unquoted(node_text(source, text)).to_owned())
}

fn unquoted(text: &str) -> &str {
    text.trim_matches(['"', '\'', '`'])
}

fn read_import(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let mut walk = node.walk();
    for clause in node.named_children(&mut walk) {
        if clause.kind() == "import_require_clause"
            && let (Some(source), Some(local)) = (source_of(clause, text), clause.named_child(0))
        {
            push(into, node_text(local, text), "*", &source, false);
        }
        let Some(source) = source_of(node, text).filter(|_| clause.kind() == "import_clause")
        else {
            continue;
        };
        let mut inner = clause.walk();
        for part in clause.named_children(&mut inner) {
            match part.kind() {
                "identifier" => push(into, node_text(part, text), "default", &source, false),
                "namespace_import" => {
                    let local = part.named_child(0).map_or("", |name| node_text(name, text));
                    push(into, local, "*", &source, false);
                }
                _ => specifiers(part, text, &source, false, into),
            }
        }
    }
}

fn push(into: &mut Vec<Import>, local: &str, name: &str, source: &str, reexport: bool) {
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
fn specifiers(clause: Node<'_>, text: &[u8], source: &str, reexport: bool, into: &mut Vec<Import>) {
    let mut walk = clause.walk();
    for specifier in clause.named_children(&mut walk) {
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
        read_renames(node, text, into);
        return;
    };
    let mut walk = node.walk();
    let mut named = false;
    for clause in node.named_children(&mut walk) {
        match clause.kind() {
            "export_clause" => {
                named = true;
                specifiers(clause, text, &source, true, into);
            }
            "namespace_export" => {
                named = true;
                let local = clause
                    .named_child(0)
                    .map_or("", |name| node_text(name, text));
                push(into, local, "*", &source, true);
            }
            _ => {}
        }
    }
    if !named {
        push(into, "", "*", &source, true);
    }
}

/// Adds the renamed exports of `export { a as b }`: the exported `b` is `a` in this file.
fn read_renames(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let mut walk = node.walk();
    let clauses = node.named_children(&mut walk);
    for clause in clauses.filter(|clause| clause.kind() == "export_clause") {
        let mut exports = Vec::new();
        specifiers(clause, text, "", true, &mut exports);
        into.extend(
            exports
                .into_iter()
                .filter(|export| export.local != export.name),
        );
    }
}

/// Adds the imports of `const a = require('b')` and `const { a, b: c } = require('d')`; `await import('b')` likewise.
fn read_require(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let (Some(name), Some(value)) = (
        node.child_by_field_name("name"),
        node.child_by_field_name("value"),
    ) else {
        return;
    };
    let call = match value.kind() {
        "await_expression" => value.named_child(0).unwrap_or(value),
        _ => value,
    };
    let function = call
        .child_by_field_name("function")
        .map_or("", |f| node_text(f, text));
    let argument = call
        .child_by_field_name("arguments")
        .and_then(|list| list.named_child(0));
    let Some(source) = argument.filter(|_| matches!(function, "require" | "import")) else {
        return;
    };
    let source = unquoted(node_text(source, text));
    if name.kind() == "identifier" {
        push(into, node_text(name, text), "*", source, false);
        return;
    }
    let mut walk = name.walk();
    for part in name.named_children(&mut walk) {
        let text_of = |field| Some(node_text(part.child_by_field_name(field)?, text));
        let part_text = node_text(part, text);
        let (key, local) = (text_of("key"), text_of("value"));
        push(
            into,
            local.unwrap_or(part_text),
            key.unwrap_or(part_text),
            source,
            false,
        );
    }
}
