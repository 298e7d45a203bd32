//! Imports of protocol buffers, resolved to files.

use tree_sitter::Node;

use crate::facts::Import;
use crate::facts::languages::{FileTree, ImportResolver, field_text};

pub(super) struct ProtoImports;

impl ImportResolver for ProtoImports {
    fn extract(&self, node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
        let path = field_text(node, "path", text);
        into.extend(path.map(|path| Import::new("", "*", path.trim_matches(['"', '\'']))));
    }

    /// Paths are relative to a folder that is an option of the compiler.
    fn resolve(&self, tree: &dyn FileTree, _: &str, source: &str) -> Vec<String> {
        tree.with_suffix(source)
    }
}
