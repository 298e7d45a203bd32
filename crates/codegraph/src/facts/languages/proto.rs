//! Protocol buffers, and its imports, resolved to files.

use tree_sitter::Node;

use super::{Language, Namespaces, field_text};
use crate::facts::Import;

pub(super) static LANGUAGE: Language = Language {
    name: "proto",
    extensions: &["proto"],
    grammar: || tree_sitter_proto::LANGUAGE.into(),
    patterns: &[include_str!("proto/facts.scm")],
    folder_scope: true,
    namespaces: Namespaces::Scopes,
    extract_imports,
    // Paths are relative to a folder that is an option of the compiler.
    resolve_import: |tree, _, source| tree.with_suffix(source),
    ..Language::PLAIN
};

fn extract_imports(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let path = field_text(node, "path", text);
    into.extend(path.map(|path| Import::new("", "*", path.trim_matches(['"', '\'']))));
}
