//! The files of modules, from the paths that name them.

use serde_json::Value;

use crate::facts::languages::{FileTree, Manifest, folder, folders_above, join, nearest};

/// The most names of a path for which files are looked up.
const MAX_DEPTH: usize = 16;

pub(super) fn resolve_import(tree: &FileTree<'_>, from: &str, source: &str) -> Vec<String> {
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
        stated if stated.starts_with('"') => {
            let file = join(folder(from), stated.trim_matches('"'));
            file.filter(|file| tree.contains(file))
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
    other_crate(tree, from, head).map(|root| descend(tree, root, rest)).into_iter().collect()
}

/// Follows module names from a file to the last one with a file of its own: the last names may be types or modules within
/// the file, in whose folder other modules may be.
fn descend(tree: &FileTree<'_>, start: String, segments: &[&str]) -> String {
    let (mut file, mut inline) = (start, String::new());
    for segment in segments.iter().take(MAX_DEPTH) {
        inline.push_str(segment);
        match child(tree, &file, &inline) {
            Some(next) => (file, inline) = (next, String::new()),
            None => inline.push('/'),
        }
    }
    file
}

/// Whether a file is the root of its folder's module, so that its child modules are in the same folder.
pub(super) fn is_folder_root(path: &str) -> bool {
    matches!(path.rsplit('/').next(), Some("lib.rs" | "main.rs" | "mod.rs"))
}

/// The file of a child module.
fn child(tree: &FileTree<'_>, path: &str, name: &str) -> Option<String> {
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
fn parent(tree: &FileTree<'_>, path: &str) -> Option<String> {
    let home = folder(path);
    let module = if is_folder_root(path) { folder(home) } else { home };
    let roots = ["mod.rs", "lib.rs", "main.rs"].map(|name| join(module, name).unwrap_or_default());
    let sibling = Some(format!("{module}.rs")).filter(|p| tree.contains(p));
    sibling.or_else(|| roots.into_iter().find(|p| p != path && tree.contains(p)))
}

/// The root file of the crate that contains `from`.
fn crate_root(tree: &FileTree<'_>, from: &str) -> Option<String> {
    // A file in `src/bin`, `tests` and the like belongs to no crate whose root is in an outer folder.
    let depth = if is_crate_root(from) { 1 } else { usize::MAX };
    let root = folders_above(from).take(depth).find_map(|home| {
        let roots = ["lib.rs", "main.rs"].map(|name| join(home, name).unwrap_or_default());
        roots.into_iter().find(|path| tree.contains(path))
    });
    root.or_else(|| Some(from.to_owned()))
}

/// The manifest of a crate, whose library may have another name than its package.
const CRATE: Manifest = Manifest {
    file: "Cargo.toml",
    names: |tree, path| {
        let manifest = tree.value(path).unwrap_or_default();
        let names = ["package", "lib"].map(|table| manifest[table]["name"].as_str().map(ident));
        names.into_iter().flatten().collect()
    },
};

/// A name as it is written in code.
fn ident(name: &str) -> String {
    name.replace('-', "_")
}

/// The root of another crate of the tree, by the name that it has in this one.
fn other_crate(tree: &FileTree<'_>, from: &str, name: &str) -> Option<String> {
    let manifest = match renamed(tree, from, name) {
        Some(Renamed::At(path)) => path,
        Some(Renamed::Package(package)) => nearest(tree.manifests_of(&CRATE, &package), from)?,
        None => nearest(tree.manifests_of(&CRATE, name), from)?,
    };
    let library = tree.value(&manifest).and_then(|m| Some(m["lib"]["path"].as_str()?.to_owned()));
    let usual = ["src/lib.rs", "src/main.rs", "lib.rs"];
    let roots = library.as_deref().into_iter().chain(usual);
    let mut roots = roots.filter_map(|root| join(folder(&manifest), root));
    roots.find(|path| tree.contains(path))
}

/// What a dependency is that has a name of its own in this crate.
enum Renamed {
    /// The crate of a manifest.
    At(String),
    /// A package.
    Package(String),
}

/// The dependency with this name in code: by the nearest manifest with dependencies, or the workspace's that it names.
fn renamed(tree: &FileTree<'_>, from: &str, name: &str) -> Option<Renamed> {
    let manifests = || {
        let homes = folders_above(from);
        homes.filter_map(|home| Some((home, tree.value(&join(home, CRATE.file)?)?)))
    };
    let (home, manifest) = manifests().find(|(_, manifest)| manifest["package"].is_object())?;
    let found = dependency_tables(&manifest).find_map(|table| dependency(table, name))?;
    if found["workspace"] == true {
        let (home, top) = manifests().find(|(_, manifest)| manifest["workspace"].is_object())?;
        return renamed_by(tree, home, dependency(&top["workspace"]["dependencies"], name)?);
    }
    renamed_by(tree, home, found)
}

fn renamed_by(tree: &FileTree<'_>, home: &str, found: &Value) -> Option<Renamed> {
    let path = found["path"].as_str().and_then(|path| join(home, &format!("{path}/Cargo.toml")));
    match path.filter(|path| tree.value(path).is_some()) {
        Some(path) => Some(Renamed::At(path)),
        None => Some(Renamed::Package(ident(found["package"].as_str()?))),
    }
}

/// The tables of dependencies of a manifest, for all targets.
fn dependency_tables(manifest: &Value) -> impl Iterator<Item = &Value> {
    const TABLES: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];
    let targets = manifest["target"].as_object().into_iter().flat_map(|targets| targets.values());
    let holders = std::iter::once(manifest).chain(targets);
    holders.flat_map(|holder| TABLES.map(|table| &holder[table]))
}

/// The entry of a dependency with this name in code.
fn dependency<'t>(table: &'t Value, name: &str) -> Option<&'t Value> {
    let mut entries = table.as_object()?.iter();
    entries.find(|(key, _)| ident(key) == name).map(|(_, entry)| entry)
}
