//! Kotlin, and its imports, resolved to files.

mod newer;

use memchr::memmem;
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
    #[rustfmt::skip]
    collections: &[
        "Array", "Collection", "HashMap", "Iterable", "List", "Map", "MutableCollection", "MutableList", "MutableMap",
        "MutableSet", "Sequence", "Set",
    ],
    arguments: Some(super::overloads::arguments),
    overloads: true,
    sight: |head| if head.has(&["private"]) { Sight::Type(&[]) } else { Sight::Any },
    file_type: Some(file_type),
    extract_imports,
    resolve_import: |tree, _, source| type_files(tree, source, &["kt", "java"]),
    ..JVM
};

/// The annotation of a file that names the type of its functions.
const NAMED: &[u8] = b"@file:JvmName(\"";

/// The type of a file's functions for Java: the name of the file with `Kt`, unless the file says otherwise.
fn file_type(path: &str, text: &[u8]) -> Option<String> {
    if let Some(at) = memmem::find(text, NAMED) {
        let rest = &text[at + NAMED.len()..];
        let name = rest.split(|byte| *byte == b'"').next()?;
        return String::from_utf8(name.to_vec()).ok();
    }
    let stem = path.rsplit('/').next()?.strip_suffix(".kt")?;
    let first = stem.chars().next()?;
    Some(format!("{}{}Kt", first.to_uppercase(), &stem[first.len_utf8()..]))
}

fn extract_imports(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let part = |at: u32| node.named_child(at).map(|part| node_text(part, text));
    let path = part(0).unwrap_or_default();
    let star = node_text(node, text).trim_end().ends_with('*');
    into.push(if star { Import::new("", "*", path) } else { import_of(path, part(1)) });
}
