//! Java, and its imports, resolved to files.

use tree_sitter::Node;

use super::{Head, JVM, Language, Sight, children, import_of, node_text, type_files};
use crate::facts::Import;

pub(super) static LANGUAGE: Language = Language {
    name: "java",
    extensions: &["java"],
    grammar: || tree_sitter_java::LANGUAGE.into(),
    patterns: &[include_str!("java/facts.scm")],
    interpreters: &["java"],
    nominal_types: true,
    made_by_word: true,
    #[rustfmt::skip]
    collections: &[
        "ArrayList", "Collection", "ConcurrentHashMap", "ConcurrentMap", "Deque", "HashMap", "HashSet", "Iterable",
        "Iterator", "LinkedHashMap", "LinkedHashSet", "LinkedList", "List", "Map", "Optional", "Queue", "Set",
        "Stream", "TreeMap",
    ],
    arguments: Some(super::overloads::arguments),
    overloads: true,
    sight,
    uncallable_kinds: &["constant", "field", "variable", "variant"],
    extract_imports,
    resolve_import: |tree, _, source| type_files(tree, source, &["java"]),
    ..JVM
};

/// What is not marked is seen in its package, but members of interfaces and what a type's head declares are public.
fn sight(head: &Head<'_>) -> Sight {
    let is_in_body = head.around.is_some_and(|around| !around.in_head);
    if head.has(&["private"]) {
        Sight::Type(&[])
    } else if head.has(&["public", "protected"])
        || head.kind == "variant"
        || (head.around.is_some() && !(is_in_body && head.is_in(&["class", "enum", "record"])))
    {
        Sight::Any
    } else {
        Sight::Namespace
    }
}

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
