//! Go. Its imports: `import`, resolved to packages of the tree.

use tree_sitter::Node;

use super::{
    Family, FileTree, Language, Manifest, Runtime, Sight, Structural, field_text, folder,
    folders_above, join, nearest,
};
use crate::facts::Import;

pub(super) static LANGUAGE: Language = Language {
    name: "go",
    extensions: &["go"],
    grammar: || tree_sitter_go::LANGUAGE.into(),
    patterns: &[include_str!("go/facts.scm")],
    folder_scope: true,
    declared_types: true,
    types_are_values: true,
    structural: Structural::Kind("interface"),
    arguments: Some(super::overloads::arguments),
    overloads: true,
    sight: |head| {
        if head.name.starts_with(char::is_uppercase) { Sight::Any } else { Sight::Package }
    },
    extract_imports,
    resolve_import,
    runtime: Some(Runtime::Machine(Family::Go)),
    ..Language::PLAIN
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

/// The manifest of a module.
const MODULE: Manifest = Manifest {
    file: "go.mod",
    names: |tree, path| {
        let text = tree.config(path);
        text.as_deref().and_then(module_path).map(str::to_owned).into_iter().collect()
    },
};

/// The package of a path: in the folder that the module around the importing file puts in a module's place, or else in
/// the module of the tree with the longest part of the path.
fn resolve_import(tree: &FileTree<'_>, from: &str, source: &str) -> Vec<String> {
    let own = folders_above(from).find_map(|home| {
        let manifest = join(home, MODULE.file)?;
        Some((home, tree.config(&manifest)?))
    });
    let prefixes = std::iter::successors(Some(source), |path| Some(path.rsplit_once('/')?.0));
    let found = prefixes.into_iter().find_map(|module| {
        let replaced = own.as_ref().and_then(|(home, text)| join(home, replaced(text, module)?));
        let declared = || nearest(tree.manifests_of(&MODULE, module), from);
        let home = replaced.or_else(|| Some(folder(&declared()?).to_owned()))?;
        join(&home, source[module.len()..].trim_start_matches('/'))
    });
    found.map(|package| files(tree, &package)).unwrap_or_default()
}

/// The folder by which a manifest replaces a module: `replace module => ../folder`, perhaps with a version and in a
/// block.
fn replaced<'t>(manifest: &'t str, module: &str) -> Option<&'t str> {
    manifest.lines().find_map(|line| {
        let (left, right) = line.split("//").next()?.split_once("=>")?;
        let left = left.trim();
        let left = left.strip_prefix("replace ").unwrap_or(left).trim_start();
        let rest = left.trim_start_matches(['"', '`']).strip_prefix(module)?;
        let is_whole = rest.is_empty() || rest.starts_with([' ', '\t', '"', '`']);
        let folder = right.trim().trim_matches(['"', '`']);
        (is_whole && folder.starts_with('.')).then_some(folder)
    })
}

/// The files of a package, without its tests.
fn files(tree: &FileTree<'_>, package: &str) -> Vec<String> {
    let mut found = tree.in_folder(package);
    found.retain(|path| path.ends_with(".go") && !path.ends_with("_test.go"));
    found
}

/// The path in a go.mod's `module` line.
fn module_path(manifest: &str) -> Option<&str> {
    let line = manifest.lines().find_map(|line| line.trim().strip_prefix("module "))?;
    Some(line.split("//").next()?.trim().trim_matches('"'))
}
