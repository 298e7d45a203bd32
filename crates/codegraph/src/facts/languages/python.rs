//! Python. Its imports: `import` and `from … import`, resolved to modules.

use std::collections::HashSet;

use tree_sitter::Node;

use super::{
    FileTree, Language, Modules, Runtime, Sight, Structural, field_text, folders_above, has_child,
    join, node_text,
};
use crate::facts::Import;

pub(super) static LANGUAGE: Language = Language {
    name: "python",
    extensions: &["py", "pyi", "pyw"],
    grammar: || tree_sitter_python::LANGUAGE.into(),
    patterns: &[include_str!("python/facts.scm")],
    interpreters: &["python", "pypy"],
    strains_scanner: is_too_deep,
    file_names: &["SConstruct", "SConscript", "wscript"],
    declaration_files: &[".pyi"],
    self_names: &["self", "cls", "super()"],
    super_names: &["super()"],
    own_types: &["cls"],
    constructors: &["__init__", "__new__"],
    modules: Modules::All,
    class_body_scope: true,
    // The name of the class becomes a part of such a member's name.
    sight: |head| {
        let is_own = head.name.starts_with("__") && !head.name.ends_with("__");
        if is_own && head.is_in(&["class"]) { Sight::TypeOfName(&[]) } else { Sight::Any }
    },
    pointer_types: &[
        "Annotated",
        "ClassVar",
        "Final",
        "Optional",
        "__getattr__",
        "__getattribute__",
    ],
    structural: Structural::Extending("Protocol"),
    collections: &["list", "bytes", "dict", "frozenset", "set", "str", "tuple", "Dict", "List"],
    held: &["get", "pop", "setdefault"],
    holding: &["copy", "values"],
    // The file of fixtures that tests' frameworks load for a folder.
    injecting_file: Some("conftest.py"),
    innermost_frame_last: true,
    extract_imports,
    resolve_import,
    submodule,
    runtime: Some(Runtime::Python),
    ..Language::PLAIN
};

fn extract_imports(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let module = field_text(node, "module_name", text);
    let source = module.map(|module| module.replace(' ', ""));
    for name in node.children_by_field_name("name", &mut node.walk()) {
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
    let star = has_child(node, "wildcard_import");
    if let (Some(source), true) = (source, star) {
        into.push(Import::new("", "*", &source).reexported(true));
    }
}

fn resolve_import(tree: &FileTree<'_>, from: &str, source: &str) -> Vec<String> {
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
    found.min_by_key(|path| (depth(path), path.clone())).into_iter().collect()
}

fn submodule(source: &str, name: &str) -> Option<String> {
    let dot = if source.ends_with('.') { "" } else { "." };
    Some(format!("{source}{dot}{name}"))
}

/// The file of a module below a folder.
fn module(tree: &FileTree<'_>, home: &str, path: &str) -> Option<String> {
    let stem = join(home, path)?;
    let package = join(&stem, "__init__.py")?;
    [format!("{stem}.py"), package, format!("{stem}.pyi")].into_iter().find(|p| tree.contains(p))
}

/// The most different indentations of a text that is parsed. Along the open blocks the indentations grow.
const MAX_INDENTATIONS: usize = 256;

/// Whether a text has more indentations than the scanner can keep levels, of which it keeps 384 at least.
fn is_too_deep(text: &[u8]) -> bool {
    let (mut indentations, mut carried) = (HashSet::new(), 0);
    text.split(|byte| b"\n\r".contains(byte)).any(|line| {
        let blank = line.iter().take_while(|byte| b" \t\x0c".contains(byte));
        let width: usize = blank.map(|byte| if *byte == b'\t' { 8 } else { 1 }).sum();
        // For the scanner, a line that only continues adds to the indentation of the next one.
        if line.trim_ascii() == b"\\" {
            carried += width;
            return false;
        }
        indentations.insert(carried + width);
        carried = 0;
        indentations.len() > MAX_INDENTATIONS
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_deep_blocks_strain_the_scanner() {
        let check = |text: &str, expect: bool| {
            let shown = &text[..text.len().min(40)];
            assert_eq!(is_too_deep(text.as_bytes()), expect, "{shown}");
        };
        let nested = |depth: usize, indent: &str| -> String {
            (0..depth).map(|at| format!("{}if a:\n", indent.repeat(at))).collect()
        };
        check(&nested(600, " "), true);
        check(&nested(600, "\t"), true);
        check(&nested(100, "    "), false);
        check(&"def f():\n    return 1\n".repeat(1_000), false);
        let continued: String = (0..600).map(|at| " \\\n".repeat(at) + "if a:\n").collect();
        check(&continued, true);
    }
}
