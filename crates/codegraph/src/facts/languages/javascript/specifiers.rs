//! What the files that import a module must contain: the ends of its possible names in quotes.

use super::modules;
use crate::facts::languages::{FileTree, folder, folders_above, join};

/// The texts of which every file contains one that imports the module at `path` by a usual name.
pub(super) fn texts(tree: &dyn FileTree, path: &str) -> Vec<String> {
    let file = path.rsplit('/').next().unwrap_or(path);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let stem = stem.strip_suffix(".d").unwrap_or(stem);
    let mut found = named(stem);
    if stem == "index" {
        let own = folder(path).rsplit('/').next().unwrap_or_default();
        if !own.is_empty() {
            found.extend(named(own));
        }
        // The folder itself, from within it.
        for quote in ['\'', '"'] {
            for name in [".", "./", "..", "../"] {
                found.push(format!("from {quote}{name}{quote}"));
                found.push(format!("({quote}{name}{quote})"));
            }
        }
    }
    found.extend(package_names(tree, path));
    found
}

/// The ends of module names whose last part is `stem`.
fn named(stem: &str) -> Vec<String> {
    let ends = ["'", "\"", "`", "/'", "/\""].map(|end| format!("{stem}{end}"));
    let with_extension = [".", "?"].map(|next| format!("/{stem}{next}"));
    ends.into_iter().chain(with_extension).collect()
}

/// The name of the package, in quotes, whose entry the file is.
fn package_names(tree: &dyn FileTree, path: &str) -> Vec<String> {
    let manifests = folders_above(path).filter_map(|home| join(home, "package.json"));
    let mut packages = manifests.filter_map(|manifest| tree.json(&manifest));
    let package = packages.find_map(|package| Some(package["name"].as_str()?.to_owned()));
    let is_entry = |name: &String| modules::resolve(tree, path, name).as_deref() == Some(path);
    let name = package.filter(is_entry);
    let quoted = |name: String| ["'", "\""].map(|quote| format!("{quote}{name}{quote}"));
    name.into_iter().flat_map(quoted).collect()
}
