//! Imports of protocol buffers, resolved to files.

use tree_sitter::Node;

use crate::facts::Import;
use crate::languages::{FileTree, ImportResolver, node_text};

pub(super) struct ProtoImports;

impl ImportResolver for ProtoImports {
    fn extract(&self, node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
        let Some(path) = node.child_by_field_name("path") else {
            return;
        };
        into.push(Import {
            name: "*".to_owned(),
            source: node_text(path, text).trim_matches(['"', '\'']).to_owned(),
            ..Import::default()
        });
    }

    /// Paths are relative to a folder that is an option of the compiler.
    fn resolve(&self, tree: &dyn FileTree, _: &str, source: &str) -> Vec<String> {
        tree.with_suffix(source)
    }
}
