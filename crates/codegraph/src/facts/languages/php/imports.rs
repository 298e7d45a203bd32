//! Imports of PHP: `use`, by full names, which lead to what a file of that namespace declares.

use tree_sitter::Node;

use crate::facts::Import;
use crate::facts::languages::{FileTree, ImportResolver, field_text, node_text};

pub(super) struct PhpImports;

impl ImportResolver for PhpImports {
    /// `use A\B`, `use A\B as C`, `use function A\b as c` and `use A\{B, function c as d}`.
    fn extract(&self, node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
        let mut walk = node.walk();
        let mut prefix = "";
        for child in node.named_children(&mut walk) {
            match child.kind() {
                "namespace_name" => prefix = node_text(child, text),
                "namespace_use_clause" => read_clause(child, prefix, text, into),
                "namespace_use_group" => {
                    let mut inner = child.walk();
                    for clause in child.named_children(&mut inner) {
                        read_clause(clause, prefix, text, into);
                    }
                }
                _ => {}
            }
        }
    }

    fn resolve(&self, _: &dyn FileTree, _: &str, _: &str) -> Vec<String> {
        Vec::new()
    }
}

fn read_clause(clause: Node<'_>, prefix: &str, text: &[u8], into: &mut Vec<Import>) {
    let Some(path) = clause.named_child(0) else {
        return;
    };
    let path = format!("{prefix}\\{}", node_text(path, text)).replace('\\', ".");
    let source = path.trim_start_matches('.');
    let name = source.rsplit('.').next().unwrap_or(source);
    let local = field_text(clause, "alias", text).unwrap_or(name);
    into.push(Import::new(local, name, source));
}
