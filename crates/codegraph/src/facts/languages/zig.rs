//! Zig. Its imports: `@import`, resolved to files.

use tree_sitter::Node;

use super::{Family, Language, Runtime, Sight, beside, field_text, last_child, node_text};
use crate::facts::Import;

pub(super) static LANGUAGE: Language = Language {
    name: "zig",
    extensions: &["zig"],
    grammar: || tree_sitter_zig::LANGUAGE.into(),
    patterns: &[include_str!("zig/facts.scm")],
    self_names: &["self", "Self", "@This()"],
    // What a type declares is in scope in its functions.
    implicit_self: true,
    uncallable_kinds: &["field", "variant"],
    sight: |head| {
        let is_open = head.has(&["export", "extern", "pub"]) || head.is_in(&["function", "method"]);
        let is_item = matches!(head.kind, "constant" | "function" | "method" | "variable");
        if is_item && !is_open { Sight::File } else { Sight::Any }
    },
    extract_imports,
    // A path ends in `.zig` and is relative to the file; any other name is a package of the build.
    resolve_import: |tree, from, source| beside(tree, from, source).into_iter().collect(),
    runtime: Some(Runtime::Machine(Family::Zig)),
    ..Language::PLAIN
};

/// `const name = @import("file.zig")`, or one member of it: `@import("file.zig").Name`.
fn extract_imports(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
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
