//! Imports of Haskell, resolved to files.

use tree_sitter::Node;

use crate::facts::Import;
use crate::languages::{FileTree, ImportResolver, node_text};

pub(super) struct ModuleImports;

impl ImportResolver for ModuleImports {
    /// `import A.B`, `import A.B (name)` and `import qualified A.B as C`.
    fn extract(&self, node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
        let Some(module) = node.child_by_field_name("module") else {
            return;
        };
        let source = node_text(module, text);
        let mut add = |local: &str, name: &str| {
            into.push(Import {
                local: local.to_owned(),
                name: name.to_owned(),
                source: source.to_owned(),
                ..Import::default()
            });
        };
        let alias = node.child_by_field_name("alias");
        add(alias.map_or(source, |alias| node_text(alias, text)), "*");
        let qualified = node
            .children(&mut node.walk())
            .any(|part| part.kind() == "qualified");
        let hiding = node
            .children(&mut node.walk())
            .any(|part| part.kind() == "hiding");
        match node.child_by_field_name("names") {
            _ if qualified => {}
            Some(names) if !hiding => {
                for name in names.named_children(&mut names.walk()) {
                    let name = name.named_child(0).unwrap_or(name);
                    add(node_text(name, text), node_text(name, text));
                }
            }
            _ => add("", "*"),
        }
    }

    fn resolve(&self, tree: &dyn FileTree, _: &str, source: &str) -> Vec<String> {
        tree.with_suffix(&format!("{}.hs", source.replace('.', "/")))
    }
}
