//! The files of modules, from the paths that name them.

use crate::facts::languages::{FileTree, folder, folders_above, join};

pub(super) fn resolve_import(tree: &dyn FileTree, from: &str, source: &str) -> Vec<String> {
    let segments: Vec<&str> = source.split("::").filter(|part| !part.is_empty()).collect();
    let Some((&head, mut rest)) = segments.split_first() else {
        return Vec::new();
    };
    let start = match head {
        "crate" => crate_root(tree, from),
        "self" => Some(from.to_owned()),
        "super" => {
            let mut module = parent(tree, from);
            while let Some((&"super", further)) = rest.split_first() {
                module = module.and_then(|module| parent(tree, &module));
                rest = further;
            }
            module
        }
        _ => None,
    };
    if let Some(start) = start {
        return vec![descend(tree, start, rest)];
    }
    // A child module of this file, or another crate of the tree.
    if let Some(child) = child(tree, from, head) {
        return vec![descend(tree, child, rest)];
    }
    other_crate(tree, head).map(|root| descend(tree, root, rest)).into_iter().collect()
}

/// Follows module names from a file while there are files for them: the last names may be types or inline modules.
fn descend(tree: &dyn FileTree, start: String, segments: &[&str]) -> String {
    let mut file = start;
    for segment in segments {
        match child(tree, &file, segment) {
            Some(next) => file = next,
            None => break,
        }
    }
    file
}

/// Whether a file is the root of its folder's module, so that its child modules are in the same folder.
fn is_folder_root(path: &str) -> bool {
    matches!(path.rsplit('/').next(), Some("lib.rs" | "main.rs" | "mod.rs"))
}

/// The file of a child module.
fn child(tree: &dyn FileTree, path: &str, name: &str) -> Option<String> {
    let home = folder(path);
    let stem = path.rsplit('/').next()?.strip_suffix(".rs")?;
    let beside = join(home, name)?;
    let below = join(home, &format!("{stem}/{name}"))?;
    let folders = if is_folder_root(path) { vec![beside] } else { vec![below, beside] };
    // The child modules of `a.rs` are in the folder `a`. Only those of a crate root, as in `src/bin` or `tests`, may be
    // next to it.
    let folders = folders.into_iter().take(if is_crate_root(path) { 2 } else { 1 });
    folders
        .flat_map(|folder| [format!("{folder}.rs"), format!("{folder}/mod.rs")])
        .find(|path| tree.contains(path))
}

/// Whether a file is in a folder whose files are crate roots.
fn is_crate_root(path: &str) -> bool {
    let home = folder(path);
    ["bin", "tests", "examples", "benches"].iter().any(|f| home.rsplit('/').next() == Some(f))
}

/// The file of the parent module.
fn parent(tree: &dyn FileTree, path: &str) -> Option<String> {
    let home = folder(path);
    let module = if is_folder_root(path) { folder(home) } else { home };
    let roots = ["mod.rs", "lib.rs", "main.rs"].map(|name| join(module, name).unwrap_or_default());
    let sibling = Some(format!("{module}.rs")).filter(|p| tree.contains(p));
    sibling.or_else(|| roots.into_iter().find(|p| p != path && tree.contains(p)))
}

/// The root file of the crate that contains `from`.
fn crate_root(tree: &dyn FileTree, from: &str) -> Option<String> {
    // A file in `src/bin`, `tests` and the like belongs to no crate whose root is in an outer folder.
    let depth = if is_crate_root(from) { 1 } else { usize::MAX };
    let root = folders_above(from).take(depth).find_map(|home| {
        let roots = ["lib.rs", "main.rs"].map(|name| join(home, name).unwrap_or_default());
        roots.into_iter().find(|path| tree.contains(path))
    });
    root.or_else(|| Some(from.to_owned()))
}

/// The root of another crate of the tree, by its package's name.
fn other_crate(tree: &dyn FileTree, name: &str) -> Option<String> {
    for manifest in tree.configs("Cargo.toml") {
        let Some(text) = tree.config(&manifest) else {
            continue;
        };
        if package_name(&text).is_none_or(|package| package.replace('-', "_") != name) {
            continue;
        }
        let home = folder(&manifest);
        let root =
            ["src/lib.rs", "src/main.rs", "lib.rs"].map(|f| join(home, f).unwrap_or_default());
        return root.into_iter().find(|path| tree.contains(path));
    }
    None
}

/// The name in a manifest's `[package]`.
fn package_name(manifest: &str) -> Option<&str> {
    let mut lines = manifest.lines().skip_while(|line| line.trim() != "[package]").skip(1);
    let line = lines
        .by_ref()
        .take_while(|line| !line.starts_with('['))
        .find(|line| line.split_once('=').is_some_and(|(key, _)| key.trim() == "name"))?;
    Some(line.split_once('=')?.1.split('#').next()?.trim().trim_matches(['"', '\'']))
}
