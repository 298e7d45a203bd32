//! Go. Its imports: `import`, resolved to packages of the tree.

use tree_sitter::Node;

use super::{FileTree, Language, Structural, field_text, folders_above, join};
use crate::facts::Import;

pub(super) static LANGUAGE: Language = Language {
    folder_scope: true,
    declared_types: true,
    types_are_values: true,
    structural: Structural::Kind("interface"),
    extract_imports,
    resolve_import,
    ..Language::new(
        "go",
        &["go"],
        || tree_sitter_go::LANGUAGE.into(),
        &[include_str!("go/facts.scm")],
    )
};

fn extract_imports(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let Some(path) = field_text(node, "path", text) else {
        return;
    };
    let source = path.trim_matches(['"', '`']);
    // A major version at the end of a path is not part of the package's name.
    let is_not_version = |part: &&str| {
        let digits = part.strip_prefix('v').unwrap_or_default();
        digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let package_name = source.rsplit('/').find(is_not_version);
    let local = match field_text(node, "name", text) {
        Some(".") => "",
        Some(name) => name,
        None => package_name.unwrap_or(source),
    };
    into.push(Import::new(local, "*", source));
}

fn resolve_import(tree: &dyn FileTree, from: &str, source: &str) -> Vec<String> {
    for module_folder in folders_above(from) {
        let manifest = join(module_folder, "go.mod").unwrap_or_default();
        if let Some(module) = tree.config(&manifest).as_deref().and_then(module_path) {
            let inner = source.strip_prefix(module).filter(|r| r.is_empty() || r.starts_with('/'));
            let found = inner.and_then(|inner| join(module_folder, inner));
            return found.map(|package| files(tree, &package)).unwrap_or_default();
        }
    }
    Vec::new()
}

/// The files of a package, without its tests.
fn files(tree: &dyn FileTree, package: &str) -> Vec<String> {
    let mut found = tree.in_folder(package);
    found.retain(|path| path.ends_with(".go") && !path.ends_with("_test.go"));
    found
}

/// The path in a go.mod's `module` line.
fn module_path(manifest: &str) -> Option<&str> {
    let line = manifest.lines().find_map(|line| line.trim().strip_prefix("module "))?;
    Some(line.split("//").next()?.trim().trim_matches('"'))
}
