//! Imports of Kotlin, resolved to files.

use tree_sitter::Node;

use crate::facts::Import;
use crate::facts::languages::type_imports::type_files;
use crate::facts::languages::{FileTree, ImportResolver, node_text};

pub(super) struct KotlinImports;

impl ImportResolver for KotlinImports {
    fn extract(&self, node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
        let part = |at: u32| node.named_child(at).map(|part| node_text(part, text));
        let path = part(0).unwrap_or_default();
        let last = path.rsplit('.').next().unwrap_or(path);
        let star = node_text(node, text).trim_end().ends_with('*');
        let local = part(1).unwrap_or(last);
        let (local, name) = if star { ("", "*") } else { (local, last) };
        into.push(Import::new(local, name, path));
    }

    fn resolve(&self, tree: &dyn FileTree, _: &str, source: &str) -> Vec<String> {
        type_files(tree, source, &["kt", "java"])
    }

    fn submodule(&self, source: &str, _: &str) -> Option<String> {
        Some(source.to_owned())
    }
}
