//! Lua. Its imports: `require`, resolved to files.

use tree_sitter::Node;

use super::language::called;
use super::{FileTree, Language, Runtime, children, field_text, named, node_text};
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
/// `local name = require("module").member`, `local name = module.member`, several of them in one statement, and the table
/// that a file is as a module: `return name`. A module may also be called where it is loaded.
fn extract_imports(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    if node.kind() == "return_statement" {
        let value = node.named_child(0).and_then(|values| values.named_child(0));
        let table = value.map_or("", |value| node_text(value, text));
        into.push(Import::new(MODULE, table, "").reexported(true));
        return;
    }
    if node.kind() == "function_call" {
        return into.extend(called(node, loaded(node, text).map(|(source, _)| source), text));
    }
    let Some(assignment) = node.named_child(0) else {
        return;
    };
    let part = |at| assignment.named_child(at).map(children).unwrap_or_default();
    let locals = part(0);
    for (at, value) in part(1).into_iter().enumerate() {
        let table = value.child_by_field_name("table");
        let name = field_text(value, "field", text).unwrap_or("*");
        let module = table.unwrap_or(value);
        let known = || {
            let imported = into.iter().find(|import| import.local == node_text(module, text));
            imported.filter(|import| import.name == "*").map(|import| import.source.clone())
        };
        let loaded = loaded(module, text).map(|(source, behind)| (source.to_owned(), behind));
        if let Some((source, behind)) = loaded.or_else(|| Some((known()?, 0)))
            && let Some(local) = locals.get(at + behind)
        {
            into.push(Import::new(node_text(*local, text), name, &source));
        }
    }
}

/// The module that a call loads, and how many of its results come before that: `pcall(require, "a")` first says whether
/// it could.
fn loaded<'t>(call: Node<'_>, text: &'t [u8]) -> Option<(&'t str, usize)> {
    let delimiters = ['(', ')', '"', '\'', '[', ']', ' '];
    let arguments = field_text(call, "arguments", text)?;
    let protected = arguments.strip_prefix("(require,");
    let is_load = protected.is_some() || field_text(call, "name", text) == Some("require");
    let source = protected.unwrap_or(arguments).trim_matches(delimiters);
    is_load.then_some((source, usize::from(protected.is_some())))
}

fn resolve_import(tree: &FileTree<'_>, _: &str, source: &str) -> Vec<String> {
    let path = source.replace('.', "/");
    let files = [format!("{path}.lua"), format!("{path}/init.lua")];
    named(tree, &files)
}
