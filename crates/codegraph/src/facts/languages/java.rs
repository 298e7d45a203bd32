//! Java, and its imports, resolved to files.

use tree_sitter::Node;

use super::{FileTree, Language, Namespaces, Runtime, node_text, type_files};
use crate::facts::Import;

pub(super) static LANGUAGE: Language = Language {
    interpreters: &["java"],
    self_names: &["this", "super"],
    super_names: &["super"],
    own_types: &["this"],
    folder_scope: true,
    implicit_self: true,
    declared_types: true,
    nominal_types: true,
    uncallable_kinds: &["constant", "field", "variable", "variant"],
    namespaces: Namespaces::Absolute,
    extract_imports,
    resolve_import,
    submodule: |source, _| Some(source.to_owned()),
    runtime: Some(Runtime::Jvm),
    ..Language::new(
        "java",
        &["java"],
        || tree_sitter_java::LANGUAGE.into(),
        &[include_str!("java/facts.scm")],
    )
};

fn extract_imports(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let mut walk = node.walk();
    let mut path = "";
    let mut star = false;
    for child in node.named_children(&mut walk) {
        match child.kind() {
            "scoped_identifier" | "identifier" => path = node_text(child, text),
            "asterisk" => star = true,
            _ => {}
        }
    }
    match path.rsplit_once('.') {
        _ if star => into.push(Import::new("", "*", path)),
        Some((_, last)) => into.push(Import::new(last, last, path)),
        None => {}
    }
}

fn resolve_import(tree: &dyn FileTree, _: &str, source: &str) -> Vec<String> {
    type_files(tree, source, &["java"])
}
