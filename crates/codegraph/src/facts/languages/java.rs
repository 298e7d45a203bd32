//! Java, and its imports, resolved to files.

use tree_sitter::Node;

use super::{JVM, Language, children, import_of, node_text, type_files};
use crate::facts::Import;

pub(super) static LANGUAGE: Language = Language {
    name: "java",
    extensions: &["java"],
    grammar: || tree_sitter_java::LANGUAGE.into(),
    patterns: &[include_str!("java/facts.scm")],
    interpreters: &["java"],
    nominal_types: true,
    arguments: Some(super::overloads::arguments),
    overloads: true,
    uncallable_kinds: &["constant", "field", "variable", "variant"],
    extract_imports,
    resolve_import: |tree, _, source| type_files(tree, source, &["java"]),
    ..JVM
};

fn extract_imports(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let mut path = "";
    let mut star = false;
    for child in children(node) {
        match child.kind() {
            "scoped_identifier" | "identifier" => path = node_text(child, text),
            "asterisk" => star = true,
            _ => {}
        }
    }
    if star || path.contains('.') {
        into.push(if star { Import::new("", "*", path) } else { import_of(path, None) });
    }
}
