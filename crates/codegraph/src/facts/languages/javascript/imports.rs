//! Imports of JavaScript and TypeScript: `import`, `export … from` and `require`, resolved to files.

use tree_sitter::Node;

use super::{exports, modules, requires};
use crate::facts::languages::{FileTree, ImportResolver, field_text, node_text};
use crate::facts::{DEFAULT, Import};

/// Imports of ECMAScript modules and CommonJS.
pub(crate) struct EcmaImports;

impl ImportResolver for EcmaImports {
    fn extract(&self, node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
        match node.kind() {
            "import_statement" => read_import(node, text, into),
            "export_statement" => read_export(node, text, into),
            "import_alias" => read_alias(node, text, into),
            "assignment_expression" => exports::read_assignment(node, text, into),
            _ => requires::read(node, text, into),
        }
    }

    fn resolve(&self, tree: &dyn FileTree, from: &str, source: &str) -> Vec<String> {
        modules::resolve(tree, from, source).into_iter().collect()
    }

    fn texts(&self, tree: &dyn FileTree, path: &str) -> Vec<String> {
        modules::texts(tree, path)
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
        exports::read_export(node, text, into);
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

/// Adds the import of `import a = b.c`, which names a declaration of this file.
fn read_alias(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let (Some(local), Some(path)) = (node.named_child(0), node.named_child(1)) else {
        return;
    };
    let name = field_text(path, "property", text).unwrap_or(node_text(path, text));
    into.push(Import::new(node_text(local, text), name, ""));
}
