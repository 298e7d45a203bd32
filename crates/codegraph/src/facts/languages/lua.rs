//! Lua. Its imports: `require`, resolved to files.

use tree_sitter::Node;

use super::{FileTree, Language, Runtime, field_text, named, node_text};
use crate::facts::Import;

pub(super) static LANGUAGE: Language = Language {
    interpreters: &["lua", "luajit"],
    self_names: &["self"],
    extract_imports,
    resolve_import,
    runtime: Some(Runtime::Lua),
    ..Language::new(
        "lua",
        &["lua"],
        || tree_sitter_lua::LANGUAGE.into(),
        &[include_str!("lua/facts.scm")],
    )
};

/// `local name = require "module"`, with or without parentheses.
fn extract_imports(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let assignment = node.named_child(0);
    let part = |at: u32| assignment.and_then(|a| a.named_child(at)?.named_child(0));
    let module = part(1).and_then(|call| field_text(call, "arguments", text));
    let (Some(local), Some(module)) = (part(0), module) else {
        return;
    };
    let delimiters = ['(', ')', '"', '\'', '[', ']', ' '];
    let source = module.trim_matches(delimiters);
    into.push(Import::new(node_text(local, text), "*", source));
}

fn resolve_import(tree: &dyn FileTree, _: &str, source: &str) -> Vec<String> {
    let path = source.replace('.', "/");
    let files = [format!("{path}.lua"), format!("{path}/init.lua")];
    named(tree, &files)
}
