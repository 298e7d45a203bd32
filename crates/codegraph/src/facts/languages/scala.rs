//! Scala, and its imports, resolved to files.

use tree_sitter::Node;

use super::{
    JVM, Language, Namespaces, Sight, children, field_text, import_of, node_text, type_files,
};
use crate::facts::Import;

pub(super) static LANGUAGE: Language = Language {
    name: "scala",
    extensions: &["scala", "sc", "sbt"],
    grammar: || tree_sitter_scala::LANGUAGE.into(),
    patterns: &[include_str!("scala/facts.scm")],
    interpreters: &["scala", "scala-cli"],
    nullary_calls: true,
    #[rustfmt::skip]
    collections: &["Array", "IndexedSeq", "Iterable", "Iterator", "List", "Map", "Option", "Seq", "Set", "Vector"],
    held: &["getOrElse", "head", "last", "next"],
    holding: &["filter", "find", "headOption", "lastOption", "reverse", "toList", "values"],
    sight: |head| if head.has(&["private"]) { Sight::File } else { Sight::Any },
    implicit_conversions: true,
    namespaces: Namespaces::Relative,
    extract_imports,
    resolve_import: |tree, _, source| type_files(tree, source, &["scala", "java"]),
    ..JVM
};

fn extract_imports(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let parts: Vec<&str> = node
        .children_by_field_name("path", &mut node.walk())
        .filter(|part| part.is_named())
        .map(|part| node_text(part, text))
        .collect();
    let path = parts.join(".");
    let path = path.strip_prefix("_root_.").unwrap_or(&path).to_owned();
    let mut imports_path = true;
    for child in children(node) {
        match child.kind() {
            "namespace_selectors" => {
                let (from, mut hidden) = (into.len(), Vec::new());
                for selector in children(child) {
                    match hidden_name(selector, text) {
                        Some(name) => hidden.push(name.to_owned()),
                        None => select(selector, &path, text, into),
                    }
                }
                for all in into[from..].iter_mut().filter(|import| import.name == "*") {
                    all.hidden.clone_from(&hidden);
                }
            }
            "namespace_wildcard" | "as_renamed_identifier" => select(child, &path, text, into),
            _ => continue,
        }
        imports_path = false;
    }
    if imports_path && path.contains('.') {
        into.push(import_of(&path, None));
    }
}

/// The name that a selector keeps from a wildcard beside it: `a` of `a => _` and `a as _`.
fn hidden_name<'t>(selector: Node<'_>, text: &'t [u8]) -> Option<&'t str> {
    let written = node_text(selector, text).strip_suffix('_')?;
    let name = written.split_whitespace().next()?;
    (name.len() < written.trim_end().len()).then_some(name)
}

/// Adds the import of one selector of `{ … }`, of a wildcard, or of a renamed name.
fn select(selector: Node<'_>, path: &str, text: &[u8], into: &mut Vec<Import>) {
    let part = |field: &str| field_text(selector, field, text);
    let written = node_text(selector, text);
    into.push(match (part("name"), part("alias")) {
        (Some(name), alias @ Some(_)) => import_of(&format!("{path}.{name}"), alias),
        _ if selector.kind() == "identifier" => import_of(&format!("{path}.{written}"), None),
        _ => Import::new("", "*", path),
    });
}
