//! Imports of C and C++: `#include`, resolved to files; and other names of types and namespaces.

use tree_sitter::Node;

use crate::facts::Import;
use crate::facts::languages::{FileTree, ImportResolver, field_text, folder, join, node_text};

/// Includes of C and C++.
pub(crate) struct Includes;

/// The import, from the file itself, of `using a = b`, `namespace a = b` or `typedef b a`; an includer sees it, too.
fn alias(node: Node<'_>, text: &[u8]) -> Option<Import> {
    let field = |name| field_text(node, name, text);
    let local = field("name").or_else(|| field("declarator"))?;
    let last = u32::try_from(node.named_child_count())
        .ok()?
        .checked_sub(1)?;
    let named = field("type").or_else(|| Some(node_text(node.named_child(last)?, text)))?;
    let named = named.split('<').next()?;
    let name = named.rsplit("::").next()?.trim();
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let renames = !name.is_empty() && name.chars().all(is_name) && name != local;
    renames.then(|| Import::new(local, name, "").reexported(true))
}

impl ImportResolver for Includes {
    fn extract(&self, node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
        let Some(path) = field_text(node, "path", text) else {
            into.extend(alias(node, text));
            return;
        };
        // All names that a header declares or includes are visible where it is included.
        let source = path.trim_matches(['"', '<', '>']);
        into.push(Import::new("", "*", source).reexported(true));
    }

    fn resolve(&self, tree: &dyn FileTree, from: &str, source: &str) -> Vec<String> {
        let beside = join(folder(from), source).filter(|path| tree.contains(path));
        let anywhere = || {
            let suffix = source.trim_start_matches("../").trim_start_matches("./");
            let mut found = tree.with_suffix(suffix);
            // Of several files, the one whose path has the longest common prefix with `from` is taken as the nearest.
            let common_bytes = |path: &String| {
                path.bytes()
                    .zip(from.bytes())
                    .take_while(|(a, b)| a == b)
                    .count()
            };
            found.sort_by(|a, b| common_bytes(b).cmp(&common_bytes(a)).then(a.cmp(b)));
            found.into_iter().next()
        };
        beside.or_else(anywhere).into_iter().collect()
    }
}
