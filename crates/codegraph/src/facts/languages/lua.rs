//! Lua. Its imports: `require`, resolved to files.

use tree_sitter::Node;

use super::language::called;
use super::{FileTree, Language, Runtime, field_text, named, node_text};
use crate::facts::{Import, MODULE};

pub(super) static LANGUAGE: Language = Language {
    name: "lua",
    extensions: &["lua"],
    grammar: || tree_sitter_lua::LANGUAGE.into(),
    patterns: &[include_str!("lua/facts.scm")],
    interpreters: &["lua", "luajit"],
    self_names: &["self"],
    extract_imports,
    resolve_import,
    import_texts: |_, path| {
        let module = path.trim_end_matches(".lua").trim_end_matches("/init");
        module.rsplit('/').next().map(str::to_owned).into_iter().collect()
    },
    runtime: Some(Runtime::Lua),
    ..Language::PLAIN
};

/// `local name = require "module"`, with or without parentheses, the members of such a module:
/// `local name = require("module").member`, `local name = module.member`, and the table that a file is as a module:
/// `return name`. A module may also be called where it is loaded.
fn extract_imports(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    if node.kind() == "return_statement" {
        let value = node.named_child(0).and_then(|values| values.named_child(0));
        let table = value.map_or("", |value| node_text(value, text));
        into.push(Import::new(MODULE, table, "").reexported(true));
        return;
    }
    if node.kind() == "function_call" {
        return into.extend(called(node, loaded(node, text), text));
    }
    let assignment = node.named_child(0);
    let part = |at: u32| assignment.and_then(|a| a.named_child(at)?.named_child(0));
    let (Some(local), Some(value)) = (part(0), part(1)) else {
        return;
    };
    let table = value.child_by_field_name("table");
    let name = field_text(value, "field", text).unwrap_or("*");
    let module = table.unwrap_or(value);
    let known = || {
        let imported = into.iter().find(|import| import.local == node_text(module, text));
        imported.filter(|import| import.name == "*").map(|import| import.source.clone())
    };
    if let Some(source) = loaded(module, text).map(str::to_owned).or_else(known) {
        into.push(Import::new(node_text(local, text), name, &source));
    }
}

/// The module that a call loads.
fn loaded<'t>(call: Node<'_>, text: &'t [u8]) -> Option<&'t str> {
    let delimiters = ['(', ')', '"', '\'', '[', ']', ' '];
    Some(field_text(call, "arguments", text)?.trim_matches(delimiters))
}

fn resolve_import(tree: &FileTree<'_>, _: &str, source: &str) -> Vec<String> {
    let path = source.replace('.', "/");
    let files = [format!("{path}.lua"), format!("{path}/init.lua")];
    named(tree, &files)
}
