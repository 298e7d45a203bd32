//! Imports of Lua: `require`, resolved to files.

use tree_sitter::Node;

use crate::facts::Import;
use crate::languages::{FileTree, ImportResolver, node_text};

pub(super) struct LuaImports;

impl ImportResolver for LuaImports {
    /// `local name = require "module"`, with or without parentheses.
    fn extract(&self, node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
        let assignment = node.named_child(0);
        let part = |at: u32| assignment.and_then(|a| a.named_child(at)?.named_child(0));
        let module = part(1).and_then(|call| call.child_by_field_name("arguments"));
        let (Some(local), Some(module)) = (part(0), module) else {
            return;
        };
        let delimiters = ['(', ')', '"', '\'', '[', ']', ' '];
        into.push(Import {
            local: node_text(local, text).to_owned(),
            name: "*".to_owned(),
            source: node_text(module, text).trim_matches(delimiters).to_owned(),
            ..Import::default()
        });
    }

    fn resolve(&self, tree: &dyn FileTree, _: &str, source: &str) -> Vec<String> {
        let path = source.replace('.', "/");
        let files = [format!("{path}.lua"), format!("{path}/init.lua")];
        files
            .iter()
            .flat_map(|file| tree.with_suffix(file))
            .collect()
    }
}
