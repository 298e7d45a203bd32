//! Imports of Haskell, resolved to files.

use tree_sitter::Node;

use crate::facts::Import;
use crate::languages::{FileTree, ImportResolver, field_text, node_text};

pub(super) struct ModuleImports;

impl ImportResolver for ModuleImports {
    /// `import A.B`, `import A.B (name)` and `import qualified A.B as C`.
    fn extract(&self, node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
        let Some(source) = field_text(node, "module", text) else {
            return;
        };
        let mut add = |local: &str, name: &str| into.push(Import::new(local, name, source));
        add(field_text(node, "alias", text).unwrap_or(source), "*");
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
