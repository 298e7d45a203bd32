//! Zig. Its imports: `@import`, resolved to files.

use tree_sitter::Node;

use super::{FileTree, ImportResolver, Language, field_text, folder, join, node_text};
use crate::facts::Import;

pub(super) static LANGUAGE: Language = Language {
    self_names: &["self", "Self", "@This()"],
    uncallable_kinds: &["field", "variant"],
    imports: &FileImports,
    ..Language::new(
        "zig",
        &["zig"],
        || tree_sitter_zig::LANGUAGE.into(),
        &[include_str!("zig/facts.scm")],
    )
};

struct FileImports;

impl ImportResolver for FileImports {
    /// `const name = @import("file.zig")`, or one member of it: `@import("file.zig").Name`.
    fn extract(&self, node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
        let (Some(local), Some(value)) = (node.named_child(0), last_child(node)) else {
            return;
        };
        let call = value.child_by_field_name("object").unwrap_or(value);
        let path = last_child(call).and_then(|arguments| arguments.named_child(0));
        let Some(path) = path else { return };
        let source = node_text(path, text).trim_matches('"');
        let name = field_text(value, "member", text).unwrap_or("*");
        let public = node_text(node, text).starts_with("pub");
        let import = Import::new(node_text(local, text), name, source);
        into.push(import.reexported(public));
    }

    /// A path ends in `.zig` and is relative to the file; any other name is a package of the build.
    fn resolve(&self, tree: &dyn FileTree, from: &str, source: &str) -> Vec<String> {
        let beside = join(folder(from), source).filter(|path| tree.contains(path));
        beside.into_iter().collect()
    }
}

fn last_child(node: Node<'_>) -> Option<Node<'_>> {
    node.named_child(
        u32::try_from(node.named_child_count())
            .ok()?
            .checked_sub(1)?,
    )
}
