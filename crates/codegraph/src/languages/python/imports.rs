//! Imports of Python: `import` and `from … import`, resolved to modules.

use tree_sitter::Node;

use crate::facts::Import;
use crate::languages::{FileTree, ImportResolver, folder, join, node_text};

pub(super) struct PythonImports;

impl ImportResolver for PythonImports {
    fn extract(&self, node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
        let module = node.child_by_field_name("module_name");
        let source = module.map(|module| node_text(module, text).replace(' ', ""));
        let mut walk = node.walk();
        for name in node.children_by_field_name("name", &mut walk) {
            let (path, alias) = match name.child_by_field_name("alias") {
                Some(alias) => (
                    name.child_by_field_name("name"),
                    Some(node_text(alias, text)),
                ),
                None => (Some(name), None),
            };
            let path = path.map_or("", |path| node_text(path, text));
            match &source {
                Some(source) => add(into, alias.unwrap_or(path), path, source, false),
                None => {
                    let head = path.split('.').next().unwrap_or(path);
                    add(into, alias.unwrap_or(head), "*", path, false);
                }
            }
        }
        let mut walk = node.walk();
        let star = node
            .children(&mut walk)
            .any(|child| child.kind() == "wildcard_import");
        if let (Some(source), true) = (source, star) {
            add(into, "", "*", &source, true);
        }
    }

    fn resolve(&self, tree: &dyn FileTree, from: &str, source: &str) -> Vec<String> {
        let rest = source.trim_start_matches('.');
        let path = rest.replace('.', "/");
        let levels = source.len() - rest.len();
        if levels > 0 {
            let mut home = folder(from);
            for _ in 1..levels {
                home = folder(home);
            }
            return module(tree, home, &path).into_iter().collect();
        }
        let mut home = folder(from);
        loop {
            if let Some(found) = module(tree, home, &path) {
                return vec![found];
            }
            if home.is_empty() {
                break;
            }
            home = folder(home);
        }
        let below = [format!("{path}.py"), format!("{path}/__init__.py")];
        // The outermost folder of the name is the package; deeper ones are fixtures and the like.
        let depth = |path: &String| path.trim_end_matches("/__init__.py").matches('/').count();
        let found = below.iter().flat_map(|name| tree.with_suffix(name));
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

fn add(into: &mut Vec<Import>, local: &str, name: &str, source: &str, reexport: bool) {
    let (local, name, source) = (local.to_owned(), name.to_owned(), source.to_owned());
    into.push(Import {
        local,
        name,
        source,
        reexport,
        ..Import::default()
    });
}

/// The file of a module below a folder.
fn module(tree: &dyn FileTree, home: &str, path: &str) -> Option<String> {
    let stem = join(home, path)?;
    let package = join(&stem, "__init__.py")?;
    [format!("{stem}.py"), package, format!("{stem}.pyi")]
        .into_iter()
        .find(|p| tree.contains(p))
}
