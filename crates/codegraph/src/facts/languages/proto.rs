//! Protocol buffers, and its imports, resolved to files.

use tree_sitter::Node;

use super::{FileTree, ImportResolver, Language, field_text};
use crate::facts::Import;

pub(super) static LANGUAGE: Language = Language {
    folder_scope: true,
    imports: &ProtoImports,
    ..Language::new(
        "proto",
        &["proto"],
        || tree_sitter_proto::LANGUAGE.into(),
        &[include_str!("proto/facts.scm")],
    )
};

struct ProtoImports;

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
