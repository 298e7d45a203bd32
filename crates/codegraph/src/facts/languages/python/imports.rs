//! Imports of Python: `import` and `from … import`, resolved to modules.

use tree_sitter::Node;

use crate::facts::Import;
use crate::facts::languages::{
    FileTree, ImportResolver, field_text, folders_above, join, node_text,
};

pub(super) struct PythonImports;

impl ImportResolver for PythonImports {
    fn extract(&self, node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
        let module = field_text(node, "module_name", text);
        let source = module.map(|module| module.replace(' ', ""));
        let mut walk = node.walk();
        for name in node.children_by_field_name("name", &mut walk) {
            let alias = field_text(name, "alias", text);
            let path = match alias {
                Some(_) => field_text(name, "name", text).unwrap_or_default(),
                None => node_text(name, text),
            };
            into.push(match &source {
                Some(source) => Import::new(alias.unwrap_or(path), path, source),
                None => {
                    let head = path.split('.').next().unwrap_or(path);
                    Import::new(alias.unwrap_or(head), "*", path)
                }
            });
        }
        let mut walk = node.walk();
        let star = node
            .children(&mut walk)
            .any(|child| child.kind() == "wildcard_import");
        if let (Some(source), true) = (source, star) {
            into.push(Import::new("", "*", &source).reexported(true));
        }
    }

    fn resolve(&self, tree: &dyn FileTree, from: &str, source: &str) -> Vec<String> {
        let rest = source.trim_start_matches('.');
        let path = rest.replace('.', "/");
        let levels = source.len() - rest.len();
        if levels > 0 {
            let home = folders_above(from).nth(levels - 1).unwrap_or_default();
            return module(tree, home, &path).into_iter().collect();
        }
        if let Some(found) = folders_above(from).find_map(|home| module(tree, home, &path)) {
            return vec![found];
        }
        let suffixes = [format!("{path}.py"), format!("{path}/__init__.py")];
        // Of several files with the name, the one in the outermost folder is taken; deeper ones are often fixtures.
        let depth = |path: &String| path.trim_end_matches("/__init__.py").matches('/').count();
        let found = suffixes.iter().flat_map(|name| tree.with_suffix(name));
        found
            .min_by_key(|path| (depth(path), path.clone()))
            .into_iter()
            .collect()
    }

    fn submodule(&self, source: &str, name: &str) -> Option<String> {
        let dot = if source.ends_with('.') { "" } else { "." };
        Some(format!("{source}{dot}{name}"))
    }
}

/// The file of a module below a folder.
fn module(tree: &dyn FileTree, home: &str, path: &str) -> Option<String> {
    let stem = join(home, path)?;
    let package = join(&stem, "__init__.py")?;
    [format!("{stem}.py"), package, format!("{stem}.pyi")]
        .into_iter()
        .find(|p| tree.contains(p))
}
