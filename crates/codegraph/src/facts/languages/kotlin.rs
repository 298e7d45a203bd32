//! Kotlin, and its imports, resolved to files.

mod newer;

use tree_sitter::Node;

use super::{JVM, Language, Sight, import_of, node_text, type_files};
use crate::facts::Import;

pub(super) static LANGUAGE: Language = Language {
    name: "kotlin",
    extensions: &["kt", "kts"],
    grammar: || tree_sitter_kotlin_ng::LANGUAGE.into(),
    patterns: &[include_str!("kotlin/facts.scm")],
    interpreters: &["kotlin"],
    rewritten: newer::as_older_syntax,
    functions_apart: true,
    arguments: Some(super::overloads::arguments),
    overloads: true,
    sight: |head| if head.has(&["private"]) { Sight::Type(&[]) } else { Sight::Any },
    extract_imports,
    resolve_import: |tree, _, source| type_files(tree, source, &["kt", "java"]),
    ..JVM
};

fn extract_imports(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let part = |at: u32| node.named_child(at).map(|part| node_text(part, text));
    let path = part(0).unwrap_or_default();
    let star = node_text(node, text).trim_end().ends_with('*');
    into.push(if star { Import::new("", "*", path) } else { import_of(path, part(1)) });
}
